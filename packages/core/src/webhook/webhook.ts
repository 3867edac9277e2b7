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

/** Attempts of one delivery; then it has given up. */
export const ATTEMPTS_MAX = 12;
const FIRST_DELAY_MS = 5_000;
const FACTOR = 3;
const DELAY_MAX_MS = 6 * 3_600_000;
/** A delay is shorter or longer by up to this share, so that a receiver that comes back is not met by all at once. */
export const JITTER = 0.2;
/** Nothing arrived for so long, ms: the webhook is switched off, and its room's leads are told. */
export const OFF_AFTER_MS = 3 * 86_400_000;

/**
 * How long after the nth failed attempt the next one comes, ms; `null`: there is none.
 *
 * @param random from 0 up to 1
 */
export function retryDelay(failed: number, random: number): number | null {
  if (failed >= ATTEMPTS_MAX) return null;
  const delay = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * FACTOR ** (failed - 1));
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

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
