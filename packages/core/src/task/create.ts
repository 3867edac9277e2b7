import { mailAtWork } from "../agent/mail.ts";
import { seat } from "../agent/seat.ts";
import { actorOf, isAgent } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { type MessageId, type RoleName, type TaskId, taskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type RoomRuling, refused } from "../kernel/ruling.ts";
import { DEFAULT_TIMEOUT_S } from "../kernel/time-limit.ts";
import { availableRoles } from "../team/availability.ts";
import { ownerOf, prefixesOf } from "../team/prefixes.ts";
import { handoffTargets } from "../team/targets.ts";
import { findRole } from "../team/team.ts";
import { boundaryWarnings } from "./boundaries.ts";
import { deliverMail } from "./claim.ts";
import type { TaskDraft } from "./command.ts";
import { heldTask, liveTask } from "./order.ts";
import { type Blocked, resolveRequirements } from "./requirements.ts";
import { startOf } from "./start.ts";
import type { NewTask } from "./task.ts";

/** Several tasks from one call; all of them or none. */
export function decideCreateTasks(
  room: Room,
  command: CommandOf<"createTasks">,
  context: Context,
): RulingOn<"createTasks"> {
  const creator = creatorOf(room, command);
  if (!creator.ok) return creator;
  const drafts: OwnedDraft[] = [];
  for (const said of command.tasks) {
    const owned = ownedDraft(room, said);
    if (!owned.ok) return owned;
    const { draft } = owned;
    drafts.push(draft);
    if (!creator.mayCreateFor(draft.role)) {
      return refused(
        "target_not_allowed",
        `Only the entry point creates tasks for ${draft.role}.`,
        { role: draft.role },
        room.team.roles.map((r) => r.name).filter(creator.mayCreateFor),
      );
    }
    if (draft.agentId !== undefined && room.agents[draft.agentId]?.role !== draft.role) {
      return refused("agent_unknown", `No ${draft.role} with this id has joined.`, {
        agentId: draft.agentId,
      });
    }
  }
  const ids = numberTasks(room, drafts);
  const resolved = resolveRequirements(room, command.tasks, ids, context);
  if (!resolved.ok) return resolved;
  const kept = refuseForeignWork(room, resolved.blocked, creator);
  if (kept) return kept;
  const tasks = drafts.map((draft, i): NewTask => {
    const requires = resolved.requires[i] ?? [];
    return {
      ...newTask(draft, ids[i] as TaskId, context.now),
      requires,
      waitsFor: requires.filter((id) => ids.includes(id) || liveTask(room, id) !== undefined),
      createdBy: creator.createdBy,
      origin: { kind: "task", messageId: creator.messageId },
    };
  });
  const { blocked } = resolved;
  const created: ActedFact = {
    type: "task.created",
    data: { tasks, ...(blocked.length > 0 ? { blocks: blocked } : {}) },
    actor: creator.actor,
  };
  return accept([...creator.events, created, ...creator.mailed], {
    mail: creator.mail,
    tasks: tasks.map(({ id, role, title, waitsFor }, i) => ({
      id,
      role,
      title,
      waitsFor,
      ...(command.tasks[i]?.ref === undefined ? {} : { ref: command.tasks[i].ref }),
    })),
    warnings: boundaryWarnings(tasks),
  });
}

type OwnedDraft = TaskDraft & { role: RoleName };

/** The owner of the task: the role that it names, or that owns its prefix. */
function ownedDraft(
  { team }: Room,
  draft: TaskDraft,
): { ok: true; draft: OwnedDraft } | Extract<RoomRuling, { ok: false }> {
  const { role: name, prefix } = draft;
  const roles = team.roles.map((role) => role.name);
  if (name !== undefined && !findRole(team, name))
    return refused("role_unknown", `This team has no role ${name}.`, { role: name }, roles);
  const owner = prefix === undefined ? name : ownerOf(team, prefix)?.name;
  if (owner !== undefined && (name === undefined || name === owner))
    return { ok: true, draft: { ...draft, role: owner } };
  const of = name === undefined ? team.roles : team.roles.filter((role) => role.name === name);
  const allowed = of.flatMap(prefixesOf);
  if (prefix === undefined) return refused("role_unknown", "Say whose task it is: a role, or a prefix.", {}, roles);
  const message =
    owner === undefined
      ? `No role of this team has tasks that begin with ${prefix}.`
      : `Tasks that begin with ${prefix} are ${owner}'s, not ${name}'s.`;
  return refused("prefix_unknown", message, { prefix }, allowed);
}

