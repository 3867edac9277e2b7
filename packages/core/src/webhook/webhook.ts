/** What a webhook is told about; a test is what a lead sends to try it. */
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

/** The form of its deliveries: this product's own JSON, or what Slack's and Discord's webhooks accept. */
export const WEBHOOK_FORMS = ["squadroom", "slack", "discord"] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

export const WEBHOOKS_MAX = 20;
/** Time within which a receiver answers, ms. */
export const ANSWER_TIMEOUT_MS = 10_000;
/** Longest part of an answer that is kept, bytes; the rest is not read. */
export const ANSWER_KEPT = 2_000;

/** How long nothing may arrive, ms; then the webhook is switched off, and its room's leads are told. */
export const OFF_AFTER_MS = 3 * 86_400_000;

/** The outcome of an attempt. */
export interface WebhookAttempt {
  at: number;
  /** HTTP status; `null` if there was no answer. */
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
