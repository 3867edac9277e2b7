import type { PersonCaller } from "../kernel/actor.ts";
import type { Budget } from "./budget.ts";
import type { BudgetScope } from "./scope.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    /** What the room, an agent or a run may use; a higher limit lets it go on. */
    limitUse: {
      by: PersonCaller;
      scope: BudgetScope;
      budget: Budget | null;
    };
  }

  interface Replies {
    limitUse: { scope: BudgetScope };
  }
}
