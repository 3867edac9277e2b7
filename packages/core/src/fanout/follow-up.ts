import { BY_SERVER, SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import { heldForAt } from "../kernel/lease.ts";
import { isThere, type Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { cancelled } from "../task/cancel.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import { dependantsOf, waitersByTask } from "../task/dependants.ts";
import { cancelIn, reportIn } from "../task/in-event.ts";
import { liveTask } from "../task/order.ts";
import type { AttemptEnd, Task } from "../task/task.ts";
import { findRole } from "../team/team.ts";
import {
  BRANCH_TEXT_MAX,
  type BranchOutcome,
  currentAttempt,
  FANOUTS_KEPT,
  type Fanout,
  type FanoutBranch,
  isOpen,
  isSettled,
} from "./fanout.ts";

type Ended = Extract<ActedFact, { type: "fanout.branch_ended" }>["data"];

/**
 * What becomes of fan-outs, in the commit of the cause: a branch whose task ended or lost its attempt gets its outcome;
 * a fan-out whose joining task was taken away ends; one with branches that were retried is joined again. It follows
 * from the state, so that none is reported twice and none forgotten, whatever the cause.
 */
export function followFanouts(view: RoomView, steps: readonly Step[], { now }: Context): ActedFact[] {
  const head = steps.at(-1)?.after ?? view;
  if (head.fanouts.number === 0 || !isThere(head)) return [];
  const facts: ActedFact[] = [];
  let { numbers } = head;
  for (const fanout of head.fanouts.all) {
    const ends = endsOf(head, fanout, steps);
    const isClosed = ends.length === fanout.branches.filter(isOpen).length;
    if (!isClosed && isAbandoned(head, fanout)) {
      facts.push(...abandoned(head, fanout, ends));
      continue;
    }
    facts.push(...ends.map(ended));
    if (!isClosed || !fanout.isStale) continue;
    const task = joinAgain({ ...head, numbers }, fanout, now);
    const dash = task.id.lastIndexOf("-");
    numbers = { ...numbers, [task.id.slice(0, dash)]: Number(task.id.slice(dash + 1)) };
    const data = { fanoutId: fanout.id, task };
    facts.push({ type: "fanout.rejoined", data, actor: SERVER });
  }
  return [...facts, ...forgotten(head)];
}

function ended(data: Ended): ActedFact {
  return { type: "fanout.branch_ended", data, actor: SERVER };
}

/** The branches that have an outcome now and had none before. */
function endsOf(head: RoomView, fanout: Fanout, steps: readonly Step[]): Ended[] {
  return fanout.branches.filter(isOpen).flatMap((branch): Ended[] => {
    const end = endOf(head, branch, steps);
    if (!end) return [];
    const text = end.text.slice(0, BRANCH_TEXT_MAX).toWellFormed();
    return [{ fanoutId: fanout.id, taskId: branch.taskId, ...end, text }];
  });
}

type End = Pick<Ended, "outcome" | "text" | "by">;

function endOf(head: RoomView, { taskId }: FanoutBranch, steps: readonly Step[]): End | null {
  const task = liveTask(head, taskId);
  if (!task) return endOfGone(taskId, steps);
  if (task.lease || (task.attempts === 0 && task.state !== "failed")) return null;
  const { lastEnd, lastHolder } = task;
  const by = (lastHolder && head.agents[lastHolder]?.name) ?? null;
  const outcome = lastEnd ? OUTCOMES[lastEnd.how] : "rejected";
  return { outcome, text: lastEnd?.reason ?? "", by };
}

/** How the end of an attempt ends its branch. */
const OUTCOMES: Record<AttemptEnd, BranchOutcome> = {
  timed_out: "timed_out",
  empty: "empty",
  failed: "rejected",
  expired: "rejected",
  left: "rejected",
  put_back: "rejected",
  stopped: "rejected",
};

/** A task that is no longer live was completed with a result, or cancelled; nothing else counts as an end. */
function endOfGone(taskId: TaskId, steps: readonly Step[]): End {
  for (const { event } of steps) {
    const reported = reportIn(event);
    if (reported?.taskId === taskId) {
      const { summary } = reported.result;
      const by = event.actor.kind === "server" ? null : event.actor.name;
      const isSaid = /[\p{L}\p{N}]/u.test(summary);
      return { outcome: isSaid ? "fulfilled" : "empty", text: summary, by };
    }
    const cancel = cancelIn(event);
    if (cancel?.taskIds.includes(taskId)) {
      const { actor } = event;
      const by = actor.kind === "server" ? BY_SERVER.name : actor.name;
      const why = cancel.reason === "" ? "" : `: ${cancel.reason}`;
      return { outcome: "rejected", text: `${by} cancelled it${why}`, by: null };
    }
  }
  return { outcome: "rejected", text: "It ended without a result.", by: null };
}

/** The joining task waits for open branches; if it is gone, somebody took it away. */
function isAbandoned(head: RoomView, { joinTaskId, isStale }: Fanout): boolean {
  return !isStale && !liveTask(head, joinTaskId);
}

/** Nobody waits for the results: open branches end too. */
function abandoned(head: RoomView, fanout: Fanout, ends: readonly Ended[]): ActedFact[] {
  const known = new Set(ends.map(({ taskId }) => taskId));
  const open = fanout.branches.filter((one) => isOpen(one) && !known.has(one.taskId));
  const reason = `${fanout.joinTaskId}, which was to join the results, was cancelled.`;
  const ids = open.map(({ taskId }) => taskId);
  return [
    ...ends.map(ended),
    ...cancelled([...ids, ...dependantsOf(waitersByTask(head), ids)], reason, SERVER),
    ...open.map(({ taskId }) => ended({ fanoutId: fanout.id, taskId, outcome: "rejected", text: reason, by: null })),
  ];
}

/** The task that gets the results once more, from the role that had them. */
function joinAgain(room: Room, fanout: Fanout, now: number) {
  const { joinTaskId, title, messageId } = fanout;
  const before = liveTask(room, joinTaskId) ?? room.ended.find(({ id }) => id === joinTaskId);
  const role = findRole(room.team, before?.role ?? "")?.name ?? room.team.entryPoint;
  const prefix = findRole(room.team, role)?.prefix ?? "TASK";
  const retried = fanout.branches.filter(({ attempts }) => attempts.length > 1);
  const which = retried.map(({ taskId }) => taskId).join(", ");
  return {
    ...newTask(
      {
        role,
        title,
        instruction: `“${title}” was answered before; ${which} ${retried.length === 1 ? "was" : "were"} tried again since. Answer again from all results, and say what has changed.`,
        priority: "high",
      },
      nextTaskId(room.numbers, prefix),
      now,
    ),
    createdBy: BY_SERVER,
    origin: { kind: "task" as const, messageId },
  };
}

/** Where newer ones take its place, branches that nobody retried are given up. */
function forgotten(head: Room): ActedFact[] {
  const all = head.fanouts.all ?? [];
  const old = all.slice(0, Math.max(0, all.length - FANOUTS_KEPT));
  return old
    .filter((fanout) => isSettled(fanout) && !liveTask(head, fanout.joinTaskId))
    .flatMap(({ id, branches }) => {
      const failed = branches.map((one) => liveTask(head, one.taskId)).filter(isFailed);
      const reason = `Fan-out ${id} is over, and newer ones have taken its place.`;
      const ids = failed.map((task) => task.id);
      return cancelled([...ids, ...dependantsOf(waitersByTask(head), ids)], reason, SERVER);
    });
}

function isFailed(task: Task | undefined): task is Task {
  return task?.state === "failed";
}

/** When the time of an open branch is over, epoch ms: its agent's time, or the time to find one. */
export function branchDueAt(view: RoomView, { branchS }: Fanout, branch: FanoutBranch): number {
  const lease = liveTask(view, branch.taskId)?.lease;
  return lease ? heldForAt(lease, branchS) : currentAttempt(branch).since + branchS * 1000;
}
