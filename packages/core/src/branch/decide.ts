import { actorOf, BY_SERVER, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { runnerOf } from "../run/runner.ts";
import { endAttempt } from "../task/attempt.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import { foundIn, foundText } from "../task/found.ts";
import { passed } from "../task/judge.ts";
import { liveTask } from "../task/order.ts";
import { isPassed, type NewVerdict, ROUNDS_MAX } from "../task/review.ts";
import type { NewTask, Task } from "../task/task.ts";
import { REWORK_PREFIX } from "../team/rework.ts";
import { findRole } from "../team/team.ts";
import { type Branch, MERGE_FAILURES_MAX } from "./branch.ts";
import type { BranchReport } from "./command.ts";
import { mergeFindings } from "./finding.ts";
import { mergeQueue } from "./queue.ts";
import { decideRetryMerge, decideSkipMerge, unknownBranch } from "./stuck.ts";

type Failed = Extract<BranchReport, { kind: "failed" }>;

/** The name under which a failed merge stands beside the reviewers' verdicts. */
const MERGE_ROLE = "merge" as RoleName;
const ORDERS_MAX = 10;

/** A runner reports a branch of its own; repeating the report changes nothing. */
function decideReportBranch(
  room: Room,
  { by, key, report }: CommandOf<"reportBranch">,
  context: Context,
): RulingOn<"reportBranch"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const branch = room.branches[key];
  if (branch && branch.runnerId !== by.id) return unknownBranch(room, key);
  const facts = branch ? told(room, branch, report, context) : [];
  return accept([...found.events, ...facts], { key });
}

function told(room: Room, branch: Branch, report: BranchReport, context: Context): ActedFact[] {
  const { key, line, merge, runnerId } = branch;
  if (report.kind === "settled") {
    if (!branch.orders.some(({ id }) => id === report.orderId)) return [];
    const { kind: _, ...said } = report;
    return [{ type: "branch.order_settled", data: { key, ...said }, actor: SERVER }];
  }
  if (line === null || merge?.state !== "waiting") return [];
  const { taskId } = merge;
  const task = liveTask(room, taskId);
  if (report.kind === "merged") {
    const why = mergeQueue(room, runnerId).find((one) => one.branch === branch)?.why ?? "";
    const { kind: _, ...said } = report;
    const data = { key, line, taskId, runnerId, why, ...said };
    const held = task?.review && isPassed(task) ? [passed({ id: taskId, review: task.review })] : [];
    return [{ type: "branch.merged", data, actor: SERVER }, ...held];
  }
  const { why, note, conflict, checks } = report;
  const data = { key, line, taskId, why, note, conflict, checks };
  const failed: ActedFact = { type: "branch.merge_failed", data, actor: SERVER };
  // Nobody can mend the state of a repository by working on a task.
  if (why === "refused") return [failed];
  const mending = task?.review
    ? sentBack(room, branch, { ...task, review: task.review }, report)
    : branch.failures + 1 < MERGE_FAILURES_MAX
      ? fixing(room, branch, report, context)
      : [];
  return [failed, ...mending];
}

type Reviewed = Task & { review: NonNullable<Task["review"]> };

/** A plan's task goes back as after a review, but no rejection is counted against its author. */
function sentBack(room: Room, branch: Branch, task: Reviewed, report: Failed): ActedFact[] {
  if (!isPassed(task)) return [];
  const { id: taskId, review } = task;
  const { round, submitted } = review;
  const name = room.runs.runners[branch.runnerId]?.name ?? BY_SERVER.name;
  const verdict: NewVerdict = {
    role: MERGE_ROLE,
    by: { agentId: branch.runnerId, name, role: MERGE_ROLE },
    taskId,
    passed: false,
    ...mergeFindings(room, branch, report),
    repairs: [],
  };
  const spoken: ActedFact = {
    type: "task.reviewed",
    data: { taskId, round, verdict },
    actor: SERVER,
  };
  if (round >= ROUNDS_MAX) return [spoken];
  const lifts = submitted ? { lifts: [submitted.by.agentId] } : {};
  const data = { taskId, round, note: null, ...lifts };
  return [spoken, { type: "task.returned", data, actor: SERVER }];
}

/**
 * Work that was passed from role to role is over: a task of its own mends the branch, and what requires the work waits
 * for that task.
 */
