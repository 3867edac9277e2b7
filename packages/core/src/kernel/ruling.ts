import type { Actor } from "./actor.ts";
import type { Fact, Step } from "./event.ts";
import { type Allowed, type Refusal, refusal } from "./refusal.ts";
import type { RefusalCode } from "./refusal-code.ts";

/** A pure machine's response to a command: no, with the reason; or these events, in order, and the reply. */
export type Ruling<E, R = unknown> = { ok: false; refusal: Refusal } | { ok: true; events: E[]; reply: R };

/** A fact with its actor; that of a tick or a reroute is the server. */
export type ActedFact = Fact & { actor: Actor };

/** A feature's response to a command: no, or these facts, in order, and the reply. */
export type RoomRuling<R = unknown> = Ruling<ActedFact, R> & {
  /** The first of the facts, if the feature had to fold them to see what follows. */
  steps?: readonly Step[];
};

/** No, and why. */
export type Refused = Extract<RoomRuling, { ok: false }>;

/** The room's response to a command: no, or everything that happens, folded, and the reply. */
export type Decided<R = unknown> = Refused | { ok: true; steps: Step[]; reply: R };

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
