import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Rejection } from "../task/doer.ts";
import { reportIn } from "../task/in-event.ts";
import { flowOf } from "./flow/flows.ts";
import { setSession } from "./record/set.ts";
import { followReviews } from "./review/follow-reviews.ts";
import { rescoutAfter } from "./scout/rescout.ts";

/** What became of the tasks that sessions wait for. */
export function followSessionWork(before: RoomView, next: RoomView, event: RoomEvent): void {
  const { live } = next.sessions;
  const isLive = (id: TaskId) => next.tasks.some((task) => task.id === id);
  for (const session of live) {
    const rescout = rescoutAfter(session, event, isLive);
    if (rescout) setSession(next, session.id, (one) => ({ ...one, rescout }));
  }
  if (event.type === "task.retried") {
    const { taskId } = event.data;
    const session = live.find((one) => one.work?.taskId === taskId);
    if (session?.work) {
      const work = { ...session.work, refusals: [] };
      setSession(next, session.id, (one) => ({ ...one, work }));
    }
    return;
  }
  const isSame = before.tasks.length === next.tasks.length;
  const isSaid = event.type === "task.reviewed" || event.type === "session.discussion_opened";
  if (isSame && !isSaid && reportIn(event) === null) return;
  const tasks = new Set(next.tasks.map((task) => task.id));
  for (const session of live) {
    const { id, work, execution } = session;
    const flow = flowOf(session);
    if (work && !tasks.has(work.taskId)) setSession(next, id, (one) => ({ ...one, work: null }));
    if (!execution) continue;
    const followed = followReviews(execution, before, event, flow.steps(session));
    const isOver = followed.open.some((taskId) => !tasks.has(taskId));
    if (followed === execution && !isOver) continue;
    const open = isOver ? followed.open.filter((taskId) => tasks.has(taskId)) : followed.open;
    const over = isOver ? followed.open.filter((taskId) => !tasks.has(taskId)) : [];
    const rejections = rejectionsLeft(before, over) ?? followed.rejections;
    setSession(next, id, (one) => flow.withoutEnded({ ...one, execution: { ...followed, open, rejections } }));
  }
}

/** What the rework among these tasks leaves to the next one; `undefined`: none of them is rework. */
function rejectionsLeft({ tasks }: RoomView, over: readonly TaskId[]): Rejection[] | undefined {
  return tasks.find(({ id, intent }) => intent === "findings" && over.includes(id))?.rejections;
}