function fixing(room: Room, branch: Branch, report: Failed, { now }: Context): ActedFact[] {
  const { key, title, by, sessionId, merge } = branch;
  const { summary, findings, mustFix } = mergeFindings(room, branch, report);
  const role = by?.role ?? room.team.entryPoint;
  const id = nextTaskId(room.numbers, REWORK_PREFIX);
  const merged = merge?.state === "waiting" ? merge.taskId : null;
  const body = [summary, ...foundIn({ findings, mustFix }).map(foundText)].join("\n\n");
  const fix: NewTask = {
    ...newTask(
      {
        role: findRole(room.team, role) ? role : room.team.entryPoint,
        title: `Fit ${key} into its branch: ${title}`.slice(0, 200).toWellFormed(),
        instruction: body.slice(0, 20_000).toWellFormed(),
        priority: "high",
      },
      id,
      now,
    ),
    intent: "findings",
    fromTaskId: merged,
    createdBy: BY_SERVER,
    origin: { kind: "task", messageId: null },
    sessionId,
  };
  const needing = room.tasks.filter(
    ({ requires, state }) =>
      (state === "pending" || state === "claimed") && requires.some((one) => one === merged || one === key),
  );
  const back = needing.flatMap((task) =>
    endAttempt(task, "put_back", `${id} comes first.`, { countsAsAttempt: false }).map((fact) => ({
      ...fact,
      actor: SERVER,
    })),
  );
  const blocks = needing.map((task) => ({ taskId: task.id, requires: [id] }));
  const data = { tasks: [fix], ...(blocks.length > 0 ? { blocks } : {}) };
  return [...back, { type: "task.created", data, actor: SERVER }];
}

/** A person takes it into a branch of their own, pushes it, or cleans up. */
function decideOrderBranch(
  room: Room,
  { by, branch: key, act, into = null, anyway }: CommandOf<"orderBranch">,
  { newId }: Context,
): RulingOn<"orderBranch"> {
  const branch = room.branches[key];
  if (!branch) return unknownBranch(room, key);
  const same = branch.orders.find((order) => order.act === act);
  if (same) return accept([], { key, orderId: same.id });
  const wrong = refuseOrder(room, branch, act, into ?? branch.base, anyway);
  if (wrong) return wrong;
  const order = {
    id: newId(),
    act,
    by: by.name,
    into: act === "take" ? (into ?? branch.base) : null,
    ...(anyway ? { anyway: true as const } : {}),
  };
  const fact: ActedFact = { type: "branch.ordered", data: { key, order }, actor: actorOf(by) };
  return accept([fact], { key, orderId: order.id });
}

function refuseOrder(
  room: Room,
  branch: Branch,
  act: CommandOf<"orderBranch">["act"],
  into: string | null,
  anyway = false,
): Refused | null {
  const { key, name, line, orders, runnerId, stopped } = branch;
  if (orders.length >= ORDERS_MAX)
    return refused("limit_reached", `${name} has ${ORDERS_MAX} orders that wait.`, {
      limit: ORDERS_MAX,
    });
  const runner = room.runs.runners[runnerId];
  if (!runner?.online) {
    const where = runner ? `${runner.name} is offline` : "its runner is gone";
    return refused("branch_state", `${name} can't be reached: ${where}.`, { key }, []);
  }
  if (act === "take" && line !== null) {
    const message = `${name} goes into ${room.branches[line]?.name ?? line} first; take that one.`;
    return refused("branch_state", message, { key, line }, ["push"]);
  }
  if (act === "take" && into === null) {
    const message = "Name the branch that it goes into: `into`.";
    return refused("branch_state", message, { key }, ["push", "clean"]);
  }
  const waiting = Object.values(room.branches).filter(
    (one) => one.line === key && (one.merge?.state === "waiting" || one.merge?.state === "failed"),
  );
  const [first] = waiting;
  if (act === "take" && first) {
    const message = `${first.key} isn't merged into ${name} yet. Wait for it, or skip it.`;
    return refused("branch_state", message, { key, waiting: waiting.map((one) => one.key) }, []);
  }
  if (act === "take" && stopped && !anyway) {
    const what = stopped.how === "failed" ? "failed" : "was cancelled";
    const message = `${stopped.taskId} ${what}: nobody took what ${name} has for done, and it may reach beyond the task's boundaries. Look at its changes first, then take it with \`anyway\`.`;
    return refused("branch_state", message, { key, ...stopped }, ["push", "clean"]);
  }
  const busy = (room.runs.live ?? []).find(
    ({ tree, state }) => state === "active" && tree !== null && (tree === key || room.branches[tree]?.line === key),
  );
  if (act === "clean" && busy) {
    const message = `Run ${busy.id} works on ${name}. Stop it first, or wait.`;
    return refused("branch_state", message, { key, runId: busy.id }, []);
  }
  return null;
}

/** When a runner is forgotten, its branches are gone: what only waits to be merged there passes unmerged. */
export function followForgotten(view: RoomView, steps: readonly Step[]): ActedFact[] {
  if (!steps.some(({ event }) => event.type === "runner.forgotten")) return [];
  const head = steps.at(-1)?.after ?? view;
  return head.tasks.flatMap((task) => {
    const was = view.branches[task.id]?.line != null;
    const isHeld = was && head.branches[task.id] === undefined;
    return isHeld && task.review && isPassed(task) ? [passed({ id: task.id, review: task.review })] : [];
  });
}

export const branchRules = {
  reportBranch: decideReportBranch,
  orderBranch: decideOrderBranch,
  retryMerge: decideRetryMerge,
  skipMerge: decideSkipMerge,
} satisfies Partial<Rules>;
