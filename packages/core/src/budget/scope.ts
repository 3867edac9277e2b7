import type { AgentId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RunId, Runs } from "../run/run.ts";
import type { Usage } from "../usage/usage.ts";
import type { SessionBudget } from "./budget.ts";

/** What can have a budget besides a session. */
export type BudgetScope = { kind: "room" } | { kind: "agent"; agentId: AgentId } | { kind: "run"; runId: RunId };

/** What one of them may use, and has used. */
export interface ScopeBudget {
  scope: BudgetScope;
  /** As sentences call it. */
  name: string;
  budget: SessionBudget;
  /** Since its first limit; for a run, all of it. */
  usage: Usage;
  /** Its budget is used up, and nothing new is started for it: a person is asked, or has said to leave it so. */
  paused: "asks" | "stays" | null;
}

/** By `scopeKey`. */
export type Budgets = Readonly<Record<string, ScopeBudget>>;

declare module "../kernel/view.ts" {
  interface RoomView {
    /** What the room, its agents and runs may use. */
    budgets: Budgets;
  }
}

export const BUDGETS_MAX = 200;

/** The part of a room that budgets need. */
interface Limited {
  budgets: Budgets;
  runs: Runs;
}

export function scopeKey(scope: BudgetScope): string {
  switch (scope.kind) {
    case "room":
      return "room";
    case "agent":
      return `agent:${scope.agentId}`;
    case "run":
      return `run:${scope.runId}`;
    default:
      return unreachable(scope);
  }
}

/** Whether what this agent does counts there: a run is its agent's. */
export function isOfAgent({ runs }: Limited, scope: BudgetScope, agentId: AgentId): boolean {
  switch (scope.kind) {
    case "room":
      return true;
    case "agent":
      return scope.agentId === agentId;
    case "run":
      return runIn(runs, scope.runId)?.agentId === agentId;
    default:
      return unreachable(scope);
  }
}

/** The used budget that keeps this agent from starting anything new. */
export function budgetStopping(view: Limited, agentId: AgentId): ScopeBudget | undefined {
  return pausedIn(view).find(({ scope }) => isOfAgent(view, scope, agentId));
}

/** The used budget that keeps everybody from this task: the room's, or that of the run that worked on it. */
export function budgetHolding(view: Limited, task: { id: string }): ScopeBudget | undefined {
  return pausedIn(view).find(({ scope }) =>
    scope.kind === "run" ? runIn(view.runs, scope.runId)?.taskId === task.id : scope.kind === "room",
  );
}

function pausedIn({ budgets }: Limited): ScopeBudget[] {
  return Object.values(budgets).filter(({ paused }) => paused !== null);
}

/** The run, live or ended, as long as the room remembers it. */
export function runIn(runs: Runs, id: RunId) {
  return runs.live.find((run) => run.id === id) ?? runs.ended.find((run) => run.id === id);
}
