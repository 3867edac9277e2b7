import type { AgentId, RoleName, Word } from "../kernel/ids.ts";
import type { ConnectionClass, Door } from "./agent.ts";

/** Payloads of the agent's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** An agent joined the room as one of its roles, for the first time or again. */
    "agent.joined": {
      agentId: AgentId;
      name: Word;
      role: RoleName;
      class: ConnectionClass;
      harness: Word | null;
      connection: number;
      /** Left out: it calls by the command. */
      door?: Exclude<Door, "cli">;
    };
    /** An agent left the room. A task that it holds goes back to the queue in the same commit. */
    "agent.left": { agentId: AgentId; reason: string };
    /** A joined agent gave a sign of life after it had counted as offline. */
    "agent.came_online": { agentId: AgentId };
    /**
     * An agent gave no sign of life for as long as its class may be silent. `seenAt`: the last sign of life, the
     * evidence.
     */
    "agent.went_offline": { agentId: AgentId; seenAt: number; afterS: number };
  }
}
