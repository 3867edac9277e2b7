import { BACKLOG_FACTS } from "../backlog/events.ts";
import { BRANCH_FACTS } from "../branch/events.ts";
import { BUDGET_FACTS } from "../budget/events.ts";
import { COMMENT_FACTS } from "../comment/events.ts";
import { DECISION_FACTS } from "../decision/events.ts";
import { ERROR_FACTS } from "../error/events.ts";
import { FANOUT_FACTS } from "../fanout/events.ts";
import { HANDOFF_FACTS } from "../handoff/events.ts";
import { INTERCHANGE_FACTS } from "../interchange/events.ts";
import type { EventData, FactsOf } from "../kernel/event.ts";
import { LOCK_FACTS } from "../lock/events.ts";
import { MESSAGE_FACTS } from "../message/events.ts";
import { POLICY_FACTS } from "../policy/events.ts";
import { RETENTION_FACTS } from "../retention/events.ts";
import { ROUTING_FACTS } from "../routing/events.ts";
import { RUN_FACTS } from "../run/events.ts";
import { SESSION_FACTS } from "../session/apply.ts";
import { USAGE_FACTS } from "../session/budget/usage-apply.ts";
import { SCOUT_FACTS } from "../session/scout/apply.ts";
import { TASK_FACTS } from "../task/events.ts";
import { WISDOM_FACTS } from "../wisdom/events.ts";
import { AGENT_FACTS } from "./agent.ts";
import { ROOM_FACTS } from "./room.ts";
import { TEAM_FACTS } from "./team.ts";

/** What every event means: one that its family forgets does not compile. */
export const FACTS: FactsOf<EventData> = {
  ...ROOM_FACTS,
  ...TEAM_FACTS,
  ...AGENT_FACTS,
  ...MESSAGE_FACTS,
  ...TASK_FACTS,
  ...HANDOFF_FACTS,
  ...DECISION_FACTS,
  ...BACKLOG_FACTS,
  ...SESSION_FACTS,
  ...SCOUT_FACTS,
  ...USAGE_FACTS,
  ...BUDGET_FACTS,
  ...POLICY_FACTS,
  ...RUN_FACTS,
  ...BRANCH_FACTS,
  ...COMMENT_FACTS,
  ...FANOUT_FACTS,
  ...ROUTING_FACTS,
  ...WISDOM_FACTS,
  ...LOCK_FACTS,
  ...ERROR_FACTS,
  ...INTERCHANGE_FACTS,
  ...RETENTION_FACTS,
};
