import * as z from "zod";
import type { DecisionOption } from "../decision/decision.ts";
import {
  type AskedDecision,
  anOption,
  type DecisionAbout,
  defineQuestion,
  done,
  type Effect,
} from "../decision/question.ts";
import { mayPassTo } from "../flow/work.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Touched } from "../kernel/event.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { ended } from "../session/asking/answers.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { compareTasks, isReady, liveTask, readyTasks } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { availableRoles, missedSince, unavailableSince } from "../team/availability.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole, type Target } from "../team/team.ts";
import { resolveVariant, variantsAbout } from "../team/variants.ts";
import { abort, abortOf, cancel, cancelOption, mootTask } from "./task-answers.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    reroute: { role: RoleName };
  }

  interface Questions {
    role_unavailable: Asks<"role" | "task", "reroute" | "set_free" | "wait" | "cancel" | "abort">;
  }
}

/** A role that something waits for stays away, or the one agent that a task is for. */
export const roleUnavailable = defineQuestion({
  kind: "role_unavailable",
  finds: ({ room, touched, waiters }) => [
    ...parkedRoles(room, touched).map((role) => askAboutRole(room, role, readyTasks(room, role), waiters())),
    ...missedTasks(room, touched).map((task) => askAboutTask(room, task, waiters())),
  ],
  moot: whyMoot,
  answers: {
    reroute: {
      fields: { role: z.string() },
      does: ({ room, decision: { subject }, act, actor }) =>
        subject.kind === "role"
          ? provide(room, subject.role, act.role, actor)
          : setFree(room, subject.taskId, act.role, actor),
    },
    set_free: ({ room, decision: { subject }, actor }) => {
      if (subject.kind === "role") throw new Error(`${subject.role} is no task`);
      return setFree(room, subject.taskId, null, actor);
    },
    wait: ({ room, decision: { subject }, actor }) =>
      subject.kind === "role" ? letWait(room, subject.role, actor) : letTaskWait(room, subject.taskId, actor),
    cancel,
    abort,
  },
});

function whyMoot(room: Room, { subject }: DecisionAbout<"role" | "task">): string {
  if (subject.kind === "task")
    return mootTask(
      room,
      subject.taskId,
      ({ id }) => `The agent that ${id} is for is back, or somebody chose to wait.`,
    );
  const title = findRole(room.team, subject.role)?.title ?? subject.role;
  return unavailableSince(room, subject.role) === null
    ? `An agent is connected as ${title}.`
    : `Nothing is waiting for ${title} any more, or somebody chose to wait.`;
}

/** The roles that have parked tasks which nobody has told to wait. */
function parkedRoles(room: Room, { all, roles }: Touched): RoleName[] {
  if (!all && roles.size === 0) return [];
  const parked = room.tasks.filter(
    (task) => task.parkedAt !== null && !task.toldToWait && missedSince(room, task) === null,
  );
  return [...new Set(parked.map((task) => task.role))].filter((role) => all || roles.has(role));
}

/** Parked tasks for one agent alone, which is away though its role is filled. */
function missedTasks(room: Room, { all, tasks }: Touched): Task[] {
  return room.tasks.filter(
    (task) =>
      (all || tasks.has(task.id)) &&
      task.parkedAt !== null &&
      !task.toldToWait &&
      isReady(task) &&
      missedSince(room, task) !== null,
  );
}

/**
 * What the room asks about a role that stays away.
 *
 * @param tasks the ready ones of the role: what another role would take over
 */
function askAboutRole(
  room: Room,
  role: RoleName,
  tasks: readonly Task[],
  waiters: WaitersByTask,
): AskedDecision<"role_unavailable"> {
  const filled = findRole(room.team, role);
  const title = filled?.title ?? role;
  const bad = filled ? specError(filled) : null;
  const available = availableRoles(room);
  const [first] = [...tasks].sort(compareTasks);
  const standIn = standInFor(room, role, available);
  const holdsUp = heldUpBy(
    waiters,
    tasks.map((task) => task.id),
  );
  return {
    kind: "role_unavailable",
    subject: { kind: "role", role },
    question: bad
      ? `Nobody can work as ${title}: its spec has an error. Who takes its work?`
      : `No ${title} is connected. Who takes its work?`,
    reason: [...(bad ? [specErrorText(bad)] : []), ...(first ? [`First in line: ${first.id}.`] : [])].join(" "),
    options: [
      ...room.team.roles
        .filter((other) => other.name !== role && available.includes(other.name))
        .sort((a, b) => Number(b.name === standIn) - Number(a.name === standIn))
        .map((other) =>
          anOption(
            `reroute:${other.name}`,
            `Give it to ${other.title}`,
            `${other.title} takes it over as its own work.${cannotDeliver(room, role, other.name)}`,
            { kind: "reroute", role: other.name },
            { canUndo: true },
          ),
        ),
      anOption(
        "wait",
        "Wait",
        bad
          ? "It stays in the queue until the spec is fixed. You aren't asked again until then."
          : `It stays in the queue until an agent joins as ${title}. You aren't asked again until then.`,
        "wait",
        { canUndo: true },
      ),
      ...endsOf(room, tasks, waiters),
    ],
    urgency: role === room.team.entryPoint || holdsUp > 1 ? "high" : "medium",
    holdsUp,
    askedBy: null,
  };
}

