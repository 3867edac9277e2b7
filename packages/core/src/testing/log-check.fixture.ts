import { subjectKey } from "../decision/decision.ts";
import type { EventData, EventOf, EventsOf, RoomEvent } from "../kernel/event.ts";
import { BRANCH_CHECKS } from "./branch-check.fixture.ts";
import { ERROR_CHECKS } from "./error-check.fixture.ts";
import { FANOUT_CHECKS } from "./fanout-check.fixture.ts";
import { LOCK_CHECKS } from "./lock-kinds.fixture.ts";
import { type ChecksOf, type LogFault, LogReading } from "./log-reading.fixture.ts";
import { RETENTION_CHECKS } from "./retention-kinds.fixture.ts";
import { RUN_CHECKS } from "./run-check.fixture.ts";
import { TASK_CHECKS } from "./task-check.fixture.ts";
import { WISDOM_CHECKS } from "./wisdom-kinds.fixture.ts";

/**
 * What no log of a room may hold, found by a reading of its own that shares nothing with the reducer:
 * gaps, times that go back, two live leases, writes under an old fence, moves that a state does not
 * allow, calls of agents that the log has as silent, two open questions about one thing, a second answer.
 * @source domain.md § 11, invariants 1, 2, 5, 10
 */
export function faultsOf(events: readonly RoomEvent[]): LogFault[] {
  const [first] = events;
  if (!first) return [];
  const log = new LogReading(first);
  for (const [index, event] of events.entries()) {
    if (isOf("task", event)) log.sessions.followTask(event);
    log.turnTo(event, index);
    if (isOf("session", event)) log.sayAll(log.sessions.faultsOf(event, (id) => log.create(id)));
    else if (isOf("backlog", event)) log.sayAll(backlogFaults(log, event));
    else (CHECKS[event.type] as Check)(log, event);
  }
  return log.faults;
}

type Check = (log: LogReading, event: RoomEvent) => void;

function isOf<Family extends string>(
  family: Family,
  event: RoomEvent,
): event is Extract<RoomEvent, { type: `${Family}.${string}` }> {
  return event.type.startsWith(`${family}.`);
}

function backlogFaults(log: LogReading, event: EventOf<keyof EventsOf<"backlog">>): string[] {
  if (event.type === "backlog.picked" && event.data.task) log.create(event.data.task.id);
  return log.backlog.faultsOf(event);
}

const nothing = (): void => {};

/** What waits for an answer is raised once at most, and only then is a person asked. */
const MESSAGE_CHECKS: ChecksOf<
  Pick<EventData, "message.late" | "message.raised" | "message.overdue" | "message.extended" | "message.closed">
> = {
  "message.late": (log, { data }) => {
    for (const id of data.messageIds) log.onceOf("late", id);
  },
  "message.raised": (log, { data }) => log.onceOf("raised", data.messageId),
  "message.overdue": (log, { data: { messageId } }) => {
    if (!log.isKnown(messageId)) log.say("the message was never sent");
    log.onceOf("overdue", messageId);
  },
  "message.extended": (log, { data, actor }) => {
    if (actor.kind !== "person") log.say("only people wait longer");
    if (!log.isKnown(data.messageId)) log.say("the message was never sent");
    log.messages.delete(`overdue ${data.messageId}`);
  },
  "message.closed": (log, { data }) => {
    if (!log.isKnown(data.messageId)) log.say("the message was never sent");
  },
};

