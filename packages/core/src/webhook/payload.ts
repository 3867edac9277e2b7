import * as z from "zod";
import { NOTICE_KINDS } from "./webhook.ts";

/** Raised when a field of the payload changes its meaning or is removed; new fields do not raise it. */
export const PAYLOAD_VERSION = 1;

/** What a receiver of the form `squadroom` gets. `text` is a line for people. */
export const WebhookPayload = z.object({
  version: z.literal(PAYLOAD_VERSION),
  kind: z.enum(NOTICE_KINDS),
  /** Time of the fact, epoch milliseconds. */
  at: z.number(),
  room: z.object({ id: z.string(), name: z.string(), url: z.string().nullable() }),
  /** The fact's place in the room's log; `null` for a test. */
  seq: z.number().nullable(),
  text: z.string(),
  /** Where a person sees it: the card, the task, or the fact in its room. */
  link: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;
