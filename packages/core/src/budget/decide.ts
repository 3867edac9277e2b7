import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Rules, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { Budget } from "./budget.ts";
import { answeredBudget, type BudgetAnswer, isSameBudget } from "./change.ts";
import { runName } from "./events.ts";
import { BUDGETS_MAX, type BudgetScope, type ScopeBudget, scopeKey } from "./scope.ts";

export const budgetRules = { limitUse: decideLimitUse } satisfies Partial<Rules>;

function decideLimitUse(room: Room, { by, scope, budget }: CommandOf<"limitUse">): RulingOn<"limitUse"> {
  const before = room.budgets[scopeKey(scope)];
  if (isSameBudget(before?.budget ?? null, budget)) return accept([], { scope });
  const named = nameOf(room, scope, before);
  if (!named.ok) return named;
  if (!before && Object.keys(room.budgets).length >= BUDGETS_MAX)
    return refused("limit_reached", `A room has up to ${BUDGETS_MAX} budgets; remove one.`, {
      limit: BUDGETS_MAX,
    });
  const data = { scope, name: named.name, budget };
  return accept([{ type: "budget.limited", data, actor: actorOf(by) }], { scope });
}

function nameOf(room: Room, scope: BudgetScope, before: ScopeBudget | undefined): { ok: true; name: string } | Refused {
  if (before) return { ok: true, name: before.name };
  switch (scope.kind) {
    case "room":
      return { ok: true, name: "This room" };
    case "agent": {
      const { agentId } = scope;
      const agent = room.agents[agentId];
      if (agent) return { ok: true, name: agent.name };
      return refused("agent_unknown", "No agent with this id has joined.", { agentId });
    }
    case "run": {
      const { runId } = scope;
      if (room.runs.live.some(({ id }) => id === runId)) return { ok: true, name: runName(runId) };
      return refused("run_unknown", `This room has no run ${runId} that is not over.`, { runId });
    }
    default:
      return unreachable(scope);
  }
}

/** A person's answer to a used budget of the room, an agent or a run. */
export function answerScope(
  room: Room,
  { scope, name }: Pick<ScopeBudget, "scope" | "name">,
  kind: BudgetAnswer | "stop_at_budget",
  given: Partial<Budget> | undefined,
  actor: ActedFact["actor"],
): { ok: true; events: ActedFact[]; undo: null } | Refused {
  const one = room.budgets[scopeKey(scope)];
  if (!one) throw new Error(`${name} has no budget to answer about`);
  const say = (fact: ActedFact) => ({ ok: true as const, events: [fact], undo: null });
  if (kind === "stop_at_budget")
    return scope.kind === "run"
      ? say({ type: "budget.limited", data: { scope, name, budget: null }, actor })
      : say({ type: "budget.kept", data: { scope, name }, actor });
  const answered = answeredBudget(one, kind, given, { scope });
  if (!answered.ok) return answered;
  return say({ type: "budget.limited", data: { scope, name, budget: answered.budget }, actor });
}
