import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Team } from "./team.ts";

/** Payloads of the team's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A new team from now on, with everything that follows: who takes over whose work, who no longer has a role. */
    "team.changed": {
      version: number;
      before: Team;
      team: Team;
      /** The removed roles, each with the one that takes over its work. */
      remap: { role: RoleName; to: RoleName }[];
      /** Tasks that are now another role's; nobody holds any of them. */
      tasks: { taskId: TaskId; from: RoleName; to: RoleName }[];
      /** Agents whose role was removed: away from now on, until they join as an existing role. */
      agents: AgentId[];
    };
  }
}
