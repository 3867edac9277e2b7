import type { Agent } from "../agent/agent.ts";
import { refuseBroken, refuseStopped } from "../agent/refuse-stopped.ts";
import { seat } from "../agent/seat.ts";
import { reporting } from "../budget/report.ts";
import type { Actor, AgentCaller, Author } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";
import { isHeldUnder } from "../kernel/lease.ts";
import { type Room, roomAfter } from "../kernel/room.ts";
import { type ActedFact, accept, type RoomRuling, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { endAttempt } from "./attempt.ts";
import { availableWith, claimNext } from "./claim.ts";
import type { Claim, ResultDraft } from "./command.ts";
import { refuseOutside, refuseStrays } from "./limits.ts";
import { liveTask } from "./order.ts";
import type { TaskResult } from "./result.ts";
import { subagentWarnings } from "./subagents.ts";
import type { HeldTask, Task } from "./task.ts";

type Working = {
  ok: true;
  agent: Agent;
  actor: Author;
  /** The agent's return, if the log shows it as silent. */
  events: ActedFact[];
  task: HeldTask;
};

/** Checks that the caller works on this task under this fence, by a readable spec; otherwise returns the refusal. */
export function working(...of: Parameters<typeof holding>): ReturnType<typeof holding> {
  const at = holding(...of);
  return (at.ok && refuseBroken(of[0], at.agent.role)) || at;
}

/** Checks that the caller has this task under this fence, or returns the refusal that says who holds it now. */
export function holding(
  room: Room,
  by: AgentCaller,
  taskId: TaskId,
  fence: Fence,
): Working | Extract<RoomRuling, { ok: false }> {
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const task = liveTask(room, taskId);
  if (!task) {
    const ended = room.ended.find((one) => one.id === taskId);
    if (ended) {
      const { state } = ended;
      const message = `${taskId} has ended: ${ended.by} ${state} it${withSession(room, ended)}.`;
      return refused("lease_lost", message, { taskId, fence, state, heldBy: null });
    }
    return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
  }
  const { lease } = task;
  if (lease && isHeldUnder(lease, by.id, fence)) {
    return {
      ok: true,
      agent: seated.agent,
      actor: seated.actor,
      events: seated.events,
      task: { ...task, lease },
    };
  }
  if (fence > room.fence) {
    const own = lease?.agentId === by.id ? `; yours is ${lease.fence}` : "";
    const message = `No claim has the fence ${fence}${own}. Send the fence from your delivery.`;
    return refused("lease_lost", message, { taskId, fence, newest: lease?.fence ?? null });
  }
  // A stopped agent has nothing to claim before a person has decided, whichever of its tasks this was.
  const stopped = lease?.agentId === by.id ? null : refuseStopped(room, by);
  if (stopped) return stopped;
  const holder = lease ? (room.agents[lease.agentId]?.name ?? lease.agentId) : null;
  const message = lease
    ? lease.agentId === by.id
      ? `You hold ${taskId} under another claim (fence ${lease.fence}).`
      : `${holder} holds ${taskId} now.`
    : `Your claim on ${taskId} ended${task.lastEnd ? ` (${task.lastEnd.how}: ${task.lastEnd.reason})` : ""}; nobody holds it.`;
  return refused("lease_lost", message, {
    taskId,
    fence,
    state: task.state,
    heldBy: holder,
    newest: lease?.fence ?? null,
  });
}

/** If it ended with its session: which one, and why. Both have the time of the same commit. */
export function withSession({ sessions }: Pick<Room, "sessions">, { state, at }: Room["ended"][number]): string {
  const last = sessions.ended.find((one) => one.at === at);
  if (state !== "cancelled" || !last) return "";
  const why = last.reason.trim() === "" ? "" : `: “${titleOf(last.reason, 200)}”`;
  return ` with session ${last.id} “${titleOf(last.title, 60)}”${why}`;
}

export function decideFail(room: Room, command: CommandOf<"fail">, _context: Context): RulingOn<"fail"> {
  const found = holding(room, command.by, command.taskId, command.fence);
  if (!found.ok) return found;
  const at = reporting(room, found, command.usage);
  const [ended] = endAttempt(at.task, "failed", command.reason, { countsAsAttempt: true });
  if (!ended) return refused("lease_lost", "This task has no attempt to end.", { taskId: command.taskId });
  return accept([...at.events, { ...ended, actor: at.actor }], {
    taskId: command.taskId,
    // A branch has one attempt, until somebody retries it.
    state: ended.data.final || at.task.branchOf !== undefined ? "failed" : "pending",
    attempts: ended.data.attempts,
  });
}

/**
 * The result in full, or what is wrong with it: no file is outside the limits, and each success criterion is answered
 * and met. A task that is not done (a question, findings) may leave criteria open or unmet.
 */
export function judgeResult(
  task: Task,
  draft: ResultDraft,
  { isDone }: { isDone: boolean } = { isDone: true },
): { ok: true; result: TaskResult } | Extract<RoomRuling, { ok: false }> {
  const { artifacts = [], touched = [] } = draft;
  const strays = refuseStrays(task, [
    ...artifacts,
    // Git's own names may contain one; in reported paths it separates folders.
    ...touched.map((path) => ({ path: path.replaceAll("\\", "/") })),
  ]);
  if (strays) return strays;
  const outside = refuseOutside(task, draft);
  if (outside) return outside;
  const criteria = (draft.criteria ?? []).map((answer) => {
    const { criterion } = answer;
    const named = typeof criterion === "number" ? task.successCriteria[criterion - 1] : criterion;
    return { ...answer, criterion: named ?? "" };
  });
  const stray = criteria.findIndex(({ criterion }) => criterion === "");
  if (stray >= 0) return noSuchCriterion(task, draft.criteria?.[stray]?.criterion, stray);
  const missing = task.successCriteria.filter(
    (criterion) => !criteria.some((answer) => answer.criterion === criterion),
  );
  const unmet = criteria.filter((answer) => !answer.met).map((answer) => answer.criterion);
  if (isDone && (missing.length > 0 || unmet.length > 0)) {
    const message =
      missing.length > 0
        ? `${task.id} has success criteria you have not answered. Answer each; say what is missing if one is not met.`
        : `${task.id} has success criteria that are not met. Go on working, or fail it.`;
    return refused("evidence_missing", message, { taskId: task.id, missing, unmet });
  }
  return {
    ok: true,
    result: {
      summary: draft.summary,
      criteria,
      keyDecisions: draft.keyDecisions ?? [],
      artifacts: draft.artifacts ?? [],
      warnings: [...(draft.warnings ?? []), ...subagentWarnings(task.progress)],
      ...(draft.diff ? { diff: draft.diff } : {}),
      ...(draft.changes ? { changes: draft.changes } : {}),
      ...(draft.checks === undefined ? {} : { checks: draft.checks }),
      ...(draft.verdict ? { verdict: draft.verdict } : {}),
    },
  };
}

function noSuchCriterion(
  { id, successCriteria }: Task,
  named: string | number | undefined,
  at: number,
): Extract<RoomRuling, { ok: false }> {
  const has = successCriteria.length;
  const problem = `${id} has ${has === 0 ? "no" : has} success ${has === 1 ? "criterion" : "criteria"}, and none is number ${named}.`;
  const field = `body.result.criteria.${at}.criterion`;
  return refused("bad_request", `${field}: ${problem}`, { issues: [{ field, problem }] });
}

/** These facts, and the claim of the task that comes next after them, if there is one. */
export function thenClaim(
  room: Room,
  facts: ActedFact[],
  agent: Agent,
  actor: Actor,
  context: Context,
): { events: ActedFact[]; next: Claim | null; steps: Step[] } {
  const steps = context.fold(room, facts);
  const after = roomAfter(room, steps);
  const claim = claimNext(after, agent, actor, availableWith(after, agent.role), context);
  return { events: claim ? [...facts, claim.fact] : facts, next: claim?.reply ?? null, steps };
}
