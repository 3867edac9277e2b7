import { followScope } from "../budget/follow-up.ts";
import { budgetStopping } from "../budget/scope.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import { isThere, roomAfter } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { heldTask } from "../task/order.ts";

/**
 * What budgets make of it: people are told of a limit that is near; at a limit nothing new is started, and the runs
 * concerned end after their turn. A run that holds a task and has not begun its turn still takes that one.
 */
export function followScopes(
  _view: RoomView,
  steps: readonly Step[],
  { newId, fold }: Pick<Context, "newId" | "fold">,
): ActedFact[] {
  const after = steps.at(-1)?.after;
  if (!after?.budgets || !isThere(after)) return [];
  const due = Object.values(after.budgets).flatMap(followScope);
  const room = roomAfter(after, fold(after, due));
  const finishing = (room.runs.live ?? []).flatMap((run): ActedFact[] => {
    const { id: runId, agentId, state, orders } = run;
    const used = agentId === null ? undefined : budgetStopping(room, agentId);
    if (!used || state === "queued" || orders.some(({ act }) => ENDS.has(act))) return [];
    const held = agentId === null ? undefined : heldTask(room, agentId);
    if (state === "idle" && held && held.lease?.fence !== run.fence) return [];
    const text = `${used.name} has used its budget.`;
    const order = { id: newId(), act: "finish" as const, text, by: "Squadroom" };
    return [{ type: "run.ordered", data: { runId, order }, actor: SERVER }];
  });
  return [...due, ...finishing];
}

const ENDS: ReadonlySet<string> = new Set(["stop", "finish"]);
