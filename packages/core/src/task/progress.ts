import { mailAtWork } from "../agent/mail.ts";
import { type Named, namedIn } from "../agent/named.ts";
import { refuseBroken } from "../agent/refuse-stopped.ts";
import { seat } from "../agent/seat.ts";
import { reporting } from "../budget/report.ts";
import { actorOf, isAgent } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { atWorkAfter } from "./at-work.ts";
import { BLOCKERS_MAX, blockersAfter, openBlockers } from "./blockers.ts";
import { deliverMail } from "./claim.ts";
import type { ProgressDraft } from "./command.ts";
import { outsideOf, refuseStrays } from "./limits.ts";
import { liveTask } from "./order.ts";
import { type Artifact, filesAfter } from "./result.ts";
import { startOf } from "./start.ts";
import { subagentsAfter } from "./subagents.ts";
import type { Progress, Task } from "./task.ts";
import { holding } from "./work.ts";

export function decideProgress(room: Room, command: CommandOf<"progress">, { now }: Context): RulingOn<"progress"> {
  const found = holding(room, command.by, command.taskId, command.fence);
  if (!found.ok) return found;
  const at = reporting(room, found, command.usage);
  const { taskId, fence } = command;
  const { atWork: told, ...said } = command.progress;
  const atWork = atWorkAfter(at.task.lease, told);
  const events: ActedFact[] = [
    ...at.events,
    ...startOf(at.task, "progress", at.actor),
    ...(atWork === null
      ? []
      : [
          {
            type: "task.subagents_changed" as const,
            data: { taskId, fence, atWork },
            actor: at.actor,
          },
        ]),
  ];
  // What only a client reports says nothing about the work, and its reader may not be the one who reads mail.
  const isClients = (command.usage ?? told) !== undefined && Object.values(said).every((one) => one === undefined);
  if (isClients) {
    const reply = { taskId, fence, state: "in_progress" as const, mail: [] };
    const nothing = { outside: [], retryWith: null, warning: null };
    return accept(events, { ...reply, ...nothing });
  }
  const broken = refuseBroken(room, at.agent.role);
  if (broken) return broken;
  const strays = refuseStrays(at.task, command.progress.artifacts ?? []);
  if (strays) return strays;
  const merged = progressAfter(room, at.task, command.progress, at.actor.name, now);
  if (!merged.ok) return merged;
  const called = subagentsAfter(room, at.task, command.progress);
  if (!called.ok) return called;
  const { calls, retryWith, warning } = called;
  const progress = { ...merged.progress, ...(calls.length === 0 ? {} : { subagents: calls }) };
  const mail = mailAtWork(room, at.agent);
  return accept(
    [
      ...events,
      { type: "task.progressed", data: { taskId, fence, progress }, actor: at.actor },
      ...deliverMail(at.agent, at.actor, mail),
    ],
    {
      taskId,
      fence,
      state: "in_progress",
      mail,
      outside: outsideOf(at.task.boundaries, progress.artifacts).map(({ path }) => path),
      retryWith,
      warning,
    },
  );
}

/** Most files that the progress of one task names, over all its reports. */
const FILES_MAX = 2_000;

