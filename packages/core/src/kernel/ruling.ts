import { type Allowed, type Refusal, refusal } from "./refusal.ts";
import type { RefusalCode } from "./refusal-code.ts";

/** What a pure machine says to a command: no, with the reason; or these events, in order, and the answer. */
export type Ruling<E, R = unknown> =
  | { ok: false; refusal: Refusal }
  | { ok: true; events: E[]; reply: R };

export function accept<E, R>(events: E[], reply: R): { ok: true; events: E[]; reply: R } {
  return { ok: true, events, reply };
}

export function refused(
  code: RefusalCode,
  message: string,
  details: Record<string, unknown> = {},
  allowed?: Allowed[],
): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: refusal(code, message, details, allowed) };
}
