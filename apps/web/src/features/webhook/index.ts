export { WebhooksPanel } from "./late-webhooks-panel.ts";
export { WebhookStrip } from "./webhook-strip.tsx";
