import { seat } from "../agent/decide.ts";
import { handoffTargets } from "../handoff/targets.ts";
import { type MessageId, type RoleName, type TaskId, taskId } from "../kernel/ids.ts";
import { accept, refused } from "../kernel/ruling.ts";
import type { NewTask } from "../log/event.ts";
import { actorOf, type Command, type Context, isAgent, type TaskDraft } from "../room/command.ts";
import type { Room } from "../room/room.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { boundaryWarnings } from "./boundaries.ts";
import { deliverMail } from "./claim.ts";
import { heldTask, liveTask } from "./order.ts";
import { startOf } from "./start.ts";
import { DEFAULT_TIMEOUT_S } from "./task.ts";

/** Tasks that a room holds at once, failed ones included. */
export const LIVE_TASKS_MAX = 2000;

type Is<T extends Command["type"]> = Extract<Command, { type: T }>;

/** Several tasks from one call; all of them or none. */
export function decideCreateTasks(
  room: Room,
  command: Is<"createTasks">,
  context: Context,
): RoomRuling {
  const creator = creatorOf(room, command);
  if (!creator.ok) return creator;
  for (const draft of command.tasks) {
    const role = findRole(room.team, draft.role);
    const roles = room.team.roles.map((r) => r.name);
    if (!role)
      return refused(
        "role_unknown",
        `This team has no role ${draft.role}.`,
        { role: draft.role },
        roles,
      );
    if (!creator.mayCreateFor(draft.role)) {
      return refused(
        "target_not_allowed",
        `Tasks for ${draft.role} come from the entry point.`,
        { role: draft.role },
        [...room.team.roles.map((r) => r.name).filter(creator.mayCreateFor)],
      );
    }
    if (draft.agentId !== undefined && room.agents[draft.agentId]?.role !== draft.role) {
      return refused("agent_unknown", `No ${draft.role} with this id has joined.`, {
        agentId: draft.agentId,
      });
    }
  }
  if (room.tasks.length + command.tasks.length > LIVE_TASKS_MAX) {
    return refused("limit_reached", `A room holds at most ${LIVE_TASKS_MAX} live tasks.`, {
      limit: LIVE_TASKS_MAX,
    });
  }
  const ids = numberTasks(room, command.tasks);
  const resolved = resolveRequirements(room, command.tasks, ids, context);
  if (!resolved.ok) return resolved;
  const tasks = command.tasks.map((draft, i): NewTask => {
    const requires = resolved.requires[i] ?? [];
    return {
      ...newTask(draft, ids[i] as TaskId, context.now),
      requires,
      waitsFor: requires.filter((id) => ids.includes(id) || liveTask(room, id) !== undefined),
      createdBy: creator.createdBy,
      origin: { kind: "task", messageId: creator.messageId },
    };
  });
  const created: ActedFact = { type: "task.created", data: { tasks }, actor: creator.actor };
  return accept<ActedFact, unknown>([...creator.events, created, ...creator.mailed], {
    mail: creator.mail,
    tasks: tasks.map(({ id, role, title, waitsFor }, i) => ({
      id,
      role,
      title,
      waitsFor,
      ...(command.tasks[i]?.ref === undefined ? {} : { ref: command.tasks[i].ref }),
    })),
    warnings: tasks.flatMap(boundaryWarnings),
  });
}

type Creator = {
  ok: true;
  actor: ActedFact["actor"];
  createdBy: NewTask["createdBy"];
  /** The return of a silent agent, and the start of the task it holds. */
  events: ActedFact[];
  /** The mail that the answer carries. */
  mail: MessageId[];
  mailed: ActedFact[];
  messageId: MessageId | null;
  mayCreateFor: (role: RoleName) => boolean;
};

function creatorOf(
  room: Room,
  command: Is<"createTasks">,
): Creator | Extract<RoomRuling, { ok: false }> {
  const { by } = command;
  if (!isAgent(by)) {
    return {
      ok: true,
      actor: actorOf(by),
      createdBy: { kind: "person", id: by.id, name: by.name },
      events: [],
      mail: [],
      mailed: [],
      messageId: null,
      mayCreateFor: () => true,
    };
  }
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { agent, actor } = seated;
  const held = heldTask(room, agent.id);
  if (command.fence !== null && held?.lease?.fence !== command.fence) {
    return refused("lease_lost", "Your claim ended; tasks from it would be nobody's.", {
      fence: command.fence,
    });
  }
  const { targets } = handoffTargets(room.team, agent.role, "work", availableRoles(room));
  const started = held?.lease ? startOf({ ...held, lease: held.lease }, "tasks", actor) : [];
  return {
    ok: true,
    actor,
    createdBy: { kind: "agent", id: agent.id, name: agent.name, role: agent.role },
    events: [...seated.events, ...started],
    mail: agent.mail,
    mailed: deliverMail(agent, actor),
    messageId: held?.origin.messageId ?? null,
    mayCreateFor: (role) =>
      role === agent.role ||
      agent.role === room.team.entryPoint ||
      targets.some((target) => target.to === role),
  };
}

