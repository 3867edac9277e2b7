import type { Agent } from "../agent/agent.ts";
import { mailAtWork } from "../agent/mail.ts";
import { seat } from "../agent/seat.ts";
import { findFanout, isOpen } from "../fanout/fanout.ts";
import { openOfMessage } from "../fanout/open.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { type RoleName, taskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { listed } from "../kernel/words.ts";
import { decisionOf } from "../routing/decision.ts";
import { limitsFor } from "../routing/limits.ts";
import { mentionsIn } from "../routing/mentions.ts";
import { routeMessage } from "../routing/route.ts";
import { statusAnswer } from "../routing/status.ts";
import { BLOCKERS_MAX, openBlockers } from "../task/blockers.ts";
import { deliverMail } from "../task/claim.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import { compareTasks, goesOn, heldTask, isLast, type Placed, readyTasks, tasksInHand } from "../task/order.ts";
import { startOf } from "../task/start.ts";
import type { Priority, Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { membersOf } from "../team/delegates.ts";
import { findRole } from "../team/team.ts";
import { actingEntryPoint } from "../team/variants.ts";
import { logLine } from "./bus.ts";
import { endOf, lineOf } from "./follow.ts";
import { type Addressee, mailFor } from "./mailbox.ts";
import { isUrgent, type LogLine, MAIL_FULL, type Message } from "./message.ts";
import { OPEN_KEPT, threadOf, WAIT_S } from "./open.ts";
import { answeredByRoom, isPlain } from "./status-answer.ts";

/** Tasks of the role that come before a new message of this priority: those in progress, and those taken before it. */
export function aheadOf(room: Room, role: RoleName, priority: Priority = "medium", interrupt = false): number {
  const inHand = room.tasks.filter((task) => task.role === role && task.lease !== null).length;
  const last = Number.MAX_SAFE_INTEGER;
  const message: Placed = {
    id: taskId(`Z-${last}`),
    origin: { kind: "user_message", messageId: null },
    frontAt: interrupt ? last : null,
    priority,
    createdAt: last,
    said: {},
  };
  const before = readyTasks(room, role).filter(
    (task) => (goesOn(room, task) && !isLast(task)) || compareTasks(task, message) < 0,
  );
  return inHand + before.length;
}

/** Each message of a user becomes a task of the role to which it is routed, queued behind its current one. */
export function decideUserMessage(
  room: Room,
  command: CommandOf<"sendUserMessage">,
  context: Context,
): RulingOn<"sendUserMessage"> {
  const decision = decisionOf(room.team, command.body);
  const answer = decision && isPlain(command) && statusAnswer(room, command.body, decision, context.now, command.spent);
  if (answer) return answeredByRoom(command, decision, answer, context);
  const route = routeMessage(room, context.now, decision);
  // If another role acts for the entry point, the task moves on to it in the same commit.
  const role = route.event === "message.sent" ? route.target : room.team.entryPoint;
  const messageId = context.newId();
  const id = nextTaskId(room.numbers, findRole(room.team, role)?.prefix ?? "TASK");
  const interrupt = command.interrupt === true;
  const ahead = aheadOf(room, role, command.priority, interrupt);
  const told = interrupt ? atWork(room, role).filter(({ mail }) => mail.length < MAIL_FULL) : [];
  const message: Message = {
    id: messageId,
    from: { kind: "person", id: command.by.id, name: command.by.name },
    to: { kind: "role", role },
    body: command.body,
    intent: null,
    mentions: mentionsIn(room.team, command.body),
    repliesTo: command.repliesTo,
    taskId: id,
    at: context.now,
    ...withFiles(command.attachments),
    ...(command.model ? { model: command.model } : {}),
  };
  const task = {
    ...newTask(
      {
        role,
        title: titleOf(command.body),
        instruction: command.body,
        priority: command.priority,
        ...(decision ? { timeoutS: limitsFor(room.team, decision.tier).timeoutS } : {}),
      },
      id,
      context.now,
    ),
    createdBy: { kind: "person" as const, id: command.by.id, name: command.by.name },
    origin: { kind: "user_message" as const, messageId },
  };
  const sent: ActedFact = {
    type: "message.sent",
    data: {
      message,
      task,
      ahead,
      mailTo: told.map((agent) => agent.id),
      answers: answeredBy(room, command),
      interrupt,
      ...(decision ? { route: decision } : {}),
    },
    actor: actorOf(command.by),
  };
  const to = route.target;
  const opened = openOfMessage(room, {
    actor: actorOf(command.by),
    message,
    task,
    roles: route.fanOut,
    tier: decision?.tier ?? null,
    now: context.now,
  });
  const available = availableRoles(room);
  return accept([sent, ...opened], {
    messageId,
    taskId: id,
    answer: null,
    to,
    ahead: to === role ? ahead : aheadOf(room, to, command.priority, interrupt),
    available: available.includes(to),
    told: told.map((agent) => agent.name),
    branches: opened.flatMap(({ data }) =>
      data.tasks.map((one) => ({
        taskId: one.id,
        role: one.role,
        available: available.includes(one.role),
      })),
    ),
  });
}

/** The questions to the user that a message closes: the one that it replies to, otherwise all. */
function answeredBy({ questions }: Room, { repliesTo }: CommandOf<"sendUserMessage">): Message["id"][] {
  const asked = questions.map(({ messageId }) => messageId);
  return repliesTo === null ? asked : asked.filter((id) => id === repliesTo);
}

/** An agent's message: to the user's conversation, or into the mail of a role or one agent. */
export function decideAgentMessage(
  room: Room,
  command: CommandOf<"sendAgentMessage">,
  context: Context,
): RulingOn<"sendAgentMessage"> {
  const seated = seat(room, command.by);
  if (!seated.ok) return seated;
  const { agent, actor } = seated;
  if (command.log) return logged(room, command, command.log, context);
  const to = recipientOf(room, command);
  if (!to) {
    const roles = room.team.roles.map((role) => role.name);
    return command.to.kind === "role"
      ? refused("role_unknown", `This team has no role ${command.to.role}.`, { role: command.to.role }, [
          "user",
          ...roles,
        ])
      : refused("agent_unknown", "No agent with this id has joined.", {});
  }
  if (to.kind === "agent" && to.agentId === agent.id) {
    const message = "This message is to yourself. Name another agent, a role, or the user.";
    return refused("bad_request", message, { field: "body.to" });
  }
  const held = heldTask(room, agent.id);
  const no =
    refuseAnswerless(command) ??
    refuseIsolated(room, agent, to) ??
    refuseSibling(room, held, to) ??
    refuseStopped(room, command, agent, to) ??
    refuseWait(room, command) ??
    refuseHold(room, command, held, to);
  if (no) return no;
  const messageId = context.newId();
  const message: Message = {
    id: messageId,
    from: { kind: "agent", id: agent.id, name: agent.name, role: agent.role },
    to,
    body: command.body,
    intent: null,
    mentions: mentionsIn(room.team, command.body),
    repliesTo: command.repliesTo,
    taskId: held?.id ?? null,
    at: context.now,
    ...withFiles(command.attachments),
    ...saidOf(command, context.now),
  };
  const mail = mailFor(room, command, agent, to);
  if (!mail.ok) return mail;
  const { mailTo, mailToRole } = mail;
  const found = held ? mailAtWork(room, agent) : agent.mail;
  const sent: ActedFact = {
    type: "message.sent",
    data: {
      message,
      task: null,
      ahead: 0,
      mailTo,
      answers: [],
      interrupt: false,
      ...(mailToRole === null ? {} : { mailToRole }),
      ...(isUrgent(command.priority) ? { urgent: true } : {}),
    },
    actor,
  };
  const started = held ? startOf(held, "message", actor) : [];
  const waits = held && command.waits ? [waitFor(held, message, actor)] : [];
  return accept([...seated.events, ...started, sent, ...waits, ...deliverMail(agent, actor, found)], {
    messageId,
    message,
    deliversTo: mailTo.length,
    mail: found,
  });
}

/** A line of its role's log, in the conversation and in the session of its task. */
function logged(
  room: Room,
  { by, body, repliesTo }: CommandOf<"sendAgentMessage">,
  line: LogLine,
  { newId, now }: Context,
): RulingOn<"sendAgentMessage"> {
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { agent, actor } = seated;
  const read = logLine(room, agent, line, body);
  if (!read.ok) return read;
  const { id, name, role } = agent;
  const held = heldTask(room, id);
  const mail = held ? mailAtWork(room, agent) : agent.mail;
  const message: Message = {
    id: newId(),
    from: { kind: "agent", id, name, role },
    ...read.head,
    intent: null,
    mentions: [],
    repliesTo,
    taskId: held?.id ?? null,
    at: now,
  };
  const sent: ActedFact = {
    type: "message.sent",
    data: { message, task: null, ahead: 0, mailTo: [], answers: [], interrupt: false },
    actor,
  };
  const started = held ? startOf(held, "message", actor) : [];
  return accept([...seated.events, ...started, sent, ...deliverMail(agent, actor, mail)], {
    messageId: message.id,
    message,
    deliversTo: 0,
    mail,
  });
}

/** What its sender said about it, if anything. */
function saidOf(
  { subject, priority, about, waits, ...said }: CommandOf<"sendAgentMessage">,
  now: number,
): Partial<Message> {
  const responseS = said.responseS ?? (waits ? WAIT_S : undefined);
  // A message that waits for an answer asks something.
  const kind = said.kind ?? (responseS === undefined ? undefined : "question");
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(subject === undefined ? {} : { subject }),
    ...(priority === undefined ? {} : { priority }),
    ...(about === undefined || Object.keys(about).length === 0 ? {} : { about }),
    ...(responseS === undefined ? {} : { responseBy: now + responseS * 1000 }),
  };
}

