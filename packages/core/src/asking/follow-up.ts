import { type DecisionId, subjectKey } from "../decision/decision.ts";
import { FACTS } from "../fact/facts.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { FactDef, RoomEvent, Step, Touched } from "../kernel/event.ts";
import { isThere } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { isOverAt } from "../session/gate/over.ts";
import { lockoutAfter } from "../team/lockout.ts";
import { mayAppear } from "./questions.ts";
import { reconcileDecisions } from "./reconcile.ts";

/**
 * The room's own decisions, opened, revised and withdrawn in the commit of what caused it. Idempotent:
 * after its facts nothing is left to do.
 *
 * @param view before all of this
 * @param steps what has been decided, folded
 */
export function followUp(view: RoomView, steps: readonly Step[], context: Pick<Context, "newId">): ActedFact[] {
  const after = steps.at(-1)?.after;
  if (!after || !isThere(after)) return [];
  const hasPending = Object.keys(after.decisions).length > 0;
  const locks = lockoutAfter(after.team) !== null;
  const asks = (step: Step) => mayAsk(step.event) || isOverAt(step.after) || (locks && mayLockOut(step));
  if (!hasPending && !steps.some(asks) && !mayAppear(after)) return [];
  const { open, revise, withdraw } = reconcileDecisions(after, touchedBy(steps));
  const undone = undoneBy(view, steps);
  return [
    ...withdraw.map((data): ActedFact => ({ type: "decision.withdrawn", data, actor: SERVER })),
    ...revise.map((data): ActedFact => ({ type: "decision.revised", data, actor: SERVER })),
    ...open.map((asked): ActedFact => {
      const id = context.newId();
      const supersedes = undone.get(subjectKey(asked)) ?? null;
      const decision = { ...asked, id, version: 1, supersedes };
      return { type: "decision.opened", data: { decision }, actor: SERVER };
    }),
  ];
}

/** Undone decisions by subject: what asks again takes their place. */
function undoneBy(view: RoomView, steps: readonly Step[]): Map<string, DecisionId> {
  const undone = new Map<string, DecisionId>();
  for (const { event } of steps) {
    if (event.type !== "decision.superseded") continue;
    const { decisionId } = event.data;
    const answered = view.answered.find((decision) => decision.id === decisionId);
    if (answered) undone.set(subjectKey(answered), decisionId);
  }
  return undone;
}

/** Derived from the events alone, so that events that change nothing here cost no look at the tasks. */
function touchedBy(steps: readonly Step[]): Touched {
  const touched: Touched = {
    all: false,
    tasks: new Set(),
    roles: new Set(),
    sessions: false,
  };
  for (const step of steps) {
    const { touches } = factOf(step.event);
    if (typeof touches === "function") touches(touched, step);
    else if (touches !== null) touched[touches] = true;
  }
  return touched;
}

/** Whether the room may now ask what it did not ask before. */
function mayAsk(event: RoomEvent): boolean {
  const { asks } = factOf(event);
  return typeof asks === "function" ? asks(event) : asks;
}

/** Whether it may leave nobody to revise rejected work; asked only if the team locks authors out. */
function mayLockOut(step: Step): boolean {
  return factOf(step.event).locksOut?.(step) ?? false;
}

function factOf({ type }: RoomEvent): FactDef<RoomEvent> {
  return FACTS[type] as FactDef<RoomEvent>;
}
