import { ASKED_OF_SESSIONS, type RulesOf } from "../kernel/event.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { SessionId } from "../session/record/session.ts";
import type { ModelUsage } from "./usage.ts";

/** Payloads of the events about what agents consume. */
export interface UsageEventData {
  /** With the act that said so: progress, an end, a handoff. One for each model. */
  "usage.reported": {
    taskId: TaskId;
    sessionId: SessionId | null;
    agentId: AgentId;
    usage: ModelUsage;
  };
}

export const USAGE_RULES: RulesOf<UsageEventData> = {
  "usage.reported": ASKED_OF_SESSIONS,
};