/** A subject that goes in circles waits for a person. */
function refuseStopped(
  room: Room,
  { subject, repliesTo }: CommandOf<"sendAgentMessage">,
  { id, role }: Agent,
  to: Addressee,
): Refused | null {
  if (to.kind === "user") return null;
  const thread = threadOf(room, { from: { agentId: id, role }, to: endOf(to), subject, repliesTo });
  if (!thread || thread.stoppedAt === null) return null;
  const message = `You and ${to.role} have gone in circles about “${thread.subject}” for ${thread.turns} turns, so a person decides now. Go on with what you have.`;
  return refused("thread_stopped", message, { subject: thread.subject, turns: thread.turns }, ["user"]);
}

/** What is read but not answered: a message to the user, and a notification. */
function refuseAnswerless(command: CommandOf<"sendAgentMessage">): Refused | null {
  const { to, kind, priority, responseS, waits } = command;
  const field = responseS !== undefined ? "responseS" : waits ? "waits" : null;
  if (to.kind === "user") {
    const only = priority !== undefined ? "priority" : field;
    if (only !== null)
      return refused("person_not_asked", `\`${only}\` works between agents.`, {
        field: `body.${only}`,
      });
    if (kind === undefined || kind === "notification") return null;
    const message = `A message to the user is a line in the room. Nobody has to answer the ${kind}.`;
    return refused("person_not_asked", message, { field: "body.kind" });
  }
  if (kind !== "notification" || field === null) return null;
  const message = `A notification has no answer. Leave out \`${field}\`, or send a question or a request.`;
  return refused("bad_request", message, { field: `body.${field}` });
}

