import { ANYTHING, type EventsOf, type RulesOf } from "../kernel/event.ts";
import type { AgentId, RoleName, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
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
    /** An agent left the room. A task in its hand goes back to the queue in the same commit. */
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

const WHO_IS_THERE = {
  ...ANYTHING,
  locksOut: ({ after }: { after: RoomView }) =>
    after.tasks.some(({ rejections }) => rejections.length > 0),
};

export const AGENT_RULES: RulesOf<EventsOf<"agent">> = {
  // Whatever was left unasked by an earlier release is asked when somebody joins.
  "agent.joined": { asks: true, touches: "all" },
  "agent.left": WHO_IS_THERE,
  "agent.came_online": WHO_IS_THERE,
  "agent.went_offline": WHO_IS_THERE,
};
