import type { ComponentType } from "react";
import { late } from "../../ui/late.tsx";

export const WebhooksDialog = late(() =>
  import("./webhooks-dialog.tsx").then((module) => module.WebhooksDialog),
);

/** On a page there is nothing to close. */
export const WebhooksPanel = late<{ room: string; onClose: () => void }>(() =>
  import("./webhooks-panel.tsx").then(
    (module): ComponentType<{ room: string; onClose: () => void }> => module.WebhooksPanel,
  ),
);