/** What ends if nobody takes the work: the one task that waits, or the session that all of them belong to. */
function endsOf(room: Room, tasks: readonly Task[], waiters: WaitersByTask): DecisionOption<"cancel" | "abort">[] {
  const [first, ...others] = tasks;
  if (!first) return [];
  const isOne = others.every(({ sessionId }) => sessionId === first.sessionId);
  const cancel = cancelOption(room, first, waiters);
  // Their names say what they end: an answer to an earlier question never ends another.
  return [
    ...(others.length === 0
      ? [{ ...cancel, id: `cancel:${first.id}`, label: cancel.label.replace("the task", first.id) }]
      : []),
    ...(isOne ? abortOf(room, first) : []).map((one) => ({
      ...one,
      id: `abort:${first.sessionId}`,
      label: `Abort session ${first.sessionId}`,
    })),
  ];
}

/** Who gets the role's work in the current workflow: offered as the first answer. */
function standInFor(room: Room, role: RoleName, available: RoleName[]): Target | undefined {
  return resolveVariant(room.team, available).passes.find((pass) => pass.standsInFor?.includes(role))?.to;
}

/** What waits for the entry point is meant for the user; not every role may answer there. */
function cannotDeliver(room: Room, from: RoleName, to: RoleName): string {
  const delivers = variantsAbout(room.team, to).some((variant) =>
    variant.passes.some((pass) => pass.from === to && pass.intents.includes("deliver")),
  );
  return from === room.team.entryPoint && !delivers ? " It can't answer you itself: the result is in the task." : "";
}

/** What the room asks about a task for one agent alone that stays away while others fill its role. */
function askAboutTask(room: Room, task: Task, waiters: WaitersByTask): AskedDecision<"role_unavailable"> {
  const { id, role, agentId, priority } = task;
  const name = (agentId && room.agents[agentId]?.name) ?? "its agent";
  const title = findRole(room.team, role)?.title ?? role;
  const others = room.team.roles.filter((other) => other.name !== role && availableRoles(room).includes(other.name));
  const isPressing = priority === "critical" || priority === "high";
  return {
    kind: "role_unavailable",
    subject: { kind: "task", taskId: id },
    question: `${id} “${titleOf(task.title, 60)}” is for ${name} alone, who is away. Who takes it?`,
    reason: `Other agents are connected as ${title}.`,
    options: [
      anOption("anyone", `Any ${title}`, `The next ${title} that is free takes it.`, "set_free"),
      ...others
        .filter((other) => mayPassTo(room, task, other.name))
        .map((other) =>
          anOption(
            `reroute:${other.name}`,
            `Give it to ${other.title}`,
            `${other.title} takes it over as its own work.`,
            { kind: "reroute", role: other.name },
          ),
        ),
      anOption("wait", "Wait", `It waits for ${name}. You aren't asked again until then.`, "wait"),
      cancelOption(room, task, waiters),
      ...abortOf(room, task),
    ],
    urgency: isPressing ? "high" : "medium",
    holdsUp: heldUpBy(waiters, [id]),
    askedBy: null,
  };
}

/** A task for one agent alone that is away goes to its role, or to another role. */
function setFree(room: Room, taskId: TaskId, other: RoleName | null, actor: Actor): Effect {
  const task = liveTask(room, taskId);
  if (!task) return ended(taskId);
  const { role: from } = task;
  const data = { from, to: other ?? from, tasks: [{ taskId, agentId: null }] };
  return done([{ type: "task.reassigned", data, actor }]);
}

function letTaskWait(room: Room, taskId: TaskId, actor: Actor): Effect {
  const task = liveTask(room, taskId);
  if (!task) return ended(taskId);
  const data = { role: task.role, taskIds: [taskId], wait: true };
  return done([{ type: "task.told_to_wait", data, actor }]);
}

function letWait(room: Room, role: RoleName, actor: Actor): Effect {
  const tasks = room.tasks.filter((task) => task.role === role);
  const parked = tasks.filter((task) => isReady(task) && task.parkedAt !== null);
  const taskIds = parked.filter(({ toldToWait }) => !toldToWait).map(({ id }) => id);
  const told = tasks.filter(({ toldToWait }) => toldToWait).map(({ id }) => id);
  const data = { role, taskIds, wait: true };
  return {
    ok: true,
    events: [{ type: "task.told_to_wait", data, actor }],
    undo: { kind: "wait", role, toldBefore: told },
  };
}

/** Everything that waits for a role that nobody fills goes to another role. */
function provide(room: Room, role: RoleName, to: RoleName, actor: Actor): Effect {
  const available = availableRoles(room);
  if (!available.includes(to)) {
    return refused("target_unavailable", `No ${to} is connected now.`, { wanted: to }, available);
  }
  const tasks = room.tasks.filter((task) => task.role === role && isReady(task));
  const taken = tasks.map(({ id }) => ({ taskId: id, agentId: null }));
  const before = tasks.map(({ id, agentId }) => ({ taskId: id, agentId }));
  const data = { from: role, to, tasks: taken };
  return {
    ok: true,
    events: [{ type: "task.reassigned", data, actor }],
    undo: { kind: "reroute", to, tasks: before },
  };
}
