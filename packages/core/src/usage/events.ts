import type { AgentId, SessionId, TaskId } from "../kernel/ids.ts";
import type { ModelUsage } from "./usage.ts";

/** Payloads of the events about what agents consume. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** With the act that reported it: progress, an end, a handoff. One for each model. */
    "usage.reported": {
      taskId: TaskId;
      sessionId: SessionId | null;
      agentId: AgentId;
      usage: ModelUsage;
    };
  }
}