/** A task with the defaults of a draft; the caller adds requirements and origin. */
export function newTask(
  draft: Omit<TaskDraft, "requires" | "ref">,
  id: TaskId,
  now: number,
): Omit<NewTask, "createdBy" | "origin"> {
  return {
    id,
    role: draft.role,
    agentId: draft.agentId ?? null,
    title: draft.title,
    instruction: draft.instruction,
    priority: draft.priority ?? "medium",
    timeoutS: draft.timeoutS ?? DEFAULT_TIMEOUT_S,
    requires: [],
    waitsFor: [],
    createdAt: now,
    intent: null,
    fromTaskId: null,
    boundaries: draft.boundaries ?? { allowed: [], forbidden: [] },
    outputs: draft.outputs ?? [],
    successCriteria: draft.successCriteria ?? [],
  };
}

/** The next id of a prefix: `DEV-004` after `DEV-003`. */
export function nextTaskId(numbers: Record<string, number>, prefix: string): TaskId {
  return taskId(`${prefix}-${String((numbers[prefix] ?? 0) + 1).padStart(3, "0")}`);
}

function numberTasks(room: Room, drafts: TaskDraft[]): TaskId[] {
  const numbers = { ...room.numbers };
  return drafts.map((draft) => {
    const prefix = findRole(room.team, draft.role)?.prefix ?? "TASK";
    const id = nextTaskId(numbers, prefix);
    numbers[prefix] = (numbers[prefix] ?? 0) + 1;
    return id;
  });
}

/** Names to ids; refuses unknown and cancelled requirements and cycles, with the path. */
function resolveRequirements(
  room: Room,
  drafts: TaskDraft[],
  ids: TaskId[],
  context: Context,
): { ok: true; requires: TaskId[][] } | Extract<RoomRuling, { ok: false }> {
  const byRef = new Map<string, TaskId>();
  for (const [i, draft] of drafts.entries()) {
    if (draft.ref === undefined) continue;
    if (byRef.has(draft.ref)) {
      return refused("bad_request", `Two tasks of this call have the ref ${draft.ref}.`, {
        ref: draft.ref,
      });
    }
    byRef.set(draft.ref, ids[i] as TaskId);
  }
  const requires: TaskId[][] = [];
  for (const draft of drafts) {
    const mine: TaskId[] = [];
    for (const name of draft.requires ?? []) {
      const id = name.startsWith("ref:") ? byRef.get(name.slice(4)) : taskId(name);
      const isKnown = id !== undefined && (ids.includes(id) ? name.startsWith("ref:") : true);
      const ended = id === undefined ? undefined : endOf(room, id, context);
      if (!isKnown || (!ids.includes(id) && !liveTask(room, id) && ended === undefined)) {
        return refused("dependency_unknown", `There is no task ${name} to require.`, {
          requires: name,
        });
      }
      if (ended === "cancelled" && !liveTask(room, id)) {
        return refused("dependency_cancelled", `${name} was cancelled.`, { requires: name });
      }
      if (!mine.includes(id)) mine.push(id);
    }
    requires.push(mine);
  }
  const cycle = findCycle(new Map(ids.map((id, i) => [id, requires[i] ?? []])));
  if (cycle) {
    const path = cycle.map((id) => drafts[ids.indexOf(id)]?.ref ?? id);
    return refused("dependency_cycle", `These tasks wait for each other: ${path.join(" → ")}.`, {
      path,
    });
  }
  return { ok: true, requires };
}

/** How a task that is not live ended, as far as it is known: the newest ends are in the room itself. */
function endOf(room: Room, id: TaskId, context: Context): "completed" | "cancelled" | undefined {
  return room.ended.find((ended) => ended.id === id)?.state ?? context.ended[id];
}

/** A cycle of the requirement graph as a path that ends where it begins, or `null`. Iterative: depth is bounded by the input only. */
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
      for (const next of graph.get(step.id) ?? [])
        if (!done.has(next)) stack.push({ id: next, leave: false });
    }
  }
  return null;
}
