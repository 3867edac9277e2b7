import type { Agent } from "../agent/agent.ts";
import { type Actor, BY_SERVER, SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { cut } from "../kernel/storable.ts";
import { offeredRoles } from "../team/availability.ts";
import { handoffTargets } from "../team/targets.ts";
import { findRole, type Target } from "../team/team.ts";
import { availableWith } from "./claim.ts";
import { newTask, nextTaskId } from "./create.ts";
import { isToBeMerged } from "./judge.ts";
import type { TaskResult } from "./result.ts";
import type { Review } from "./review.ts";
import type { HeldTask, NewTask } from "./task.ts";

/** A plan's task whose author says that it is done. */
export type Submittable = HeldTask & { review: Review };

/**
 * What a plan's task becomes when its author is done: its reviewers get a task each. If nobody else can
 * look at it, its author's own check has to do, and it is marked unreviewed.
 *
 * @source domain.md § 5 (reviews always run)
 */
export function submit(
  room: Room,
  agent: Agent,
  actor: Actor,
  task: Submittable,
  result: TaskResult,
  { now }: Pick<Context, "now">,
): { facts: ActedFact[]; reviewers: RoleName[] } {
  const round = task.review.round + 1;
  const reviewers = reviewersNow(room, task, agent);
  const by = { agentId: agent.id, name: agent.name, role: agent.role };
  const numbers = { ...room.numbers };
  const reviews = reviewers.map((role) => {
    const prefix = findRole(room.team, role)?.prefix ?? "TASK";
    const id = nextTaskId(numbers, prefix);
    numbers[prefix] = (numbers[prefix] ?? 0) + 1;
    return { role, task: reviewTask(task, agent, role, round, id, now) };
  });
  const { id: taskId, lease } = task;
  const facts: ActedFact[] = [
    {
      type: "task.submitted",
      data: { taskId, fence: lease.fence, round, result, by, reviews },
      actor,
    },
  ];
  if (reviews.length === 0 && !isToBeMerged(room, taskId))
    facts.push({
      type: "task.passed",
      data: { taskId, round, why: "self_checked", reason: "", unreviewed: true },
      actor: SERVER,
    });
  return { facts, reviewers };
}

function reviewTask(
  task: Submittable,
  author: Agent,
  role: RoleName,
  round: number,
  id: NewTask["id"],
  now: number,
): NewTask {
  return {
    ...newTask(
      {
        role,
        title: cut(`Review ${task.id}: ${task.title}`, 200),
        instruction: `Judge what ${author.name} did for ${task.id}, round ${round}.`,
        priority: task.priority === "critical" ? "critical" : "high",
      },
      id,
      now,
    ),
    createdBy: BY_SERVER,
    origin: { kind: "session", messageId: null },
    sessionId: task.sessionId,
    reviewOf: { taskId: task.id, title: task.title, round, role, authorId: author.id },
  };
}

/**
 * Who judges it now: all the roles that should, as long as one of them is present; otherwise whom the chain names;
 * otherwise nobody, if the chain lets work through unreviewed. If it does not, the review waits for its role.
 */
function reviewersNow(room: Room, { review }: Submittable, author: Agent): RoleName[] {
  const isAble = (role: Target) =>
    (role !== author.role && offeredRoles(room).some((offered) => offered === role)) ||
    Object.values(room.agents).some((agent) => agent.role === role && agent.online && agent.id !== author.id);
  // A role whose only agent wrote it cannot judge it.
  const others = review.reviewers.filter((role) => role !== author.role || isAble(role));
  if (others.some(isAble)) return others;
  const available = availableWith(room, author.role);
  const work = handoffTargets(room.team, author.role, "work", available).targets;
  const standIn = work
    .map(({ to }) => to)
    .find((to): to is RoleName => to !== "user" && to !== author.role && isAble(to));
  if (standIn) return [standIn];
  const anywhere = handoffTargets(room.team, author.role, null, available).targets;
  if (anywhere.some(({ to }) => to === "user")) return [];
  if (others.length > 0) return others;
  return author.role === room.team.entryPoint ? [] : [room.team.entryPoint];
}
