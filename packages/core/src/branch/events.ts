import {
  ANYTHING,
  ASKED_OF_SESSIONS,
  type EventOf,
  type EventsOf,
  type FactsOf,
  fact,
  NOTHING,
  type RoomEvent,
} from "../kernel/event.ts";
import type { TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { lineageOf } from "../run/lineage.ts";
import type { RunnerId } from "../run/run.ts";
import { judgesOf } from "../session/record/roles.ts";
import type { Doer } from "../task/doer.ts";
import { liveTask } from "../task/order.ts";
import type { CheckReport, TaskResult } from "../task/result.ts";
import { isPassed } from "../task/review.ts";
import { addUsage, NO_USAGE, sumUsage } from "../usage/usage.ts";
import {
  BRANCHES_MAX,
  type Branch,
  type Branches,
  type BranchKey,
  type BranchOrder,
  type ConflictFile,
  FAILED_KEPT,
  FILES_MAX,
  isSettled,
  MERGED_MAX,
  type MergedWork,
  type MergeProblem,
  SUMMARY_MAX,
} from "./branch.ts";

/** Payloads of the events about branches that runs work on. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Reviewed work was merged into the branch that it belongs to. `why`: its place in the order. */
    "branch.merged": {
      key: BranchKey;
      line: BranchKey;
      taskId: TaskId;
      runnerId: RunnerId;
      /** Git's name of the branch that it was merged into. */
      name: string;
      /** The user's branch that this one started from. */
      base: Word | null;
      before: Word;
      head: Word;
      why: string;
      checks: CheckReport[];
    };
    /** A merge failed: what is there stays as it was. */
    "branch.merge_failed": {
      key: BranchKey;
      line: BranchKey;
      taskId: TaskId;
      why: MergeProblem;
      note: string;
      conflict: ConflictFile[];
      checks: CheckReport[];
    };
    /** A merge is tried again: somebody mended what was in the way. */
    "branch.merge_retried": { key: BranchKey };
    /** A person lets the work pass without a merge. */
    "branch.merge_skipped": { key: BranchKey; reason: string };
    /** A person ordered something for a branch. */
    "branch.ordered": { key: BranchKey; order: Omit<BranchOrder, "at"> };
    /** The runner carried out the order, or says why not. */
    "branch.order_settled": {
      key: BranchKey;
      orderId: Word;
      isDone: boolean;
      note: string;
      /** The commit that is there after the order. */
      head: Word | null;
      remote: string | null;
    };
  }
}

export const BRANCH_FACTS: FactsOf<EventsOf<"branch">> = {
  "branch.merged": fact(NOTHING, (next, { data, at }) => {
    const { key, line, taskId, runnerId, name, base, head, why, checks } = data;
    const { title, lineTitle, summary, keyDecisions, reviewers, changes, usage, sessionId } = theBranch(next, key);
    const work: MergedWork = {
      key,
      taskId,
      title,
      summary,
      keyDecisions,
      reviewers,
      head,
      at,
      why,
      files: (changes?.files ?? []).slice(0, FILES_MAX),
      ...(changes && { fileCount: changes.fileCount }),
    };
    setBranch(next, key, (one) => ({
      ...one,
      merge: { state: "merged", at, head },
      failures: 0,
    }));
    const into = next.branches[line] ?? {
      key: line,
      title: lineTitle,
      line: null,
      lineTitle: "",
      runnerId,
      name,
      base,
      head,
      sessionId,
      taskId: null,
      by: null,
      summary: "",
      keyDecisions: [],
      reviewers: [],
      changes: null,
      checks: [],
      merge: null,
      failures: 0,
      failed: [],
      merged: [],
      orders: [],
      taken: null,
      pushed: null,
      problem: null,
      usage: NO_USAGE,
      at,
    };
    const merged = [...into.merged.filter((one) => one.key !== key), work].slice(-MERGED_MAX);
    const sum = sumUsage(into.usage, usage);
    putBranch(next, { ...into, name, head, checks, merged, usage: sum, at });
  }),
  "branch.merge_failed": fact(ASKED_OF_SESSIONS, (next, { data: { key, taskId, why, note, conflict }, at }) => {
    const files = conflict.map(({ path }) => path);
    setBranch(next, key, (one) => ({
      ...one,
      merge: { state: "failed", at, why, note, taskId },
      failures: one.failures + 1,
      failed: [...one.failed, { at, why, note, files, fix: null }].slice(-FAILED_KEPT),
    }));
  }),
  "branch.merge_retried": fact(NOTHING, (next, { data: { key }, at }) =>
    setBranch(next, key, (one) =>
      one.merge?.state === "failed"
        ? { ...one, merge: { state: "waiting", since: at, taskId: one.merge.taskId }, failures: 0 }
        : one,
    ),
  ),
  "branch.merge_skipped": fact(ANYTHING, (next, { data: { key, reason }, at, actor }) => {
    const by = actor.kind === "server" ? "" : actor.name;
    setBranch(next, key, (one) => ({ ...one, merge: { state: "skipped", at, by, reason } }));
  }),
  "branch.ordered": fact(NOTHING, (next, { data: { key, order }, at }) =>
    setBranch(next, key, (one) => ({
      ...one,
      orders: [...one.orders, { ...order, at }],
      problem: null,
    })),
  ),
  "branch.order_settled": fact(NOTHING, (next, { data, at }) => {
    const { key, orderId, isDone, note, head, remote } = data;
    const branch = theBranch(next, key);
    const order = branch.orders.find(({ id }) => id === orderId);
    if (isDone && order?.act === "clean") {
      removeBranches(next, (one) => one.key === key || one.line === key);
      return;
    }
    const isTaken = isDone && order?.act === "take" && order.into !== null && head !== null;
    const isPushed = isDone && order?.act === "push" && remote !== null && head !== null;
    setBranch(next, key, (one) => ({
      ...one,
      orders: one.orders.filter(({ id }) => id !== orderId),
      problem: isDone ? null : note,
      taken: isTaken ? { into: order.into ?? "", head, by: order.by, at } : one.taken,
      pushed: isPushed ? { remote, head, at } : one.pushed,
    }));
  }),
};