function refuseWait(room: Room, { responseS }: CommandOf<"sendAgentMessage">): Refused | null {
  if (responseS === undefined) return null;
  const { open } = room.openMessages;
  if (open.filter(({ responseBy }) => responseBy !== null).length < OPEN_KEPT) return null;
  const message = `${OPEN_KEPT} messages of this room wait for an answer already. Answer some first.`;
  return refused("limit_reached", message, { limit: OPEN_KEPT });
}

/** A task waits for another's answer only while somebody holds it. */
function refuseHold(
  room: Room,
  { by, waits }: CommandOf<"sendAgentMessage">,
  held: Task | undefined,
  to: Addressee,
): Refused | null {
  if (!waits) return null;
  const refuse = (message: string) => refused("bad_request", message, { field: "body.waits" });
  if (!held?.lease) return refuse("You have no task in hand that could wait.");
  const isOwn = to.kind === "role" && to.role === room.agents[by.id]?.role;
  if (isOwn) return refuse("You would wait for yourself. Name another role, or ask a person.");
  if (openBlockers(held).length < BLOCKERS_MAX) return null;
  const message = `${held.id} has ${BLOCKERS_MAX} open blockers already. Close one first.`;
  return refused("limit_reached", message, { limit: BLOCKERS_MAX });
}

