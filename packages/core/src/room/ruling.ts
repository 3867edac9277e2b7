import type { Ruling } from "../kernel/ruling.ts";
import type { Actor, Fact } from "../log/event.ts";
import type { Step } from "../log/fold.ts";

/** A fact with who did it; a tick's and a reroute's actor is the server. */
export type ActedFact = Fact & { actor: Actor };

/** What the room says to a command: no, or these facts, in order, and the answer. */
export type RoomRuling = Ruling<ActedFact> & {
  /** The first of the facts, where the ruling had to fold them to see what comes of them. */
  steps?: readonly Step[];
};
