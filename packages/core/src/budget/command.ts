import type { PersonCaller } from "../kernel/actor.ts";
import type { Budget } from "./budget.ts";
import type { BudgetScope } from "./scope.ts";

export interface BudgetCommand {
  /** What the room, an agent or a run may use; a higher limit lets it go on. */
  type: "limitUse";
  by: PersonCaller;
  scope: BudgetScope;
  budget: Budget | null;
}

export interface BudgetReplies {
  limitUse: { scope: BudgetScope };
}
