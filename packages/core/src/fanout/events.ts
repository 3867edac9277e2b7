import type { Attachment } from "../attachment/attachment.ts";
import { ANYTHING, type EventsOf, type FactsOf, fact, type RoomEvent } from "../kernel/event.ts";
import type { Fence, MessageId, TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { isHeldBack, liveTask } from "../task/order.ts";
import { addTask, setTask } from "../task/set.ts";
import type { NewTask, Task } from "../task/task.ts";
import { wishOf } from "../task/worker-model.ts";
import type { Tier } from "../team/tiers.ts";
import {
  BRANCH_ATTEMPTS_KEPT,
  type BranchAttempt,
  type BranchOutcome,
  currentAttempt,
  FANOUTS_KEPT,
  type Fanout,
  type FanoutBranch,
  type FanoutId,
  findFanout,
  isOpen,
  isSettled,
} from "./fanout.ts";

/** Payloads of the fan-out's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * A request goes to several agents at once, each with a task of its own. `joinTaskId` waits for all of them; an
     * agent that held it gives it back.
     */
    "fanout.opened": {
      fanoutId: FanoutId;
      messageId: MessageId | null;
      title: string;
      tier: Tier | null;
      /** Seconds that each branch has. */
      branchS: number;
      joinTaskId: TaskId;
      /** The fence of the claim that ends with it. */
      fence: Fence | null;
      tasks: NewTask[];
      /** Files of the message: every branch gets them. */
      attachments?: readonly Attachment[];
    };
    /** A branch has its outcome. */
    "fanout.branch_ended": {
      fanoutId: FanoutId;
      taskId: TaskId;
      outcome: BranchOutcome;
      /** The result, or why there is none. */
      text: string;
      /** The agent that ended it. */
      by: Word | null;
    };
    /** Branches were retried after their results had been joined: another task joins them again. */
    "fanout.rejoined": { fanoutId: FanoutId; task: NewTask };
  }
}

export const FANOUT_FACTS: FactsOf<EventsOf<"fanout">> = {
  "fanout.opened": fact(ANYTHING, (next, { data, at, actor }) => {
    const { fanoutId: id, messageId, title, tier, branchS, joinTaskId, tasks, attachments } = data;
    // Their limit runs from now on, so they go ahead of work that has time.
    for (const task of tasks) addTask(next, task, { frontAt: at, said: null });
    const ids = tasks.map((task) => task.id);
    setTask(next, joinTaskId, (task) => ({
      ...task,
      state: "pending",
      lease: null,
      requires: [...task.requires, ...ids],
      waitsFor: [...task.waitsFor, ...ids],
    }));
    const opened: Fanout = {
      id,
      messageId,
      title,
      tier,
      branchS,
      joinTaskId,
      by: actor.kind === "server" ? "Squadroom" : actor.name,
      openedAt: at,
      isStale: false,
      branches: tasks.map((task) => ({
        taskId: task.id,
        role: task.role,
        title: task.title,
        attempts: [attemptAt(at)],
      })),
      ...(attachments ? { attachments } : {}),
      ...wishFor(liveTask(next, joinTaskId)),
    };
    next.fanouts = { number: id, all: [...kept(next), opened] };
  }),
  "fanout.branch_ended": fact(ANYTHING, (next, { data, at }) => {
    const { fanoutId, taskId, outcome, text, by } = data;
    const { joinTaskId } = setBranch(next, fanoutId, taskId, (branch) =>
      withAttempt(branch, { ...currentAttempt(branch), endedAt: at, outcome, text, by }),
    );
    if (liveTask(next, joinTaskId)?.waitsFor.includes(taskId))
      setTask(next, joinTaskId, (task) => ({
        ...task,
        waitsFor: task.waitsFor.filter((id) => id !== taskId),
      }));
    const task = liveTask(next, taskId);
    if (task && task.state !== "failed")
      setTask(next, taskId, (one) => ({
        ...one,
        state: "failed",
        frontAt: null,
        parkedAt: null,
        toldToWait: false,
        lastEnd: one.attempts > 0 ? one.lastEnd : { how: "timed_out", reason: text, at },
      }));
  }),
  "fanout.rejoined": fact(ANYTHING, (next, { data: { fanoutId, task } }) => {
    const { wish } = findFanout(next, fanoutId) ?? {};
    addTask(next, task);
    if (wish) setTask(next, task.id, (one) => ({ ...one, wish }));
    setFanout(next, fanoutId, (fanout) => ({ ...fanout, joinTaskId: task.id, isStale: false }));
  }),
};

/** What happens to a branch's task happens to its attempt, and a branch that is retried is waited for again. */
export function followFanouts(before: RoomView, next: RoomView, event: RoomEvent): void {
  if (next.fanouts.number === 0 || (before.tasks === next.tasks && before.budgets === next.budgets)) return;
  followTask(before, next, event);
  for (const fanout of next.fanouts.all) {
    if (fanout.isStale) waitAgain(before, next, fanout);
    for (const branch of fanout.branches) if (isOpen(branch)) waitAnew(before, next, branch, event.at);
  }
}

/** Whether nobody can take it for now and a person knows: that time does not count. */
export function isOnHold(view: RoomView, task: Task): boolean {
  return task.toldToWait || isHeldBack(view, task);
}

