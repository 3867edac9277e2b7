/** What a webhook is told of; a test is what a lead sends to try it. */
export const WEBHOOK_KINDS = [
  "decision.opened",
  "decision.answered",
  "decision.withdrawn",
  "question.asked",
  "task.failed",
  "room.alert",
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];
export const NOTICE_KINDS = [...WEBHOOK_KINDS, "webhook.test"] as const;

/** How it is told: this product's own JSON, or what Slack's and Discord's webhooks take. */
export const WEBHOOK_FORMS = ["squadroom", "slack", "discord"] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

export const WEBHOOKS_MAX = 20;
/** A receiver answers within this time, ms. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** Of an answer so much is kept, bytes; the rest is not read. */
export const ANSWER_KEPT = 2_000;

/** Nothing arrived for so long, ms: the webhook is switched off, and its room's leads are told. */
export const OFF_AFTER_MS = 3 * 86_400_000;

/** What an attempt came to. */
export interface WebhookAttempt {
  at: number;
  /** HTTP status; `null` when there was no answer. */
  status: number | null;
  latencyMs: number;
  /** Why there was none, or why it does not count. */
  error: string | null;
  /** The beginning of the answer. */
  response: string;
}

export const isDelivered = ({ status, error }: WebhookAttempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;

/** The receiver is gone for good, in its own words. */
export const isGone = ({ status }: WebhookAttempt): boolean => status === 410;