/** What runs made is on branches; once the work there is done it goes where it belongs. */
export function followBranches(before: RoomView, next: RoomView, event: RoomEvent): void {
  switch (event.type) {
    case "run.examined":
      return examine(next, event);
    case "runner.forgotten":
      return removeBranches(next, ({ runnerId }) => runnerId === event.data.runnerId);
    case "task.created":
      for (const { id, fromTaskId } of event.data.tasks) mendedBy(next, fromTaskId, id);
      return;
    case "task.returned":
      withdrawMerge(next, event.data.taskId);
      return mendedBy(next, event.data.taskId, event.data.taskId);
    case "task.submitted":
      tellOf(before, next, event.data.taskId, event.data.result);
      return queuePassed(next, event.data.taskId, event.at);
    case "task.reviewed":
      return queuePassed(next, event.data.taskId, event.at);
    case "task.attempt_ended":
      if (event.data.final) stop(before, next, event.data.taskId, "failed");
      return;
    case "task.cancelled":
      for (const id of [event.data.taskId, ...event.data.cascade]) stop(before, next, id, "cancelled");
      return;
    case "task.completed":
      return chainMoved(before, next, event, event.data.taskId, event.data.result);
    case "handoff.delivered":
      return chainMoved(before, next, event, event.data.fromTaskId, event.data.result);
    case "usage.reported":
      return charge(before, next, event);
    default:
      return;
  }
}

function examine(next: RoomView, { data, at }: EventOf<"run.examined">): void {
  const { runId, evidence } = data;
  const run = next.runs.live.find(({ id }) => id === runId);
  const task = liveTask(next, evidence.taskId);
  if (!task || evidence.branch === null || run?.runnerId == null) return;
  const { key, title, line, lineTitle } = lineageOf(next, task);
  const known = next.branches[key];
  const checks = evidence.checks.map(({ name, passed }) => ({ name, passed }));
  if (known && known.head === evidence.head && known.runnerId === run.runnerId)
    return setBranch(next, key, (one) => ({ ...one, checks: checks.length ? checks : one.checks }));
  const base = next.runs.runners[run.runnerId]?.project.branch ?? null;
  const by: Doer | null = run.agentId === null ? null : { agentId: run.agentId, name: run.name, role: run.role };
  putBranch(next, {
    key,
    title,
    line,
    lineTitle,
    runnerId: run.runnerId,
    name: evidence.branch,
    base: known?.base ?? base,
    head: evidence.head,
    sessionId: task.sessionId,
    taskId: task.id,
    by,
    summary: known?.summary ?? "",
    keyDecisions: known?.keyDecisions ?? [],
    reviewers: [],
    changes: evidence.changes,
    checks,
    merge: known?.merge ?? null,
    failures: known?.failures ?? 0,
    failed: known?.failed ?? [],
    merged: known?.merged ?? [],
    orders: known?.orders ?? [],
    taken: known?.taken ?? null,
    pushed: known?.pushed ?? null,
    problem: known?.problem ?? null,
    usage: known?.usage ?? NO_USAGE,
    at,
  });
}

/** Nobody accepted what is there as done. */
function stop(before: RoomView, next: RoomView, taskId: TaskId, how: NonNullable<Branch["stopped"]>["how"]): void {
  const task = liveTask(before, taskId);
  const key = task && lineageOf(before, task).key;
  if (key !== undefined && next.branches[key]) setBranch(next, key, (one) => ({ ...one, stopped: { taskId, how } }));
}

/** Whoever mends what keeps a branch from its line. */
function mendedBy(next: RoomView, taskId: TaskId | null, fix: TaskId): void {
  const branch = Object.values(next.branches).find(({ merge }) => merge?.state === "failed" && merge.taskId === taskId);
  const last = branch?.failed.at(-1);
  if (!branch || !last || last.fix !== null) return;
  const failed = [...branch.failed.slice(0, -1), { ...last, fix }];
  setBranch(next, branch.key, (one) => ({ ...one, failed }));
}

