import type { Actor } from "../kernel/actor.ts";
import type { Ruling } from "../kernel/ruling.ts";
import type { Fact } from "../log/event.ts";
import type { Step } from "../log/step.ts";

/** A fact with who did it; a tick's and a reroute's actor is the server. */
export type ActedFact = Fact & { actor: Actor };

/** What a feature says to a command: no, or these facts, in order, and the answer. */
export type RoomRuling<R = unknown> = Ruling<ActedFact, R> & {
  /** The first of the facts, where the feature had to fold them to see what comes of them. */
  steps?: readonly Step[];
};

/** No, and why. */
export type Refused = Extract<RoomRuling, { ok: false }>;

/** What the room says to a command: no, or all that happens, folded, and the answer. */
export type Decided<R = unknown> = Refused | { ok: true; steps: Step[]; reply: R };
