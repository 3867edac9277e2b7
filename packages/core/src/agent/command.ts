import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { ConnectionClass, Door } from "./agent.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    join: {
      by: AgentCaller;
      role: RoleName;
      class: ConnectionClass;
      harness: string | null;
      door?: Door;
      /** Only if no agent is in the room as this role. */
      ifAbsent?: boolean;
    };
    dismiss: { by: PersonCaller; agentId: AgentId; reason: string };
    returnOnline: { by: AgentCaller };
  }

  interface Replies {
    join: {
      agentId: AgentId;
      role: RoleName;
      connection: number;
      class: ConnectionClass;
      leaseS: number;
      superseded: boolean;
      variant: string;
    };
    dismiss: Record<never, never>;
    returnOnline: Record<never, never>;
  }
}