/** What keeps the task is the missing answer: a blocker that the answer closes. */
function waitFor(task: Task, message: Message, actor: ActedFact["actor"]): ActedFact {
  const { progress, lease, id: taskId } = task;
  if (!lease) throw new Error(`${taskId} is in nobody's hand.`);
  const { at: _, ...known } = progress ?? { at: 0, completed: [], remaining: [], artifacts: [] };
  const open = openBlockers(task);
  const { to, id: messageId, at: since } = message;
  const requiresAgent = to.kind === "agent" ? to.name : to.kind === "role" ? to.role : null;
  const id = Math.max(0, ...open.map((one) => one.id)) + 1;
  const blocker = { id, description: lineOf(message), requiresAgent, since, messageId };
  const data = { taskId, fence: lease.fence, progress: { ...known, blockers: [...open, blocker] } };
  return { type: "task.progressed", data, actor };
}

/** In an isolated team only the entry point talks to the others and to the user. */
function refuseIsolated(room: Room, { role }: Agent, to: Addressee): Refused | null {
  const { team } = room;
  if (!team.isolated) return null;
  const entryPoint = actingEntryPoint(team, availableRoles(room));
  const own = findRole(team, role);
  const allowed = [entryPoint, ...(own ? membersOf(team, own) : [])];
  if (role === entryPoint || (to.kind !== "user" && allowed.includes(to.role))) return null;
  const wanted = to.kind === "user" ? "the user" : to.role;
  const instead = to.kind === "user" ? " A person answers what you ask as a decision." : "";
  const message = `This team keeps its roles apart: you write to ${listed(allowed)} only, not to ${wanted}.${instead}`;
  return refused("target_not_allowed", message, { wanted }, allowed);
}

/** What a branch of a fan-out says to another would be in that one's context. */
function refuseSibling(room: Room, held: Task | undefined, to: Addressee): Refused | null {
  if (held?.branchOf === undefined || to.kind === "user") return null;
  const fanout = findFanout(room, held.branchOf);
  const other = fanout?.branches.find(
    (branch) => branch.taskId !== held.id && branch.role === to.role && isOpen(branch),
  );
  if (!other) return null;
  const message = `${held.id} is a branch of fan-out ${held.branchOf}, and ${to.role} works on another: branches don't talk to each other. Put it into your result.`;
  return refused("target_not_allowed", message, { taskId: held.id, wanted: to.role }, ["user"]);
}

function withFiles(attachments: Message["attachments"]): Pick<Message, "attachments"> {
  return attachments && attachments.length > 0 ? { attachments } : {};
}

/** Agents of the role that hold a task. */
export function atWork(room: Room, role: RoleName): Agent[] {
  const inHand = tasksInHand(room);
  return Object.values(room.agents).filter((agent) => agent.role === role && inHand.has(agent.id));
}

function recipientOf(room: Room, command: CommandOf<"sendAgentMessage">): Addressee | null {
  const { to } = command;
  if (to.kind === "user") return to;
  if (to.kind === "role") return findRole(room.team, to.role) ? to : null;
  const agent = room.agents[to.agentId];
  return agent ? { kind: "agent", agentId: agent.id, role: agent.role, name: agent.name } : null;
}
