import { late } from "../../ui/late.tsx";

export const WebhooksDialog = late(() =>
  import("./webhooks-dialog.tsx").then((module) => module.WebhooksDialog),
);