/** A plan's task whose reviewers passed it: its branch is next. */
function queuePassed(next: RoomView, taskId: TaskId, at: number): void {
  const task = liveTask(next, taskId);
  if (!task?.review || next.branches[taskId]?.line == null) return;
  const reviewers = task.review.verdicts.flatMap(({ by, passed }) => (by && passed ? by.name : []));
  setBranch(next, taskId, (one) => ({
    ...one,
    reviewers: [...new Set(reviewers)],
    merge: isPassed(task) ? { state: "waiting", since: at, taskId } : one.merge,
  }));
}

/** It goes back to its author, and its merge waits. */
function withdrawMerge(next: RoomView, taskId: TaskId): void {
  if (next.branches[taskId]?.merge?.state === "waiting") setBranch(next, taskId, (one) => ({ ...one, merge: null }));
}

/** A task that is no plan's is passed on, or was the last of its line of work. */
function chainMoved(
  before: RoomView,
  next: RoomView,
  { actor, at }: RoomEvent,
  taskId: TaskId,
  result: TaskResult,
): void {
  const task = liveTask(before, taskId);
  const branch = task && next.branches[lineageOf(before, task).key];
  if (!branch || task.review) return;
  if (branch.stopped) setBranch(next, branch.key, (one) => ({ ...one, stopped: undefined }));
  const isJudge =
    actor.kind === "agent" &&
    actor.id !== branch.by?.agentId &&
    next.team !== null &&
    judgesOf(next.team).includes(actor.role);
  if (isJudge && task.intent !== "findings") {
    const reviewers = [...new Set([...branch.reviewers, actor.name])];
    setBranch(next, branch.key, (one) => ({ ...one, reviewers }));
  } else if (branch.summary === "" || (actor.kind === "agent" && actor.id === branch.by?.agentId))
    tellOf(before, next, taskId, result);
  if (branch.line === null || branch.merge?.state === "waiting") return;
  const isOpen = next.tasks.some((one) => one.state !== "failed" && lineageOf(next, one).key === branch.key);
  if (isOpen || (branch.merge?.state === "merged" && isIn(next, branch))) return;
  setBranch(next, branch.key, (one) => ({
    ...one,
    merge: { state: "waiting", since: at, taskId: one.taskId ?? taskId },
  }));
}

/** Everything that it has was merged into its line. */
function isIn({ branches }: RoomView, { line, key, at }: Branch): boolean {
  const work = branches[line ?? ""]?.merged.find((one) => one.key === key);
  return work !== undefined && work.at >= at;
}

/** Its maker's first account of it, for whoever merges or reads it: later ones are about mending. */
function tellOf(before: RoomView, next: RoomView, taskId: TaskId, result: TaskResult): void {
  const task = liveTask(before, taskId);
  const key = task && lineageOf(before, task).key;
  if (key === undefined || !next.branches[key]) return;
  const { summary, keyDecisions } = result;
  if (next.branches[key].merge?.state === "failed") return;
  setBranch(next, key, (one) => ({
    ...one,
    summary: cut(summary, SUMMARY_MAX),
    keyDecisions: keyDecisions.slice(0, 5).map((line) => cut(line, 300)),
  }));
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).toWellFormed();
}

/** Usage of a task counts for its branch, and then for the branch that it was merged into. */
function charge(before: RoomView, next: RoomView, { data }: EventOf<"usage.reported">): void {
  const task = liveTask(before, data.taskId);
  // Once the task has ended, its run still knows the tree.
  const run = before.runs.live.find(({ id }) => String(id) === data.usage.runId);
  const key = task ? lineageOf(before, task).key : run?.tree;
  const branch = key == null ? undefined : next.branches[key];
  if (!branch) return;
  const isMerged = branch.merge?.state === "merged" && branch.line !== null;
  for (const charged of isMerged ? [branch.key, branch.line ?? ""] : [branch.key])
    if (next.branches[charged]) setBranch(next, charged, (one) => ({ ...one, usage: addUsage(one.usage, data.usage) }));
}

function theBranch({ branches, roomId }: RoomView, key: BranchKey): Branch {
  const branch = branches[key];
  if (!branch) throw new Error(`branch ${key} is not known in ${roomId}`);
  return branch;
}

function setBranch(next: RoomView, key: BranchKey, update: (branch: Branch) => Branch): void {
  next.branches = { ...next.branches, [key]: update(theBranch(next, key)) };
}

function putBranch(next: RoomView, branch: Branch): void {
  const branches: Branches = { ...next.branches, [branch.key]: branch };
  next.branches = branches;
  const all = Object.values(branches);
  if (all.length <= BRANCHES_MAX) return;
  const old = all.filter((one) => one !== branch).sort((a, b) => a.at - b.at);
  const gone = old.find(isSettled) ?? old[0];
  removeBranches(next, (one) => one === gone);
}

function removeBranches(next: RoomView, isGone: (branch: Branch) => boolean): void {
  const kept = Object.entries(next.branches).filter(([, branch]) => !isGone(branch));
  next.branches = Object.fromEntries(kept);
}
