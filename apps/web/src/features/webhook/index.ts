export { WebhooksDialog } from "./late-webhooks-dialog.ts";
export { WebhookStrip } from "./webhook-strip.tsx";
