import { ASKED_OF_SESSIONS, type EventsOf, type FactsOf, fact, type RoomEvent, SESSIONS } from "../kernel/event.ts";
import type { AgentId, SessionId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Session } from "../session/record/session.ts";
import { addUsage, NO_USAGE, type Usage } from "../usage/usage.ts";
import { type Budget, type BudgetLimit, reachedLimits } from "./budget.ts";
import { type BudgetScope, isOfAgent, runIn, type ScopeBudget, scopeKey } from "./scope.ts";

interface OfScope {
  scope: BudgetScope;
  /** As sentences call it. */
  name: Word;
}

/** Payloads of the events about what may be consumed. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A session's budget was set. `null`: it no longer has a limit. */
    "budget.set": { sessionId: SessionId; budget: Budget | null };
    /** A session is close to a limit; once each. `used` and `of` in its unit: tokens, millionths of a dollar, runs. */
    "budget.warned": { sessionId: SessionId; limit: BudgetLimit; used: number; of: number };
    /** The budget of the room, an agent or a run was set. `null`: it no longer has a limit. */
    "budget.limited": OfScope & { budget: Budget | null };
    /** The room, an agent or a run is close to a limit; once for each. */
    "budget.neared": OfScope & { limit: BudgetLimit; used: number; of: number };
    /** The room, an agent or a run has used its budget: nothing new is started for it, and a person is asked. */
    "budget.used_up": OfScope & { reason: string; limits: BudgetLimit[] };
    /** A person leaves the room or an agent paused until there is another budget. */
    "budget.kept": OfScope;
  }
}

export const BUDGET_FACTS: FactsOf<EventsOf<"budget">> = {
  "budget.set": fact(ASKED_OF_SESSIONS, (next, { data: { sessionId, budget } }) =>
    setSession(next, sessionId, (session) => {
      const after = { ...session, budget: budget && { ...budget, warned: [] } };
      return reachedLimits(after).length > 0 ? after : { ...after, pausedFor: null };
    }),
  ),
  "budget.warned": fact(SESSIONS, (next, { data: { sessionId, limit } }) =>
    setSession(next, sessionId, (session) => {
      const { budget } = session;
      return budget ? { ...session, budget: { ...budget, warned: [...budget.warned, limit] } } : session;
    }),
  ),
  "budget.limited": fact(ASKED_OF_SESSIONS, (next, { data: { scope, name, budget } }) => {
    const key = scopeKey(scope);
    const { [key]: before, ...others } = next.budgets;
    if (budget === null) {
      next.budgets = others;
      return;
    }
    const usage = before?.usage ?? usedBy(next, scope);
    const after = { scope, name, usage, budget: { ...budget, warned: [] } };
    const isUsed = reachedLimits(after).length > 0;
    const paused = isUsed ? (before?.paused ?? null) : null;
    next.budgets = { ...others, [key]: { ...after, paused } };
  }),
  "budget.neared": fact(SESSIONS, (next, { data: { scope, limit } }) =>
    setScope(next, scope, (one) => ({
      ...one,
      budget: { ...one.budget, warned: [...one.budget.warned, limit] },
    })),
  ),
  "budget.used_up": fact(ASKED_OF_SESSIONS, (next, { data: { scope } }) =>
    setScope(next, scope, (one) => ({ ...one, paused: "asks" })),
  ),
  "budget.kept": fact(SESSIONS, (next, { data: { scope } }) =>
    setScope(next, scope, (one) => ({ ...one, paused: "stays" })),
  ),
};

/** What an agent uses counts in every budget that applies to it. */
export function followBudgets(next: RoomView, event: RoomEvent): void {
  if (Object.keys(next.budgets).length === 0) return;
  switch (event.type) {
    case "usage.reported": {
      const { agentId, usage } = event.data;
      return count(next, agentId, (sum) => addUsage(sum, usage));
    }
    case "task.claimed":
      return count(next, event.data.agentId, (sum) => ({ ...sum, runs: sum.runs + 1 }));
    case "run.requested": {
      // A run that resumes another is the same one under another number.
      const { resumes, runId } = event.data;
      const key = resumes === null ? "" : scopeKey({ kind: "run", runId: resumes });
      const { [key]: one, ...others } = next.budgets;
      if (!one) return;
      const moved = { ...one, scope: { kind: "run" as const, runId }, name: runName(runId) };
      next.budgets = { ...others, [scopeKey(moved.scope)]: moved };
      return;
    }
    case "run.ended": {
      const isKnown = ({ scope }: ScopeBudget) => scope.kind !== "run" || runIn(next.runs, scope.runId) !== undefined;
      const kept = Object.entries(next.budgets).filter(([, one]) => isKnown(one));
      next.budgets = Object.fromEntries(kept);
      return;
    }
    default:
      return;
  }
}

export function runName(runId: number): string {
  return `Run ${runId}`;
}

function count(next: RoomView, agentId: AgentId, add: (sum: Usage) => Usage): void {
  const counted = Object.entries(next.budgets).map(([key, one]): [string, ScopeBudget] =>
    isOfAgent(next, one.scope, agentId) ? [key, { ...one, usage: add(one.usage) }] : [key, one],
  );
  next.budgets = Object.fromEntries(counted);
}

function usedBy({ runs }: RoomView, scope: BudgetScope): Usage {
  return (scope.kind === "run" ? runIn(runs, scope.runId)?.usage : undefined) ?? NO_USAGE;
}

function setScope(next: RoomView, scope: BudgetScope, update: (one: ScopeBudget) => ScopeBudget): void {
  const key = scopeKey(scope);
  const one = next.budgets[key];
  if (!one) throw new Error(`${key} has no budget in ${next.roomId}`);
  next.budgets = { ...next.budgets, [key]: update(one) };
}

function setSession(next: RoomView, id: SessionId, update: (session: Session) => Session): void {
  const { live } = next.sessions;
  const session = live.find((one) => one.id === id);
  if (!session) throw new Error(`session ${id} is not live in ${next.roomId}`);
  next.sessions = { ...next.sessions, live: live.with(live.indexOf(session), update(session)) };
}
