import type { Agent } from "../agent/agent.ts";
import { reporting } from "../budget/report.ts";
import { joinedBy } from "../fanout/fanout.ts";
import { isOfPipeline } from "../flow/sessions.ts";
import { mayPassTo, wantsReply } from "../flow/work.ts";
import { type Author, actorOf, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type RoomRuling, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { MESSAGE_MAX, type Message } from "../message/message.ts";
import { endAttempt } from "../task/attempt.ts";
import { boundaryWarnings } from "../task/boundaries.ts";
import { availableWith } from "../task/claim.ts";
import { withComments } from "../task/comments.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import type { Charge } from "../task/earlier.ts";
import { rejectionsAfter } from "../task/lockout.ts";
import { missingOutputs, outputText } from "../task/outputs.ts";
import type { TaskResult } from "../task/result.ts";
import { steerable } from "../task/steer.ts";
import type { Bounce, NewTask, Task } from "../task/task.ts";
import { judgeResult, thenClaim, working } from "../task/work.ts";
import { availableRoles } from "../team/availability.ts";
import { REWORK_PREFIX } from "../team/rework.ts";
import { handoffTargets } from "../team/targets.ts";
import { findRole } from "../team/team.ts";
import { BOUNCES_MAX, bouncedText, bounceOf } from "./bounce.ts";
import { chargeOf, tooManyCriteria } from "./charge.ts";
import type { HandedOff, HandoffDraft } from "./command.ts";
import { isWork } from "./ends.ts";
import { othersOfMessage } from "./owed.ts";
import { type Route, routeTo } from "./route.ts";
import { giveTo, saidWith, waitsAnyway } from "./stays.ts";
import { unfinishedText } from "./unfinished.ts";

/**
 * Passes the ball: completes the sender's task, delivers the message, creates the next role's task; all of it or
 * nothing, bound to the lease.
 */
export function decideHandOff(room: Room, command: CommandOf<"handOff">, context: Context): RulingOn<"handOff"> {
  const found = working(room, command.by, command.taskId, command.fence);
  if (!found.ok) return found;
  const at = reporting(room, found, command.usage);
  const { agent, actor, task } = at;
  const { handoff } = command;
  if (task.sessionId !== null || task.branchOf !== undefined) return replyWanted(room, task);
  const available = availableWith(room, agent.role);
  const route = routeTo(room, task, agent.role, handoff);
  if (!route.ok) return route;
  const stranger = namesStranger(room, handoff);
  if (stranger) return stranger;
  const judged = judgeResult(task, handoff.result, { isDone: isWork(route.route.intent) });
  if (!judged.ok) return judged;
  const { to } = route.route;
  const bounce = bounceOf(task, to, judged.result.changes);
  if (bounce && to !== "user" && bounce.times >= BOUNCES_MAX)
    return stopped(at.events, task, route.route, to, agent.role);
  const given = handoff.task ?? {};
  const { earlier = [] } = context;
  const passed = { task, intent: route.route.intent, given, isMoved: false, earlier };
  const charge = to === "user" ? {} : chargeOf({ ...passed, role: route.route.rerouted?.wanted ?? to });
  const beyond = tooManyCriteria(task, charge);
  if (beyond) return beyond;
  const pass = deliver({
    room,
    agent,
    actor,
    task,
    handoff,
    route: route.route,
    available,
    context,
    result: judged.result,
    charge,
    bounce,
  });
  const events = [...at.events, ...pass.events];
  const open = isDelivery(route.route) ? othersOfMessage(room, task).map(({ id }) => id) : [];
  const made = pass.events.find((fact) => fact.type === "handoff.delivered")?.data.task;
  const missing = isWork(route.route.intent) ? missingOutputs(task, handoff.result) : [];
  const warnings = [
    ...missing.map((one) => `${task.id}: not in your result: ${outputText(one)}`),
    ...(made ? boundaryWarnings([made]) : []),
  ];
  const reply = { ...pass.reply, stillOpen: open, warnings, next: null };
  if (!command.next) return accept(events, reply);
  const { next, ...claimed } = thenClaim(room, events, agent, actor, context);
  return { ok: true, ...claimed, reply: { ...reply, next } };
}

/** Two roles hand one thing back and forth with nothing changed: the task fails, and a person decides. */
function stopped(
  events: ActedFact[],
  task: Task,
  { intent, variant, unreviewed, rerouted }: Route,
  to: RoleName,
  from: RoleName,
): RulingOn<"handOff"> {
  const why = bouncedText(from, to);
  const ended = endAttempt(task, "empty", why, { countsAsAttempt: true, isFinal: true });
  const facts = ended.map((fact) => ({ ...fact, actor: SERVER }));
  return accept([...events, ...facts], {
    handoffId: null,
    to,
    intent,
    taskId: null,
    variant,
    unreviewed,
    rerouted,
    queuedAnyway: false,
    stillOpen: [],
    next: null,
    warnings: [`${why} ${task.id} has failed, and a person is asked what to do.`],
  });
}

/** One agent of the target role may be named for the next task. A stand-in takes it without that. */
function namesStranger(
  room: Room,
  { to, task }: Pick<HandoffDraft, "to" | "task">,
): Extract<RoomRuling, { ok: false }> | null {
  const agentId = task?.agentId;
  if (agentId === undefined || room.agents[agentId]?.role === to) return null;
  return refused("agent_unknown", `No ${to} with this id has joined.`, { agentId });
}

function isDelivery({ to, intent }: Route): boolean {
  return to === "user" && intent === "deliver";
}

/**
 * A lead moves the ball: for a pending task, a failed one, or one that an agent holds. `asAnswer`: as the answer to a
 * question about it, which its next agent reads with it; it is then still the same task, with all that was done and
 * met.
 */
export function decideHandOn(
  room: Room,
  command: CommandOf<"handOn">,
  context: Context,
  { asAnswer = false } = {},
): RulingOn<"handOn"> {
  const found = steerable(room, command.taskId, "handOn");
  if (!found.ok) return found;
  const { task } = found;
  const { to } = command.handoff;
  if (!mayPassTo(room, task, to)) return replyWanted(room, task);
  const staysWhatItIs =
    asAnswer ||
    task.state === "failed" ||
    task.sessionId !== null ||
    task.branchOf !== undefined ||
    joinedBy(room, task.id) !== undefined;
  const available = availableRoles(room);
  const roles = room.team.roles.map((role) => role.name);
  if (to === "user" || !findRole(room.team, to)) {
    return refused("role_unknown", `This team has no role ${to}.`, { role: to }, roles);
  }
  const { intent } = command.handoff;
  if (intent === "deliver" || intent === "answer") {
    const message = "A lead passes work, a question or findings to a role.";
    return refused("target_not_allowed", message, { wanted: to, intent });
  }
  if (!available.includes(to) && !command.queueAnyway) {
    return refused("target_unavailable", `No ${to} is connected now.`, { wanted: to, available }, available);
  }
  const queuedAnyway = !available.includes(to);
  const stranger = namesStranger(room, command.handoff);
  if (stranger) return stranger;
  // An answer's note is passed on with it, a review's with the review.
  const isTold = asAnswer || task.review !== null;
  const also = [
    ...(queuedAnyway ? [waitsAnyway(task, to, command)] : []),
    ...(isTold ? [] : [saidWith(room, task, command, context)]),
  ];
  if (staysWhatItIs) return giveTo(task, to, command, { queuedAnyway, also });
  const route: Route = {
    to,
    intent: command.handoff.intent,
    unreviewed: false,
    variant: handoffTargets(room.team, task.role, null, available).variant,
    rerouted: null,
  };
  const { title = task.title, timeoutS = task.timeoutS } = command.handoff.task ?? {};
  const handoff = { ...command.handoff, task: { ...command.handoff.task, title, timeoutS } };
  const result: TaskResult = {
    summary: unfinishedText(task, command.by.name),
    criteria: [],
    keyDecisions: [],
    artifacts: (task.progress?.artifacts ?? []).map(({ path, status, lines }) => ({
      path,
      status,
      ...(lines === undefined ? {} : { lines }),
    })),
    warnings: [],
  };
  const pass = deliver({
    room,
    agent: null,
    actor: actorOf(command.by),
    task,
    handoff: { ...handoff, result: { summary: result.summary } },
    route,
    available,
    context,
    result,
    charge: chargeOf({
      task,
      role: to,
      intent: route.intent,
      given: handoff.task,
      isMoved: true,
      earlier: [],
    }),
  });
  return accept(pass.events, pass.reply);
}

/** A session has its own way: the reply comes back to it, and its plan says who is next. */
function replyWanted(room: Room, task: Task): Extract<RoomRuling, { ok: false }> {
  const message = task.reviewOf
    ? `${task.id} is a review: end it with its reply. Your findings go to the author automatically.`
    : task.branchOf !== undefined
      ? `${task.id} is a branch of fan-out ${task.branchOf}: complete it. Its result goes to whoever joins them.`
      : wantsReply(room, task)
        ? `Session ${task.sessionId} waits for the reply to ${task.id}.`
        : isOfPipeline(room, task)
          ? `${task.id} is a step of a pipeline: complete it instead of handing off. The pipeline says what comes next.`
          : `${task.id} is part of a plan: complete it instead of handing off. Its reviewers get it then, and the plan says what comes next.`;
  return refused("reply_wanted", message, { taskId: task.id, sessionId: task.sessionId }, [
    "completeTask",
    "failTask",
    "askIntervention",
  ]);
}

type Delivered = Omit<HandedOff, "stillOpen" | "warnings" | "next">;

function deliver(input: {
  room: Room;
  agent: Agent | null;
  actor: Author;
  task: Task;
  handoff: HandoffDraft;
  route: Route;
  available: RoleName[];
  context: Context;
  result: TaskResult;
  charge: Partial<Charge>;
  bounce?: Bounce | null;
}): { events: ActedFact[]; reply: Delivered } {
  const { agent, actor, task, handoff, route, available, context, result } = input;
  const handoffId = context.newId();
  const messageId = context.newId();
  const body = withComments(input.room, task.id, handoff.message, MESSAGE_MAX);
  const created = route.to === "user" ? null : taskFor(input, route.to, body);
  const message: Message = {
    id: messageId,
    from: actor,
    to: route.to === "user" ? { kind: "user" } : { kind: "role", role: route.to },
    body,
    intent: route.intent,
    mentions: [],
    repliesTo: task.origin.messageId,
    taskId: created?.id ?? task.id,
    at: context.now,
  };
  const from = {
    agentId: agent?.id ?? null,
    name: actor.name,
    role: agent?.role ?? task.role,
  };
  const queuedAnyway = route.to !== "user" && !available.includes(route.to);
  const events: ActedFact[] = [];
  if (route.rerouted) {
    const { wanted, reason } = route.rerouted;
    const data = { handoffId, from: from.role, wanted, got: route.to, reason, available };
    events.push({ type: "handoff.rerouted", data, actor: SERVER });
  }
  events.push({
    type: "handoff.delivered",
    data: {
      handoffId,
      fromTaskId: task.id,
      fromFence: agent ? (task.lease?.fence ?? null) : null,
      from,
      to: route.to,
      intent: route.intent,
      message,
      result,
      task: created,
      variant: route.variant,
      available,
      unreviewed: route.unreviewed,
      queuedAnyway,
    },
    actor,
  });
  return {
    events,
    reply: {
      handoffId,
      to: route.to,
      intent: route.intent,
      taskId: created?.id ?? null,
      variant: route.variant,
      unreviewed: route.unreviewed,
      rerouted: route.rerouted,
      queuedAnyway,
    },
  };
}

function taskFor(
  { room, actor, agent, task, handoff, context, route, charge, bounce }: Parameters<typeof deliver>[0],
  role: RoleName,
  instruction: string,
): NewTask {
  const prefix = route.intent === "findings" ? REWORK_PREFIX : (findRole(room.team, role)?.prefix ?? "TASK");
  const more = handoff.task ?? {};
  const rejections = rejectionsAfter(task, role, route.intent);
  return {
    ...newTask(
      {
        role,
        title: more.title ?? titleOf(handoff.message),
        instruction,
        priority: more.priority ?? task.priority,
        ...(more.agentId !== undefined && room.agents[more.agentId]?.role === role ? { agentId: more.agentId } : {}),
        ...(more.timeoutS === undefined ? {} : { timeoutS: more.timeoutS }),
        ...charge,
      },
      nextTaskId(room.numbers, prefix),
      context.now,
    ),
    createdBy: {
      kind: actor.kind,
      id: actor.id,
      name: actor.name,
      ...(agent ? { role: agent.role } : {}),
    },
    origin: { kind: "handoff", messageId: task.origin.messageId },
    intent: route.intent,
    fromTaskId: task.id,
    ...(bounce ? { bounce } : {}),
    ...(rejections.length > 0 ? { rejections } : {}),
  };
}
