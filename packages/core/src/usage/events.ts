import { ASKED_OF_SESSIONS, type RulesOf } from "../kernel/event.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { SessionId } from "../session/record/session.ts";
import type { ReportedUsage } from "./usage.ts";

/** Payloads of the events about what agents consume. */
export interface UsageEventData {
  /** With the act that said so: progress, an end, a handoff. */
  "usage.reported": {
    taskId: TaskId;
    sessionId: SessionId | null;
    agentId: AgentId;
    usage: ReportedUsage;
  };
}

export const USAGE_RULES: RulesOf<UsageEventData> = {
  "usage.reported": ASKED_OF_SESSIONS,
};
