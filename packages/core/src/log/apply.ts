import { closeUndos } from "../asking/close-undos.ts";
import { followWork } from "../backlog/events.ts";
import { followBranches } from "../branch/events.ts";
import { followBudgets } from "../budget/events.ts";
import { followComments } from "../comment/events.ts";
import { FACTS } from "../fact/facts.ts";
import { followFanouts } from "../fanout/events.ts";
import type { FactDef, RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { followHolders } from "../lock/events.ts";
import { followMessages } from "../message/follow.ts";
import { followCalls } from "../policy/events.ts";
import { followRuns } from "../run/follow.ts";
import { countRuns } from "../session/budget/usage-apply.ts";
import { followSessionWork } from "../session/follow-work.ts";
import { followGates } from "../session/gate/apply.ts";
import { followTaken } from "../session/plan/taken.ts";
import { followWaiting } from "../session/record/waiting.ts";
import { followScouts } from "../session/scout/apply.ts";
import { followWishes } from "../task/wish.ts";
import { ACTIVITY_MINUTES } from "./view.ts";

/**
 * The one reducer: the room after `event`. Pure; shares everything that did not change. Throws if the event does not
 * follow the view: a gap is a bug of the caller and never skipped.
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
  const fact = FACTS[event.type] as FactDef<RoomEvent>;
  fact.apply(next, event);
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
  followRuns(view, next, event, fact.isIdle === true);
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
    passed === 0 ? activity.counts.slice() : [...activity.counts.slice(passed), ...new Array<number>(passed).fill(0)];
  counts[ACTIVITY_MINUTES - 1] = (counts[ACTIVITY_MINUTES - 1] ?? 0) + 1;
  return { minute: Math.max(minute, activity.minute), counts };
}
