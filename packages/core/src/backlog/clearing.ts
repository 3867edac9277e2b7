import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { isHeldBack, isReady } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { nextItem, type PauseReason } from "./backlog.ts";
import { type BacklogItem, FAILURES_MAX } from "./item.ts";

export function decideSetMode(room: Room, { workflowMode: mode, by }: CommandOf<"setMode">): RulingOn<"setMode"> {
  if (room.backlog.workflowMode === mode) return accept([], { workflowMode: mode });
  const fact = { type: "backlog.mode_changed" as const, data: { mode } };
  return accept([{ ...fact, actor: actorOf(by) }], { workflowMode: mode });
}

/** Continues although something waits for a person; only what comes later pauses it again. */
export function decideResume(room: Room, { by }: CommandOf<"resumeClearing">): RulingOn<"resumeClearing"> {
  const { workflowMode, paused } = room.backlog;
  if (workflowMode === "normal")
    return refused("not_paused", "Clearing mode is not on.", { workflowMode, paused: false });
  if (!paused) return refused("not_paused", "Clearing mode is not paused.", { workflowMode, paused: false });
  const data = { because: "asked" as const, passing: waitingForPeople(room).map(({ id }) => id) };
  return accept([{ type: "backlog.clearing_resumed", data, actor: actorOf(by) }], { workflowMode });
}

/** What people are asked, the oldest first. */
function waitingForPeople(room: Room): { id: string; why: PauseReason; at: number }[] {
  const decisions = Object.values(room.decisions).map(({ id, question, openedAt }) => ({
    id: id as string,
    why: { kind: "decision" as const, decisionId: id, question },
    at: openedAt,
  }));
  const questions = room.questions.map(({ messageId, from, text, at }) => ({
    id: messageId as string,
    why: { kind: "question" as const, messageId, from: from.name, text },
    at,
  }));
  return [...decisions, ...questions].sort((a, b) => a.at - b.at);
}

/** Why clearing mode has to pause now; `null` when nothing is in its way. */
export function pauseReason(room: Room): PauseReason | null {
  const { failures, passing } = room.backlog;
  if (failures.length >= FAILURES_MAX) return { kind: "failures", items: [...failures] };
  return waitingForPeople(room).find(({ id }) => !passing.includes(id))?.why ?? null;
}

/**
 * What clearing mode hands out now: the next open item, when no user's message waits or is on its way, no task
 * is in hand, no other item is under way, and the entry point is there. `null`: nothing.
 */
export function handedOut(room: Room): BacklogItem | null {
  const { backlog } = room;
  if (backlog.workflowMode !== "backlog_clearing" || backlog.paused) return null;
  if (backlog.items.some((item) => item.state === "picked")) return null;
  const available = availableRoles(room);
  const isBusy = room.tasks.some(
    (task) =>
      task.lease !== null || (task.said !== null && task.state === "pending") || isOnItsWay(room, task, available),
  );
  if (isBusy || !available.includes(room.team.entryPoint)) return null;
  return nextItem(backlog) ?? null;
}

/** Between two agents: passed on, or part of what a user's message became, with its role present to take it. */
function isOnItsWay(room: Room, task: Task, available: readonly RoleName[]): boolean {
  const isFlow = task.intent !== null || task.branchOf !== undefined || task.origin.messageId !== null;
  return isFlow && isReady(task) && !isHeldBack(room, task) && available.includes(task.role);
}
