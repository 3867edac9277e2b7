import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { type Lock, readPattern } from "./lock.ts";
import { locksMeeting } from "./places.ts";
import { describeLock } from "./words.ts";

/** Work for one tool call, or for one task's boundaries. */
const CHECK_WORK = 500_000;

type Locked = Pick<RoomView, "locks">;

/** Why this agent may not write what these patterns match, in a sentence; `null`: nobody else holds a lock there. */
export function refuseWrite({ locks }: Locked, agentId: AgentId, patterns: readonly string[]): string | null {
  const { live } = locks;
  if (live.length === 0) return null;
  const work = { left: CHECK_WORK };
  const held = locksMeeting(live, patterns, work).find(({ fence, holder }) => fence !== null && holder.id !== agentId);
  if (held) return describeLock(held);
  return work.left > 0 ? null : "Nobody could compare it with the room's locks in time.";
}

/** Those that no lock of this agent covers. */
export function uncovered({ locks }: Locked, agentId: AgentId, paths: readonly string[]): string[] {
  const { live } = locks;
  const isOwn = (lock: Lock) => lock.fence !== null && lock.holder.id === agentId;
  return paths.filter((path) => !locksMeeting(live, [path], { left: CHECK_WORK }).some(isOwn));
}

interface Bounded {
  id: TaskId;
  role: RoleName;
  boundaries: { allowed: readonly string[] };
}

/** What the room locks when this task is taken; nothing if the task may change anything. */
export function boundaryPatterns(
  { options }: Pick<RoomView, "options">,
  { boundaries }: Pick<Bounded, "boundaries">,
): string[] {
  if (!options.lockBoundaries) return [];
  const read = boundaries.allowed.map(readPattern);
  return [...new Set(read.filter((pattern) => pattern !== null))];
}

/**
 * The lock that keeps a task from being taken: held by somebody at work, or by a person, on what its boundaries allow.
 * An agent of its role that locked the paths before taking the task is in nobody's way.
 */
export function lockInFront(room: Locked & Pick<RoomView, "options">, task: Bounded): Lock | undefined {
  const { live } = room.locks;
  if (live.length === 0) return undefined;
  const patterns = boundaryPatterns(room, task);
  if (patterns.length === 0) return undefined;
  return locksMeeting(live, patterns, { left: CHECK_WORK }).find(
    ({ holder, taskId }) => taskId !== null || holder.kind === "person" || holder.role !== task.role,
  );
}
