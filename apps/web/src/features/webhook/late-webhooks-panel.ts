import type { ComponentType } from "react";
import { late } from "../../ui/late.tsx";

/** On a page there is nothing to close. */
type Props = { room: string; wantsForm: boolean; onForm: () => void; onClose: () => void };

export const WebhooksPanel = late<Props>(() =>
  import("./webhooks-panel.tsx").then((module): ComponentType<Props> => module.WebhooksPanel),
);
