import { ASKED_OF_SESSIONS, type RulesOf, SESSIONS } from "../kernel/event.ts";
import type { SessionId } from "../session/record/session.ts";
import type { Budget, BudgetLimit } from "./budget.ts";

/** Payloads of the events about what a session may consume. */
export interface BudgetEventData {
  /** What a session may use was set. `null`: there is no limit any more. */
  "budget.set": { sessionId: SessionId; budget: Budget | null };
  /** A limit is close; once for each. `used` and `of` in its unit: tokens, millionths of a dollar, runs. */
  "budget.warned": { sessionId: SessionId; limit: BudgetLimit; used: number; of: number };
}

export const BUDGET_RULES: RulesOf<BudgetEventData> = {
  "budget.set": ASKED_OF_SESSIONS,
  "budget.warned": SESSIONS,
};
