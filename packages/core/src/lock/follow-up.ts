import { type Author, SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import { nextFence } from "../kernel/ids.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { askFor } from "./decide.ts";
import { boundaryPatterns } from "./in-the-way.ts";

/** If the room says so, whoever takes a task locks what its boundaries allow, in the same commit. */
export function followClaims(view: RoomView, steps: readonly Step[], context: Context): ActedFact[] {
  let head = steps.at(-1)?.after ?? view;
  if (!head.options.lockBoundaries) return [];
  return steps.flatMap(({ event }): ActedFact[] => {
    if (event.type !== "task.claimed") return [];
    const { taskId, agentId } = event.data;
    const task = head.tasks.find(({ id }) => id === taskId);
    const agent = head.agents[agentId];
    if (!agent || task?.lease?.agentId !== agentId) return [];
    const patterns = boundaryPatterns(head, task);
    if (patterns.length === 0) return [];
    const actor: Author = { kind: "agent", id: agentId, name: agent.name, role: agent.role };
    const asked = askFor(head, { actor, taskId, way: "boundaries" }, patterns, true);
    // A room full of locks, or patterns that are too slow, hold up no work.
    if (!asked.ok) return [];
    head = context.fold(head, [asked.fact]).at(-1)?.after ?? head;
    return [asked.fact];
  });
}

/** A waiter that no longer waits for anything gets its lock in the same commit. */
export function followLocks(view: RoomView, steps: readonly Step[]): ActedFact[] {
  const head = steps.at(-1)?.after ?? view;
  const { live } = head.locks;
  let { fence } = head;
  return live.flatMap((lock): ActedFact[] => {
    if (lock.fence !== null || lock.waitsFor.length > 0) return [];
    fence = nextFence(fence);
    return [{ type: "lock.granted", data: { lockId: lock.id, fence }, actor: SERVER }];
  });
}