/** Whoever may create tasks for a role may also let its tasks wait. */
function refuseForeignWork(
  room: Room,
  blocked: Blocked[],
  creator: Creator,
): Extract<RoomRuling, { ok: false }> | null {
  for (const { taskId: id } of blocked) {
    const task = liveTask(room, id);
    if (!task || creator.mayCreateFor(task.role)) continue;
    const message = `Only the entry point makes tasks of ${task.role} wait.`;
    return refused("target_not_allowed", message, { blocks: id, role: task.role });
  }
  return null;
}

type Creator = {
  ok: true;
  actor: ActedFact["actor"];
  createdBy: NewTask["createdBy"];
  /** The return of a silent agent, and the start of the task that it holds. */
  events: ActedFact[];
  /** The mail that comes with the answer. */
  mail: MessageId[];
  mailed: ActedFact[];
  messageId: MessageId | null;
  mayCreateFor: (role: RoleName) => boolean;
};

function creatorOf(room: Room, command: CommandOf<"createTasks">): Creator | Extract<RoomRuling, { ok: false }> {
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
  if (held?.branchOf !== undefined) {
    const message = `${held.id} is a branch of fan-out ${held.branchOf}: it creates no tasks. Put what is to be done into its result.`;
    return refused("task_state", message, { taskId: held.id, state: held.state }, ["completeTask"]);
  }
  if (command.fence !== null && held?.lease?.fence !== command.fence) {
    return refused("lease_lost", "Your claim has ended, so you can no longer create tasks from it.", {
      fence: command.fence,
    });
  }
  const started = held ? startOf(held, "tasks", actor) : [];
  const mail = held ? mailAtWork(room, agent) : agent.mail;
  return {
    ok: true,
    actor,
    createdBy: { kind: "agent", id: agent.id, name: agent.name, role: agent.role },
    events: [...seated.events, ...started],
    mail,
    mailed: deliverMail(agent, actor, mail),
    messageId: held?.origin.messageId ?? null,
    mayCreateFor: mayCreateFor(room, agent.role, availableRoles(room)),
  };
}

/**
 * Whether a role may give tasks to another: the entry point to all, the others to whom they pass work and to
 * themselves; in an isolated team only to themselves.
 */
export function mayCreateFor(
  { team }: Pick<Room, "team">,
  from: RoleName,
  available: readonly RoleName[],
): (role: RoleName) => boolean {
  const { targets } = handoffTargets(team, from, "work", available);
  return (role) =>
    role === from || from === team.entryPoint || (!team.isolated && targets.some((target) => target.to === role));
}

/** A task with the defaults of a draft; the caller adds requirements and origin. */
export function newTask(
  draft: Omit<OwnedDraft, "requires" | "ref">,
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

/** @param taken an id that was given in the same commit */
export function numberTasks(
  room: Room,
  drafts: readonly { role: RoleName; prefix?: string }[],
  taken: TaskId | null = null,
): TaskId[] {
  const numbers = { ...room.numbers };
  if (taken !== null) {
    const dash = taken.lastIndexOf("-");
    const prefix = taken.slice(0, dash);
    numbers[prefix] = Math.max(numbers[prefix] ?? 0, Number(taken.slice(dash + 1)));
  }
  return drafts.map((draft) => {
    const prefix = draft.prefix ?? findRole(room.team, draft.role)?.prefix ?? "TASK";
    const id = nextTaskId(numbers, prefix);
    numbers[prefix] = (numbers[prefix] ?? 0) + 1;
    return id;
  });
}
