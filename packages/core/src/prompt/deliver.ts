import type { Agent } from "../agent/agent.ts";
import { allowedTargets, type HandoffTargets } from "../handoff/targets.ts";
import type { Room } from "../room/room.ts";
import { availableWith } from "../task/claim.ts";
import type { Lease, Task } from "../task/task.ts";

/** A task in an agent's hand. */
export type HeldTask = Task & { lease: Lease };

/** Where the holder may pass this task now, what its delivery promised included. */
export function allowedHandoffs(room: Room, task: HeldTask, agent: Agent): HandoffTargets {
  return allowedTargets(room.team, agent.role, availableWith(room, agent.role), task.lease);
}

/** The routes that the holder of this task may call for it now. */
export function allowedActions(room: Room, task: HeldTask, agent: Agent): string[] {
  const { targets } = allowedHandoffs(room, task, agent);
  const always = ["reportProgress", "completeTask", "failTask", "createTasks", "sendMessage"];
  return targets.length > 0 ? ["handOff", ...always] : always;
}

/** Tasks that wait for this one, by id. */
export function waitingFor(room: Room, task: Task): Task[] {
  return Object.values(room.tasks).filter((other) => other.waitsFor.includes(task.id));
}
