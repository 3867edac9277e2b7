import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Team } from "./team.ts";

/** Payloads of the team's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Another team from here on, with all that follows from it: who takes what was whose, who has no role any more. */
    "team.changed": {
      version: number;
      before: Team;
      team: Team;
      /** The roles that are gone, each with the one that takes what was its. */
      remap: { role: RoleName; to: RoleName }[];
      /** Tasks that are another role's now; none of them is in anybody's hand. */
      tasks: { taskId: TaskId; from: RoleName; to: RoleName }[];
      /** Agents whose role is gone: away from here on, until they join as a role that is there. */
      agents: AgentId[];
    };
  }
}