/** What was said before holds until something else is said. */
function progressAfter(
  room: Room,
  task: Task,
  said: ProgressDraft,
  by: string,
  now: number,
): Refused | { ok: true; progress: Omit<Progress, "at"> } {
  const { progress: before } = task;
  const { completed, remaining, checks = before?.checks } = said;
  const { percent = before?.percent, action = before?.action } = said;
  const named = (said.blockers ?? []).map((one) => ({
    ...one,
    named: namedIn(room, one.requiresAgent ?? null),
  }));
  const stranger = named.find((one) => one.requiresAgent !== undefined && !one.named);
  if (stranger) return unknownName(room, stranger.requiresAgent ?? "");
  const open = openBlockers(task);
  const blockers = said.blockers === undefined ? [...open] : blockersAfter(open, named, now);
  if (blockers.length > BLOCKERS_MAX) return tooMany(task, "open blockers", BLOCKERS_MAX);
  const reported = (said.artifacts ?? []).map((one) => produced(one, before, by));
  const artifacts = filesAfter(before?.artifacts ?? [], reported);
  if (artifacts.length > FILES_MAX) return tooMany(task, "reported files", FILES_MAX);
  return {
    ok: true,
    progress: {
      ...(percent === undefined ? {} : { percent }),
      ...(action === undefined ? {} : { action }),
      completed: completed ?? before?.completed ?? [],
      // What is done no longer remains, even if only that is reported.
      remaining: remaining ?? (before?.remaining ?? []).filter((step) => !completed?.includes(step)),
      artifacts,
      ...(checks === undefined ? {} : { checks }),
      ...(blockers.length === 0 ? {} : { blockers }),
    },
  };
}

/** Whoever first reported it in this form made it, whoever repeats it. */
function produced(one: Artifact, before: Progress | null, by: string): Artifact {
  const known = before?.artifacts.find(({ path }) => path === one.path);
  const isSame =
    known &&
    known.status === one.status &&
    known.lines === one.lines &&
    known.hash === one.hash &&
    known.size === one.size &&
    known.stage === one.stage;
  return { ...one, producer: (isSame && known.producer) || by };
}

function tooMany({ id }: Task, what: string, limit: number): Refused {
  return refused("limit_reached", `${id} can have at most ${limit} ${what}.`, {
    taskId: id,
    limit,
  });
}

function unknownName(room: Room, name: string): Refused {
  const roles = room.team.roles.map((role) => role.name);
  const message = `The room has no role and no agent called ${name}, so nothing of this report was kept.`;
  return refused("role_unknown", message, { role: name }, roles);
}

/** People, the entry point, whoever was named, and the task's own agent may close a blocker. */
export function decideCloseBlocker(
  room: Room,
  { by, taskId, blockerId, note, wasReported }: CommandOf<"closeBlocker">,
): RulingOn<"closeBlocker"> {
  const task = liveTask(room, taskId);
  if (!task) return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
  const open = openBlockers(task);
  const blocker = open.find(({ id }) => id === blockerId);
  const reply = { taskId, state: task.state, open: open.length };
  const seated = isAgent(by) ? seat(room, by) : null;
  if (seated && !seated.ok) return seated;
  const events = seated?.events ?? [];
  // The same request twice: it is closed.
  if (!blocker) return wasReported ? accept(events, reply) : unknownBlocker(task, blockerId);
  const isOwn = task.lease?.agentId === by.id;
  if (seated && !isOwn && !isNamed(seated.agent, namedIn(room, blocker.requiresAgent), room)) {
    const message = `Only people, the entry point and ${blocker.requiresAgent ?? "the agent of the task"} close this blocker.`;
    return refused("forbidden", message, { taskId, blockerId });
  }
  const actor = seated?.actor ?? actorOf(by);
  const data = { taskId, blockerId, note };
  return accept([...events, { type: "task.blocker_closed", data, actor }], {
    ...reply,
    open: open.length - 1,
  });
}

function unknownBlocker(task: Task, blockerId: number): Refused {
  const open = openBlockers(task).map(({ id, description }) => ({ id, description }));
  const list = open.map(({ id, description }) => `${id} “${titleOf(description, 80)}”`);
  const left = list.length === 0 ? "It has none open." : `Open: ${list.join(", ")}.`;
  const message = `${task.id} has no blocker ${blockerId}. ${left}`;
  const allowed = open.map(({ id }) => String(id));
  return refused("blocker_unknown", message, { taskId: task.id, blockerId, open }, allowed);
}

function isNamed({ id, role }: { id: string; role: string }, named: Named | undefined, { team }: Room): boolean {
  if (role === team.entryPoint) return true;
  return named?.agentId === undefined ? named?.role === role : named.agentId === id;
}
