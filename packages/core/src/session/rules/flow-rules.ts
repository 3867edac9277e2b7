import type { Effect } from "../../decision/question.ts";
import type { Context } from "../../kernel/command.ts";
import type { Step } from "../../kernel/event.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { At } from "../record/at.ts";
import type { Gate } from "../record/gate.ts";
import type { Session } from "../record/session.ts";

/** What a running session of one flow does next. */
export interface FlowRules<S extends Session = Session> {
  /** By itself, from where it stands. */
  goesOn(at: At<S>): ActedFact[];
  /** Back to the work from a gate that failed. */
  redo(at: At<S>, gate: Gate, note: string): Effect;
  /** What follows from a round of discussion that is over. */
  concludes(at: At<S> & { context: Pick<Context, "newId"> }): ActedFact[];
  /** What it makes of tasks that have ended, or could start since, once all else is decided. */
  rulesOn(before: RoomView, at: Pick<At<S>, "room" | "session" | "context">, steps: readonly Step[]): ActedFact[];
}

/** Its work is not discussed, and its tasks go by themselves. */
export const NO_ROUNDS = { concludes: () => [], rulesOn: () => [] } satisfies Partial<FlowRules>;
