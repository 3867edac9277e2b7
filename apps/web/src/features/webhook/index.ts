export { WebhooksDialog, WebhooksPanel } from "./late-webhooks-dialog.ts";
export { WebhookStrip } from "./webhook-strip.tsx";
