import type { SessionId, Word } from "../kernel/ids.ts";
import type { Budget, BudgetLimit } from "./budget.ts";
import type { BudgetScope } from "./scope.ts";

interface OfScope {
  scope: BudgetScope;
  /** As sentences call it. */
  name: Word;
}

/** Payloads of the events about what may be consumed. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** What a session may use was set. `null`: there is no limit any more. */
    "budget.set": { sessionId: SessionId; budget: Budget | null };
    /** A limit of a session is close; once for each. `used` and `of` in its unit: tokens, millionths of a dollar, runs. */
    "budget.warned": { sessionId: SessionId; limit: BudgetLimit; used: number; of: number };
    /** What the room, an agent or a run may use was set. `null`: there is no limit any more. */
    "budget.limited": OfScope & { budget: Budget | null };
    /** A limit of the room, an agent or a run is close; once for each. */
    "budget.neared": OfScope & { limit: BudgetLimit; used: number; of: number };
    /** The room, an agent or a run has used its budget: nothing new is started for it, and a person is asked. */
    "budget.used_up": OfScope & { reason: string; limits: BudgetLimit[] };
    /** A person leaves the room or an agent paused until there is another budget. */
    "budget.kept": OfScope;
  }
}
