import type { Agent } from "../agent/agent.ts";
import { type Actor, actorOf, type PersonCaller, SERVER } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, type Refused, refused } from "../kernel/ruling.ts";
import { parseReply } from "../reply/parse.ts";
import { hasPassed } from "../reply/passed.ts";
import { tellRepairs } from "../reply/repair.ts";
import { cancelled } from "./cancel.ts";
import { asFinding, commentsWith } from "./comments.ts";
import { liveTask } from "./order.ts";
import { type Completion, refuseReply, type Taken } from "./refuse-reply.ts";
import { type NewVerdict, type Review, type ReviewOf, ROUNDS_MAX } from "./review.ts";
import type { HeldTask, Task } from "./task.ts";

type Reviewing = HeldTask & { reviewOf: ReviewOf };
type Reviewed = Task & { review: Review };

/** The task that this one judges, as long as that one waits for the verdict. */
export function reviewedTask(room: Room, { id, reviewOf }: Task): Reviewed | undefined {
  const task = reviewOf ? liveTask(room, reviewOf.taskId) : undefined;
  const isWaiting = task?.review?.open.some(({ taskId }) => taskId === id);
  return isWaiting ? (task as Reviewed) : undefined;
}

/** A reviewer's reply: the task passes, goes back to its author, waits for the others, or a person is asked. */
export function takeVerdict(
  room: Room,
  agent: Agent,
  actor: Actor,
  task: Reviewing,
  reply: string | null,
  completed: Completion,
): Taken | Refused {
  const { reviewOf } = task;
  const reviewed = reviewedTask(room, task);
  const parsed = parseReply(reply ?? "", "review");
  if (!parsed.ok)
    return refuseReply(task, reply, parsed.refusal, {
      attempt: reviewOf.refusals.length + 1,
      step: "review",
      actor,
    });
  const facts: ActedFact[] = [completed];
  if (reviewed) {
    const { mustFix, summary } = parsed.value;
    const said = commentsWith(room, task.id).map(asFinding);
    const findings = [...said, ...parsed.value.findings];
    const verdict: NewVerdict = {
      role: reviewOf.role,
      by: { agentId: agent.id, name: agent.name, role: agent.role },
      taskId: task.id,
      passed: hasPassed({ passed: parsed.value.passed, findings }),
      findings,
      mustFix,
      summary,
      repairs: parsed.repairs,
    };
    facts.push(...settled(room, reviewed, verdict, actor));
  }
  const message = tellRepairs("review", parsed.repairs);
  return { ok: true, facts, state: "completed", message };
}

/** A person waives a review that nobody gives: the task continues, marked, with the reason. */
export function waive(
  room: Room,
  task: Task & { reviewOf: ReviewOf },
  reason: string,
  by: PersonCaller,
): { ok: true; facts: ActedFact[] } | Refused {
  const { reviewOf } = task;
  if (reason.trim() === "") {
    const message = `${task.id} is the review of ${reviewOf.taskId}. Say why the work goes on without it; the reason is kept.`;
    return refused("note_required", message, { taskId: task.id, reviewOf: reviewOf.taskId });
  }
  const actor = actorOf(by);
  const facts = cancelled([task.id], reason, actor);
  const reviewed = reviewedTask(room, task);
  if (!reviewed) return { ok: true, facts };
  const verdict: NewVerdict = {
    role: reviewOf.role,
    by: null,
    taskId: task.id,
    passed: true,
    findings: [],
    mustFix: [],
    summary: reason,
    repairs: [],
  };
  return { ok: true, facts: [...facts, ...settled(room, reviewed, verdict, actor)] };
}

/** The verdict, and what follows if it is the last of its round. */
export function settled(room: Room, task: Reviewed, verdict: NewVerdict, actor: Actor): ActedFact[] {
  const { id: taskId, review } = task;
  const { round } = review;
  const facts: ActedFact[] = [{ type: "task.reviewed", data: { taskId, round, verdict }, actor }];
  if (review.open.some((other) => other.taskId !== verdict.taskId)) return facts;
  const all = [...review.verdicts, verdict];
  if (all.every(({ passed }) => passed)) {
    // Its branch goes where it belongs first, and it passes with that.
    if (!isToBeMerged(room, taskId)) facts.push(passed({ id: taskId, review }, all));
  } else if (round < ROUNDS_MAX)
    facts.push({ type: "task.returned", data: { taskId, round, note: null }, actor: SERVER });
  return facts;
}

/** What a runner made for it is on a branch that is merged into another. */
export function isToBeMerged({ branches }: Pick<Room, "branches">, taskId: TaskId): boolean {
  return branches[taskId]?.line != null;
}

/** It is done: all its reviewers passed it, or only its author looked at it. */
export function passed(
  { id: taskId, review }: Pick<Reviewed, "id" | "review">,
  verdicts: readonly Pick<NewVerdict, "by">[] = review.verdicts,
): ActedFact {
  const { round, submitted } = review;
  const isSelfChecked = verdicts.length === 0;
  const unreviewed = isSelfChecked || verdicts.some(({ by }) => by === null || by.agentId === submitted?.by.agentId);
  const why = isSelfChecked ? ("self_checked" as const) : ("reviewed" as const);
  return {
    type: "task.passed",
    data: { taskId, round, why, reason: "", unreviewed },
    actor: SERVER,
  };
}