/** Work that nobody could take has all of its time from when somebody can. */
function waitAnew(before: RoomView, next: RoomView, { taskId }: FanoutBranch, at: number): void {
  const was = liveTask(before, taskId);
  const task = liveTask(next, taskId);
  if (!was || !task || task.lease || !isOnHold(before, was) || isOnHold(next, task)) return;
  ofBranch(next, taskId, (branch) => withAttempt(branch, { ...currentAttempt(branch), since: at }));
}

function followTask(before: RoomView, next: RoomView, event: RoomEvent): void {
  switch (event.type) {
    case "task.claimed":
      return ofBranch(next, event.data.taskId, (branch) =>
        withAttempt(branch, { ...currentAttempt(branch), takenAt: event.at }),
      );
    case "task.released":
    case "task.attempt_ended":
      return ofBranch(next, event.data.taskId, (branch) =>
        // The branch's end tells of what comes after a count.
        isCounted(before, event) ? branch : withAttempt(branch, attemptAt(event.at)),
      );
    case "task.retried":
      return retry(next, event.data.taskId, event.at);
    case "task.reassigned":
    case "team.changed":
      for (const { taskId } of event.data.tasks)
        ofBranch(next, taskId, (branch) => ({
          ...branch,
          role: liveTask(next, taskId)?.role ?? branch.role,
        }));
      return;
    default:
  }
}

/** Whether this end of an attempt is the end of its branch. */
function isCounted(before: RoomView, event: RoomEvent): boolean {
  if (event.type !== "task.attempt_ended") return false;
  const { taskId, attempts, final } = event.data;
  return final || attempts > (liveTask(before, taskId)?.attempts ?? 0);
}

function retry(next: RoomView, taskId: TaskId, at: number): void {
  const id = liveTask(next, taskId)?.branchOf;
  if (id === undefined) return;
  setBranch(next, id, taskId, (branch) => ({
    ...branch,
    attempts: [...branch.attempts, attemptAt(at)].slice(-BRANCH_ATTEMPTS_KEPT),
  }));
  setTask(next, taskId, (task) => ({ ...task, frontAt: at }));
  setFanout(next, id, (fanout) => ({ ...fanout, isStale: true }));
}

/** A joining task that nobody holds, or that comes back, waits for the branches that were retried. */
function waitAgain(before: RoomView, next: RoomView, { id, joinTaskId, branches }: Fanout): void {
  const isCancelled = next.ended.some((task) => task.id === joinTaskId && task.state === "cancelled");
  // Whoever takes it away in the meantime wants no other one.
  if (isCancelled && liveTask(before, joinTaskId))
    return void setFanout(next, id, (fanout) => ({ ...fanout, isStale: false }));
  if (liveTask(next, joinTaskId)?.state !== "pending") return;
  const open = branches.filter(isOpen).map(({ taskId }) => taskId);
  if (open.length === 0) return;
  setTask(next, joinTaskId, (task) => ({
    ...task,
    waitsFor: [...new Set([...task.waitsFor, ...open])],
  }));
  setFanout(next, id, (fanout) => ({ ...fanout, isStale: false }));
}

function wishFor(task: Task | undefined): Pick<Fanout, "wish"> {
  const wish = task ? wishOf(task) : {};
  return Object.keys(wish).length > 0 ? { wish } : {};
}

function attemptAt(since: number): BranchAttempt {
  return { since, takenAt: null, endedAt: null, outcome: null, text: "", by: null };
}

function withAttempt(branch: FanoutBranch, last: BranchAttempt): FanoutBranch {
  return { ...branch, attempts: branch.attempts.with(-1, last) };
}

function ofBranch(next: RoomView, taskId: TaskId, update: (branch: FanoutBranch) => FanoutBranch): void {
  const id = liveTask(next, taskId)?.branchOf;
  if (id !== undefined) setBranch(next, id, taskId, update);
}

function setBranch(
  next: RoomView,
  id: FanoutId,
  taskId: TaskId,
  update: (branch: FanoutBranch) => FanoutBranch,
): Fanout {
  return setFanout(next, id, (fanout) => ({
    ...fanout,
    branches: fanout.branches.map((branch) => (branch.taskId === taskId ? update(branch) : branch)),
  }));
}

function setFanout(next: RoomView, id: FanoutId, update: (fanout: Fanout) => Fanout): Fanout {
  const { number, all } = next.fanouts;
  const at = all.findIndex((fanout) => fanout.id === id);
  const before = all[at];
  if (!before) throw new Error(`fan-out ${id} is not known in ${next.roomId}`);
  const fanout = update(before);
  next.fanouts = { number, all: all.with(at, fanout) };
  return fanout;
}

/** The newest ones, and those that are not over. */
function kept(next: RoomView): readonly Fanout[] {
  const { all } = next.fanouts;
  const tooMany = all.length + 1 - FANOUTS_KEPT;
  if (tooMany <= 0) return all;
  const over = new Set(all.filter((fanout) => isOver(next, fanout)).slice(0, tooMany));
  return all.filter((fanout) => !over.has(fanout));
}

/** Nothing of it is left to do or to retry. */
export function isOver(view: RoomView, fanout: Fanout): boolean {
  return (
    isSettled(fanout) &&
    !liveTask(view, fanout.joinTaskId) &&
    !fanout.branches.some(({ taskId }) => liveTask(view, taskId))
  );
}
