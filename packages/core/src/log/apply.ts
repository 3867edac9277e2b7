import { closeUndos } from "../asking/close-undos.ts";
import { BACKLOG_REDUCERS, followWork } from "../backlog/apply.ts";
import { BRANCH_REDUCERS, followBranches } from "../branch/apply.ts";
import { BUDGET_REDUCERS, followBudgets } from "../budget/apply.ts";
import { COMMENT_REDUCERS, followComments } from "../comment/apply.ts";
import { DECISION_REDUCERS } from "../decision/apply.ts";
import { ERROR_REDUCERS } from "../error/apply.ts";
import { FANOUT_REDUCERS, followFanouts } from "../fanout/apply.ts";
import { HANDOFF_REDUCERS } from "../handoff/apply.ts";
import { INTERCHANGE_REDUCERS } from "../interchange/apply.ts";
import type { EventData, ReducersOf, RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { followHolders, LOCK_REDUCERS } from "../lock/apply.ts";
import { MESSAGE_REDUCERS } from "../message/apply.ts";
import { followMessages } from "../message/follow.ts";
import { followCalls, POLICY_REDUCERS } from "../policy/apply.ts";
import { RETENTION_REDUCERS } from "../retention/apply.ts";
import { ROUTING_REDUCERS } from "../routing/apply.ts";
import { followRuns, RUN_REDUCERS } from "../run/apply.ts";
import { SESSION_REDUCERS } from "../session/apply.ts";
import { countRuns, USAGE_REDUCERS } from "../session/budget/usage-apply.ts";
import { followSessionWork } from "../session/follow-work.ts";
import { followGates } from "../session/gate/apply.ts";
import { followTaken } from "../session/plan/taken.ts";
import { followWaiting } from "../session/record/waiting.ts";
import { followScouts, SCOUT_REDUCERS } from "../session/scout/apply.ts";
import { TASK_REDUCERS } from "../task/apply.ts";
import { followWishes } from "../task/wish.ts";
import { WISDOM_REDUCERS } from "../wisdom/apply.ts";
import { AGENT_REDUCERS } from "./apply-agent.ts";
import { ROOM_REDUCERS } from "./apply-room.ts";
import { TEAM_REDUCERS } from "./apply-team.ts";
import { ACTIVITY_MINUTES } from "./view.ts";

/** What each event does to the room: one that its family forgets does not compile. */
const REDUCERS: ReducersOf<EventData> = {
  ...ROOM_REDUCERS,
  ...TEAM_REDUCERS,
  ...AGENT_REDUCERS,
  ...MESSAGE_REDUCERS,
  ...TASK_REDUCERS,
  ...HANDOFF_REDUCERS,
  ...DECISION_REDUCERS,
  ...BACKLOG_REDUCERS,
  ...SESSION_REDUCERS,
  ...SCOUT_REDUCERS,
  ...USAGE_REDUCERS,
  ...BUDGET_REDUCERS,
  ...POLICY_REDUCERS,
  ...RUN_REDUCERS,
  ...BRANCH_REDUCERS,
  ...COMMENT_REDUCERS,
  ...FANOUT_REDUCERS,
  ...ROUTING_REDUCERS,
  ...WISDOM_REDUCERS,
  ...LOCK_REDUCERS,
  ...ERROR_REDUCERS,
  ...INTERCHANGE_REDUCERS,
  ...RETENTION_REDUCERS,
};
type Reducer = (next: RoomView, event: RoomEvent) => void;

/**
 * The one reducer: the room after `event`. Pure, shares all that did not change.
 * Throws when the event does not follow the view: a gap is a bug of the caller, never skipped.
 */
export function apply(view: RoomView, event: RoomEvent): RoomView {
  if (event.roomId !== view.roomId) {
    throw new Error(`event ${event.seq} of ${event.roomId} is of another room than ${view.roomId}`);
  }
  if (event.seq !== view.seq + 1) {
    throw new Error(`event ${event.seq} does not follow ${view.seq} in room ${event.roomId}`);
  }
  const next: RoomView = {
    ...view,
    seq: event.seq,
    at: event.at,
    activity: countActivity(view.activity, event.at),
  };
  (REDUCERS[event.type] as Reducer)(next, event);
  if (next.tasks !== view.tasks) {
    followWishes(view, next, event);
    if (next.backlog.number > 0) followWork(view, next, event);
    if (next.sessions.live.length > 0) {
      countRuns(next, event);
      followSessionWork(view, next, event);
      followTaken(view, next, event);
      followGates(next, event);
    }
  }
  if (next.tasks !== view.tasks || next.sessions !== view.sessions) closeUndos(next);
  followCalls(view, next, event);
  followWaiting(view, next);
  followScouts(view, next, event);
  followRuns(view, next, event);
  followBranches(view, next, event);
  followFanouts(view, next, event);
  followComments(view, next);
  followMessages(view, next, event);
  followBudgets(next, event);
  followHolders(view, next);
  return next;
}

function countActivity(activity: RoomView["activity"], at: number): RoomView["activity"] {
  const minute = Math.floor(at / 60_000);
  const passed = Math.min(ACTIVITY_MINUTES, Math.max(0, minute - activity.minute));
  const counts =
    passed === 0
      ? activity.counts.slice()
      : [...activity.counts.slice(passed), ...new Array<number>(passed).fill(0)];
  counts[ACTIVITY_MINUTES - 1] = (counts[ACTIVITY_MINUTES - 1] ?? 0) + 1;
  return { minute: Math.max(minute, activity.minute), counts };
}
