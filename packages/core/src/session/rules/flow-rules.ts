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
  /** What it does by itself, from its current step. */
  goesOn(at: At<S>): ActedFact[];
  /** Goes back to the work from a failed gate. */
  redo(at: At<S>, gate: Gate, note: string): Effect;
  /** What follows from an ended round of discussion. */
  concludes(at: At<S> & { context: Pick<Context, "newId"> }): ActedFact[];
  /** What follows from tasks that have ended, or become ready since, once everything else is decided. */
  rulesOn(before: RoomView, at: Pick<At<S>, "room" | "session" | "context">, steps: readonly Step[]): ActedFact[];
}

/** A flow whose work is not discussed, and whose tasks start by themselves. */
export const NO_ROUNDS = { concludes: () => [], rulesOn: () => [] } satisfies Partial<FlowRules>;
