import { foresee } from "../log/foresee.ts";
import type { RoomView } from "../log/view.ts";
import type { Context } from "../room/command.ts";
import type { ActedFact } from "../room/ruling.ts";
import { type DecisionId, subjectKey } from "./decision.ts";
import { reconcileDecisions } from "./reconcile.ts";

const SERVER = { kind: "server" } as const;

/** After these the room may ask something, whatever was pending before; `task.attempt_ended` only as the last. */
const ASKING: ReadonlySet<ActedFact["type"]> = new Set<ActedFact["type"]>([
  "task.attempt_ended",
  "task.parked",
  "task.told_to_wait",
  "task.retry_withdrawn",
  "task.reassigned",
  "agent.joined",
  "agent.came_online",
]);
/** After these whatever is pending asks what it asked before. */
const MOVES_NOTHING: ReadonlySet<ActedFact["type"]> = new Set<ActedFact["type"]>([
  "room.created",
  "room.removed",
  "message.delivered",
  "task.started",
  "task.progressed",
  "handoff.rerouted",
]);

function mayAsk(fact: ActedFact): boolean {
  return fact.type === "task.attempt_ended" ? fact.data.final : ASKING.has(fact.type);
}

/**
 * The room's own decisions, opened, revised and withdrawn in the commit of what caused it. Idempotent:
 * after its facts nothing is left to do.
 */
export function followUp(
  view: RoomView,
  facts: readonly ActedFact[],
  context: Context,
): ActedFact[] {
  const hasPending =
    Object.keys(view.decisions).length > 0 || facts.some((fact) => fact.type === "decision.opened");
  if (!facts.some((fact) => mayAsk(fact) || (hasPending && !MOVES_NOTHING.has(fact.type))))
    return [];
  const after = foresee(view, facts, context.now);
  if (after.team === null) return [];
  const { open, revise, withdraw } = reconcileDecisions({ ...after, team: after.team });
  const undone = undoneBy(view, facts);
  return [
    ...withdraw.map((data): ActedFact => ({ type: "decision.withdrawn", data, actor: SERVER })),
    ...revise.map((data): ActedFact => ({ type: "decision.revised", data, actor: SERVER })),
    ...open.map((asked): ActedFact => {
      const id = context.newId() as DecisionId;
      const supersedes = undone.get(subjectKey(asked)) ?? null;
      const decision = { ...asked, id, version: 1, supersedes };
      return { type: "decision.opened", data: { decision }, actor: SERVER };
    }),
  ];
}

/** The undone decisions by what they were about: what asks again comes in their place. */
function undoneBy(view: RoomView, facts: readonly ActedFact[]): Map<string, DecisionId> {
  const undone = new Map<string, DecisionId>();
  for (const fact of facts) {
    if (fact.type !== "decision.superseded") continue;
    const { decisionId } = fact.data;
    const answered = view.answered.find((decision) => decision.id === decisionId);
    if (answered) undone.set(subjectKey(answered), decisionId);
  }
  return undone;
}
