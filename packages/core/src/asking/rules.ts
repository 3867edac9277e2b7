import { AGENT_RULES } from "../agent/events.ts";
import { BACKLOG_RULES } from "../backlog/events.ts";
import { BRANCH_RULES } from "../branch/events.ts";
import { BUDGET_RULES } from "../budget/events.ts";
import { COMMENT_RULES } from "../comment/events.ts";
import { DECISION_RULES } from "../decision/events.ts";
import { ERROR_RULES } from "../error/events.ts";
import { FANOUT_RULES } from "../fanout/events.ts";
import { HANDOFF_RULES } from "../handoff/events.ts";
import { INTERCHANGE_RULES } from "../interchange/events.ts";
import { type EventData, ROOM_RULES, type RulesOf } from "../kernel/event.ts";
import { LOCK_RULES } from "../lock/events.ts";
import { MESSAGE_RULES } from "../message/events.ts";
import { POLICY_RULES } from "../policy/events.ts";
import { RETENTION_RULES } from "../retention/events.ts";
import { ROUTING_RULES } from "../routing/events.ts";
import { RUN_RULES } from "../run/events.ts";
import { SCOUT_RULES } from "../scout/events.ts";
import { SESSION_RULES } from "../session/record/events.ts";
import { TASK_RULES } from "../task/events.ts";
import { TEAM_RULES } from "../team/events.ts";
import { USAGE_RULES } from "../usage/events.ts";
import { WISDOM_RULES } from "../wisdom/events.ts";

/** What every event means for what the room asks: one that its family says nothing about does not compile. */
export const RULES: RulesOf<EventData> = {
  ...ROOM_RULES,
  ...TEAM_RULES,
  ...AGENT_RULES,
  ...MESSAGE_RULES,
  ...TASK_RULES,
  ...HANDOFF_RULES,
  ...DECISION_RULES,
  ...BACKLOG_RULES,
  ...SESSION_RULES,
  ...SCOUT_RULES,
  ...USAGE_RULES,
  ...BUDGET_RULES,
  ...POLICY_RULES,
  ...RUN_RULES,
  ...BRANCH_RULES,
  ...COMMENT_RULES,
  ...FANOUT_RULES,
  ...ROUTING_RULES,
  ...WISDOM_RULES,
  ...LOCK_RULES,
  ...ERROR_RULES,
  ...INTERCHANGE_RULES,
  ...RETENTION_RULES,
};