/** Sessions and the backlog have readings of their own. */
const CHECKS: ChecksOf<Omit<EventData, keyof EventsOf<"session"> | keyof EventsOf<"backlog">>> = {
  ...TASK_CHECKS,
  "room.created": nothing,
  "room.removed": nothing,
  "room.paused": nothing,
  "room.resumed": nothing,
  "room.options_set": nothing,
  "room.gate_preset_set": nothing,
  "scout.saved": nothing,
  "message.delivered": nothing,
  ...MESSAGE_CHECKS,
  "handoff.rerouted": nothing,
  "budget.set": nothing,
  "budget.warned": nothing,
  "budget.limited": nothing,
  "budget.neared": nothing,
  "budget.used_up": nothing,
  "budget.kept": nothing,
  "policy.changed": nothing,
  "policy.granted": nothing,
  "policy.revoked": nothing,
  ...BRANCH_CHECKS,
  ...WISDOM_CHECKS,
  ...LOCK_CHECKS,
  ...ERROR_CHECKS,
  "interchange.imported": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people bring sessions in");
  },
  "interchange.room_imported": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people bring rooms in");
  },
  ...RETENTION_CHECKS,
  "routing.phrases_dismissed": nothing,
  "routing.corrected": (log, { data: { message, from, to, how, task }, actor }) => {
    if (actor.kind !== "person") log.say("only people correct routes");
    if (!log.isKnown(message.id)) log.say("the message was never sent");
    if (from === to) log.say(`it is ${to}'s already`);
    if (task) log.create(task.id);
    if (how === "moved" && message.taskId) log.taskIn(message.taskId, ["pending"], "its task");
  },
  "comment.added": (log, { data: { holder, comments }, actor }) => {
    if (actor.kind === "server") log.say("the server comments on nothing");
    for (const { id } of comments) log.once(id);
    if (holder && log.tasks.get(holder)?.state === "ended") log.say(`${holder} is over`);
  },
  "team.changed": (log, { data: { version, team, remap, tasks, agents }, actor }) => {
    if (actor.kind !== "person") log.say("only people change the team");
    if (version !== log.teamVersion + 1) log.say(`version ${version} follows ${log.teamVersion}`);
    log.teamVersion = version;
    const roles: readonly string[] = team.roles.map((role) => role.name);
    for (const { role, to } of remap) if (roles.includes(role) || !roles.includes(to)) log.say(`${role} goes to ${to}`);
    for (const { taskId, to } of tasks) {
      const task = log.tasks.get(taskId);
      if (!task || task.state === "ended") log.say(`${taskId} is ${task?.state ?? "not there"}`);
      if (task?.lease) log.say(`${taskId} is taken from a hand`);
      if (!roles.includes(to)) log.say(`${taskId} goes to ${to}, which is no role`);
    }
    for (const id of agents) log.move(id, ["online", "silent"], "left");
  },
  "agent.joined": (log, { data: { agentId, connection } }) => {
    const before = log.agents.get(agentId)?.connection ?? 0;
    if (connection !== before + 1) log.say(`connection ${connection} follows ${before}`);
    log.agents.set(agentId, { connection, state: "online" });
  },
  // Who is silent may leave without having returned first.
  "agent.left": (log, { data }) => log.move(data.agentId, ["online", "silent"], "left"),
  "agent.came_online": (log, { data }) => log.move(data.agentId, ["silent"], "online"),
  "agent.went_offline": (log, { data }) => log.move(data.agentId, ["online"], "silent"),
  "message.sent": (log, { data: { message, task } }) => {
    log.once(message.id);
    if (task) log.create(task.id);
  },
  "message.edited": (log, { data: { taskId, message } }) => {
    log.taskIn(taskId, ["pending"], "its task");
    if (!log.isKnown(message.id)) log.say("the message was never sent");
  },
  "message.withdrawn": (log, { data }) => log.end(log.taskIn(data.taskId, ["pending"], "its task")),
  "handoff.delivered": (log, { data: { fromTaskId, fromFence, message, handoffId, task } }) => {
    // Its words are searched for in the task alone.
    if (task && task.instruction !== message.body) log.say(`${task.id} says something else`);
    log.once(handoffId);
    log.once(message.id);
    log.end(fromFence === null ? log.tasks.get(fromTaskId) : log.held(fromTaskId, fromFence));
    log.sessions.handedOn(fromTaskId);
    if (task) log.create(task.id);
  },
  "decision.opened": (log, { data: { decision } }) => {
    const { id, supersedes } = decision;
    log.once(id);
    const about = subjectKey(decision);
    for (const other of log.decisions.values())
      if (other.state === "pending" && other.about === about) log.say(`${about} is asked already`);
    if (supersedes !== null && log.decisions.get(supersedes)?.state !== "ended")
      log.say("what it supersedes has not ended");
    log.decisions.set(id, { about, state: "pending" });
  },
  "decision.revised": (log, { data }) => log.turn(data.decisionId, "pending", "pending"),
  "decision.answered": (log, { data, actor }) => {
    if (actor.kind !== "person") log.say("only people answer");
    log.turn(data.decisionId, "pending", "answered");
  },
  "decision.withdrawn": (log, { data }) => log.turn(data.decisionId, "pending", "ended"),
  "decision.superseded": (log, { data }) => log.turn(data.decisionId, "answered", "ended"),
  ...RUN_CHECKS,
  ...FANOUT_CHECKS,
  "usage.reported": (log, { data: { taskId, agentId, usage } }) => {
    // A turn is over later than the task that it was about.
    if (usage.runId !== undefined) return;
    const task = log.held(taskId, null);
    if (task?.lease && task.lease.agentId !== agentId) log.say("somebody else holds the task");
  },
};
