import type { Context } from "../kernel/command.ts";
import { type TaskId, taskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type Refused, refused } from "../kernel/ruling.ts";
import type { TaskDraft } from "./command.ts";
import { liveTask } from "./order.ts";
import { REQUIRES_MAX } from "./task.ts";

/** An existing task, and the new ones for which it now waits. */
export interface Blocked {
  taskId: TaskId;
  requires: TaskId[];
}

/**
 * What new tasks wait for, and which tasks wait for them: `requires` and `blocks` are one edge, given from either
 * end. Refuses unknown and cancelled ones, tasks that have begun and can no longer wait, and cycles, with the path.
 *
 * @source domain.md § 5 (dependencies are one edge table)
 */
export function resolveRequirements(
  room: Room,
  drafts: TaskDraft[],
  ids: TaskId[],
  context: Context,
): { ok: true; requires: TaskId[][]; blocked: Blocked[] } | Refused {
  const byRef = new Map<string, TaskId>();
  for (const [i, draft] of drafts.entries()) {
    if (draft.ref === undefined) continue;
    if (byRef.has(draft.ref)) {
      return refused("bad_request", `Two tasks in this call have the ref ${draft.ref}.`, {
        ref: draft.ref,
      });
    }
    byRef.set(draft.ref, ids[i] as TaskId);
  }
  const edges = new Map<TaskId, Set<TaskId>>(ids.map((id) => [id, new Set()]));
  const blocked = new Map<TaskId, Set<TaskId>>();
  for (const [i, draft] of drafts.entries()) {
    const mine = ids[i] as TaskId;
    for (const name of draft.requires ?? []) {
      const id = required(room, name, byRef, ids, context);
      if (typeof id !== "string") return id;
      edges.get(mine)?.add(id);
    }
    for (const name of draft.blocks ?? []) {
      const id = blockable(room, name, byRef, ids);
      if (typeof id !== "string") return id;
      const own = edges.get(id);
      if (own) own.add(mine);
      else blocked.set(id, (blocked.get(id) ?? new Set()).add(mine));
    }
  }
  const cycle = findCycle(graphOf(room, edges, blocked));
  if (cycle) {
    const path = cycle.map((id) => drafts[ids.indexOf(id)]?.ref ?? id);
    return refused("dependency_cycle", `These tasks wait for each other: ${path.join(" → ")}.`, {
      path,
    });
  }
  for (const [id, more] of [...edges, ...blocked]) {
    const count = (liveTask(room, id)?.requires.length ?? 0) + more.size;
    if (count <= REQUIRES_MAX) continue;
    const name = drafts[ids.indexOf(id)]?.ref ?? id;
    return refused("limit_reached", `${name} would wait for ${count} tasks; the limit is ${REQUIRES_MAX}.`, {
      limit: REQUIRES_MAX,
    });
  }
  return {
    ok: true,
    requires: ids.map((id) => [...(edges.get(id) ?? [])]),
    blocked: [...blocked].map(([id, requires]) => ({ taskId: id, requires: [...requires] })),
  };
}

/** The task that a name stands for: a ref in this call, or an id in the room. */
function named(name: string, byRef: ReadonlyMap<string, TaskId>, ids: readonly TaskId[]): TaskId | undefined {
  if (name.startsWith("ref:")) return byRef.get(name.slice(4));
  const id = taskId(name);
  // The caller does not know this call's ids yet.
  return ids.includes(id) ? undefined : id;
}

function required(
  room: Room,
  name: string,
  byRef: ReadonlyMap<string, TaskId>,
  ids: readonly TaskId[],
  context: Context,
): TaskId | Refused {
  const id = named(name, byRef, ids);
  const isLive = id !== undefined && (ids.includes(id) || liveTask(room, id) !== undefined);
  if (id !== undefined && isLive) return id;
  const ended = id === undefined ? undefined : endOf(room, id, context);
  if (id === undefined || ended === undefined) {
    return refused("dependency_unknown", `There is no task ${name} to require.`, {
      requires: name,
    });
  }
  if (ended === "cancelled") return refused("dependency_cancelled", `${name} was cancelled.`, { requires: name });
  return id;
}

function blockable(
  room: Room,
  name: string,
  byRef: ReadonlyMap<string, TaskId>,
  ids: readonly TaskId[],
): TaskId | Refused {
  const id = named(name, byRef, ids);
  if (id !== undefined && ids.includes(id)) return id;
  const task = id === undefined ? undefined : liveTask(room, id);
  if (!task) {
    const message = `There is no live task ${name} that could wait for the new one.`;
    return refused("dependency_unknown", message, { blocks: name });
  }
  if (task.state === "pending" || task.state === "failed") return task.id;
  const message = `${name} has begun (${task.state.replace("_", " ")}) and can no longer wait for another task.`;
  return refused("task_state", message, { blocks: name, state: task.state }, []);
}

/** Who waits for whom, as far as a new edge can close a circle. */
function graphOf(
  room: Room,
  edges: ReadonlyMap<TaskId, ReadonlySet<TaskId>>,
  blocked: ReadonlyMap<TaskId, ReadonlySet<TaskId>>,
): Map<TaskId, readonly TaskId[]> {
  const graph = new Map<TaskId, readonly TaskId[]>();
  for (const [id, more] of edges) graph.set(id, [...more]);
  // No existing task waits for a new one, unless this call says so.
  if (blocked.size === 0) return graph;
  for (const { id, waitsFor } of room.tasks) graph.set(id, [...waitsFor, ...(blocked.get(id) ?? [])]);
  return graph;
}

/** How a task that is not live ended, if known: the newest ends are in the room itself. */
function endOf(room: Room, id: TaskId, context: Context): "completed" | "cancelled" | undefined {
  return room.ended.find((ended) => ended.id === id)?.state ?? context.ended[id];
}

/**
 * A cycle of the requirement graph as a path that ends where it begins, or `null`. Iterative: only the input bounds the
 * depth.
 */
export function findCycle(graph: ReadonlyMap<TaskId, readonly TaskId[]>): TaskId[] | null {
  const done = new Set<TaskId>();
  for (const start of graph.keys()) {
    const path: TaskId[] = [];
    const stack: { id: TaskId; leave: boolean }[] = [{ id: start, leave: false }];
    for (let step = stack.pop(); step; step = stack.pop()) {
      if (step.leave) {
        path.pop();
        done.add(step.id);
        continue;
      }
      if (done.has(step.id)) continue;
      const at = path.indexOf(step.id);
      if (at >= 0) return [...path.slice(at), step.id];
      path.push(step.id);
      stack.push({ id: step.id, leave: true });
      for (const next of graph.get(step.id) ?? []) if (!done.has(next)) stack.push({ id: next, leave: false });
    }
  }
  return null;
}
