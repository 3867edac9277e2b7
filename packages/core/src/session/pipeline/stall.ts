import { stopOf } from "../../agent/stopped.ts";
import { askingTasks } from "../../decision/asking.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { type BlockedReason, blockedReasonsIn } from "../../task/blocked.ts";
import { openBlockers } from "../../task/blockers.ts";
import { heldTask } from "../../task/order.ts";
import type { Task } from "../../task/task.ts";
import { offeredRoles } from "../../team/availability.ts";
import { findRole } from "../../team/team.ts";
import type { PipelineSession } from "../record/session.ts";
import { endGate } from "./gates.ts";
import { DISCUSSION_ASKED, isBlockedAgain } from "./standing.ts";
import { dueCheckpoints } from "./steps.ts";

/** How long a task may be ready while idle agents of its role are present, before that counts as a reason, ms. */
export const UNTAKEN_MS = 60_000;

/** What one step of a pipeline that does not move waits for. */
export interface StallReason {
  /** `null`: the pipeline itself. */
  taskId: TaskId | null;
  /** What blocks the task, or what the pipeline itself waits for. */
  kind: BlockedReason["kind"] | "not_taken" | "discussion" | "checkpoint" | "gate";
  /** A person has to settle it; otherwise somebody has to come, or an agent to act. */
  needsPerson: boolean;
  text: string;
}

/**
 * Why a pipeline does not move: nobody works on any of its tasks, and nobody could take one. Derived, so that it
 * appears at once and disappears with its reason; `null`: it moves, or does not run.
 */
export function stallOf(room: Room, session: PipelineSession, now: number): StallReason[] | null {
  if (session.state !== "running" || !session.execution) return null;
  const open = new Set(session.execution.open);
  const tasks = room.tasks.filter(({ id }) => open.has(id));
  const asking = askingTasks(room);
  const isAtWork = (task: Task) =>
    (task.lease !== null && !asking.has(task.id) && openBlockers(task).length === 0) ||
    (task.state === "in_review" && !isBlockedAgain(session, task.id));
  if (tasks.some(isAtWork)) return null;
  const reasonsOf = blockedReasonsIn(room);
  const reasons: StallReason[] = [];
  for (const task of tasks) {
    // What waits for another one waits for that one's reason.
    if (task.waitsFor.length > 0) continue;
    if (isBlockedAgain(session, task.id)) {
      const text = DISCUSSION_ASKED;
      reasons.push({ taskId: task.id, kind: "discussion", needsPerson: true, text });
      continue;
    }
    const blocked = reasonsOf(task);
    for (const reason of blocked) {
      if (reason.kind === "dispatch" && reason.behind !== null) continue;
      const { kind, text } = reason;
      reasons.push({ taskId: task.id, kind, needsPerson: kind === "waits_on_human", text });
    }
    if (blocked.length > 0) continue;
    const late = untaken(room, session, task, now);
    // Somebody takes it, or is about to.
    if (late === null) return null;
    reasons.push({ taskId: task.id, kind: "not_taken", needsPerson: false, text: late });
  }
  for (const { title } of dueCheckpoints(session))
    reasons.push({
      taskId: null,
      kind: "checkpoint",
      needsPerson: true,
      text: `Waiting for a person's answer at the checkpoint “${title}”.`,
    });
  const gate = tasks.length === 0 ? endGate(session) : null;
  if (gate)
    reasons.push({
      taskId: null,
      kind: "gate",
      needsPerson: true,
      text: `Waiting for a person's answer about the ${gate.phase} gate.`,
    });
  return reasons.length > 0 ? reasons : null;
}

/** That a ready task lies unclaimed while idle agents of its role are present; `null`: it does not, or not for long. */
function untaken(room: Room, session: PipelineSession, task: Task, now: number): string | null {
  if (task.state !== "pending" || offeredRoles(room).includes(task.role)) return null;
  const able = Object.values(room.agents).filter(
    ({ id, role, online }) => online && role === task.role && !stopOf(room, id),
  );
  if (able.some(({ id }) => heldTask(room, id))) return null;
  const since = Math.max(task.createdAt, task.lastEnd?.at ?? 0, ruledAt(session, task.id));
  if (now - since < UNTAKEN_MS) return null;
  const title = findRole(room.team, task.role)?.title ?? task.role;
  return `Ready for more than a minute, and no ${title} has taken it.`;
}

/** When it was last released. */
function ruledAt({ dispatch }: PipelineSession, id: TaskId): number {
  const ruled = dispatch.rulings.find((one) =>
    "why" in one ? one.taskIds.includes(id) : one.advances.some((to) => "taskIds" in to && to.taskIds.includes(id)),
  );
  return ruled?.at ?? 0;
}
