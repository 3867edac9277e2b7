import { subjectKey } from "../decision/decision.ts";
import type { RoomEvent } from "../log/event.ts";
import { MAX_ATTEMPTS } from "../task/task.ts";
import { BacklogReading } from "./backlog-check.fixture.ts";
import { ReviewReading } from "./review-check.fixture.ts";
import { SessionReading } from "./session-check.fixture.ts";

interface Task {
  state: "pending" | "claimed" | "in_progress" | "in_review" | "failed" | "ended";
  lease: { agentId: string; fence: number } | null;
  attempts: number;
}

interface Decision {
  about: string;
  state: "pending" | "answered" | "ended";
}

interface Agent {
  connection: number;
  state: "online" | "silent" | "left";
}

export interface LogFault {
  seq: number;
  type: string;
  fault: string;
}

/**
 * What no log of a room may hold, found by a reading of its own that shares nothing with the reducer:
 * gaps, times that go back, two live leases, writes under an old fence, moves that a state does not
 * allow, calls of agents that the log has as silent, two open questions about one thing, a second answer.
 * @source domain.md § 11, invariants 1, 2, 5, 10
 */
export function faultsOf(log: readonly RoomEvent[]): LogFault[] {
  const faults: LogFault[] = [];
  const tasks = new Map<string, Task>();
  const agents = new Map<string, Agent>();
  const decisions = new Map<string, Decision>();
  const ids = new Set<string>();
  const backlog = new BacklogReading();
  const sessions = new SessionReading();
  const reviews = new ReviewReading();
  let fence = 0;
  let teamVersion = 1;
  let at = 0;

  const isAsked = (taskId: string) => sessions.asked.has(taskId) || reviews.asked.has(taskId);

  for (const [index, event] of log.entries()) {
    if (isOfTask(event)) sessions.followTask(event);
    const say = (fault: string) => void faults.push({ seq: event.seq, type: event.type, fault });
    if (event.seq !== index + 1) say(`stands at place ${index + 1}`);
    if (event.at < at) say(`is ${at - event.at} ms before the one in front of it`);
    at = Math.max(at, event.at);
    if ((index === 0) !== (event.type === "room.created")) say("a room is created first, and once");

    /** The live lease that the event speaks of. */
    const held = (taskId: string, under: number | null): Task | undefined => {
      const task = tasks.get(taskId);
      if (!task) say(`${taskId} is not there`);
      else if (!task.lease) say(`${taskId} has no lease`);
      else if (under !== null && task.lease.fence !== under)
        say(`fence ${under} is not ${task.lease.fence}`);
      else if (event.actor.kind === "agent" && event.actor.id !== task.lease.agentId)
        say(`${taskId} is held by another agent`);
      return task;
    };
    const create = (id: string) => {
      if (tasks.has(id)) say(`${id} exists already`);
      tasks.set(id, { state: "pending", lease: null, attempts: 0 });
    };
    const end = (task: Task | undefined) => {
      if (task?.state === "ended") say("it ended before");
      if (task) Object.assign(task, { state: "ended", lease: null });
    };
    const once = (id: string) => {
      if (ids.has(id)) say(`the id ${id} was given before`);
      ids.add(id);
    };
    /** Moves a decision that is in one state to another. */
    const turn = (id: string, from: Decision["state"], to: Decision["state"]) => {
      const decision = decisions.get(id);
      if (decision?.state !== from) say(`the decision is ${decision?.state ?? "not there"}`);
      if (decision) decision.state = to;
    };
    const isCrossing = ["agent.joined", "agent.came_online", "agent.left"].includes(event.type);
    if (event.actor.kind === "agent" && !isCrossing) {
      const state = agents.get(event.actor.id)?.state;
      if (state !== "online") say(`${event.actor.name} acts and is ${state ?? "not there"}`);
    }

    switch (event.type) {
      case "room.created":
      case "room.removed":
      case "room.gate_preset_set":
      case "scout.saved":
      case "message.delivered":
      case "handoff.rerouted":
        break;
      case "team.changed": {
        const { version, team, remap } = event.data;
        if (event.actor.kind !== "person") say("only people change the team");
        if (version !== teamVersion + 1) say(`version ${version} follows ${teamVersion}`);
        teamVersion = version;
        const roles: readonly string[] = team.roles.map((role) => role.name);
        for (const { role, to } of remap)
          if (roles.includes(role) || !roles.includes(to)) say(`${role} goes to ${to}`);
        for (const { taskId, to } of event.data.tasks) {
          const task = tasks.get(taskId);
          if (!task || task.state === "ended") say(`${taskId} is ${task?.state ?? "not there"}`);
          if (task?.lease) say(`${taskId} is taken from a hand`);
          if (!roles.includes(to)) say(`${taskId} goes to ${to}, which is no role`);
        }
        for (const id of event.data.agents) {
          const agent = agents.get(id);
          if (agent?.state !== "online" && agent?.state !== "silent")
            say(`the agent was ${agent?.state ?? "not there"}`);
          if (agent) agent.state = "left";
          for (const [taskId, { lease }] of tasks)
            if (lease?.agentId === id) say(`it is gone and holds ${taskId}`);
        }
        break;
      }
      case "agent.joined": {
        const { agentId, connection } = event.data;
        const before = agents.get(agentId)?.connection ?? 0;
        if (connection !== before + 1) say(`connection ${connection} follows ${before}`);
        agents.set(agentId, { connection, state: "online" });
        break;
      }
      case "agent.left":
      case "agent.came_online":
      case "agent.went_offline": {
        const agent = agents.get(event.data.agentId);
        // Who is silent may leave without having returned first.
        const from = {
          "agent.left": ["online", "silent"],
          "agent.came_online": ["silent"],
          "agent.went_offline": ["online"],
        }[event.type];
        if (!agent || !from.includes(agent.state))
          say(`the agent was ${agent?.state ?? "not there"}`);
        const to = {
          "agent.left": "left",
          "agent.came_online": "online",
          "agent.went_offline": "silent",
        };
        if (agent) agent.state = to[event.type] as Agent["state"];
        if (event.type === "agent.came_online") break;
        for (const [id, { lease }] of tasks)
          if (lease?.agentId === event.data.agentId) say(`it is gone and holds ${id}`);
        break;
      }
      case "message.sent":
        once(event.data.message.id);
        if (event.data.task) create(event.data.task.id);
        break;
      case "message.edited":
      case "message.withdrawn": {
        const task = tasks.get(event.data.taskId);
        if (task?.state !== "pending") say(`its task is ${task?.state ?? "not there"}`);
        if (event.type === "message.withdrawn") end(task);
        else if (!ids.has(event.data.message.id)) say("the message was never sent");
        break;
      }
      case "task.created":
        for (const task of event.data.tasks) create(task.id);
        break;
      case "task.claimed": {
        const { taskId, agentId } = event.data;
        const task = tasks.get(taskId);
        if (task?.lease) say(`${taskId} is held under fence ${task.lease.fence}`);
        if (task?.state !== "pending") say(`${taskId} is ${task?.state ?? "not there"}`);
        if (event.data.fence <= fence) say(`fence ${event.data.fence} follows ${fence}`);
        fence = event.data.fence;
        for (const [id, { lease }] of tasks)
          if (lease?.agentId === agentId) say(`the agent holds ${id} already`);
        if (task) Object.assign(task, { state: "claimed", lease: { agentId, fence } });
        break;
      }
      case "task.resumed": {
        const { taskId, agentId } = event.data;
        const task = tasks.get(taskId);
        if (task?.lease?.agentId !== agentId) say(`${taskId} is not in the agent's hand`);
        if (event.data.fence <= fence) say(`fence ${event.data.fence} follows ${fence}`);
        fence = event.data.fence;
        if (task) Object.assign(task, { lease: { agentId, fence } });
        break;
      }
      case "task.started":
      case "task.progressed": {
        const task = held(event.data.taskId, event.data.fence);
        if (task && event.type === "task.started") task.state = "in_progress";
        break;
      }
      case "task.released": {
        const task = held(event.data.taskId, event.data.fence);
        if (task?.state !== "claimed") say("only a claim that nothing followed is released");
        if (task) Object.assign(task, { state: "pending", lease: null });
        break;
      }
      case "task.attempt_ended": {
        const { taskId, attempts, final } = event.data;
        const task = held(taskId, event.data.fence);
        // A reply that cannot be used ends all attempts at once.
        if (task && attempts - task.attempts > 1 && !(final && isAsked(taskId)))
          say(`attempt ${attempts} follows ${task.attempts}`);
        if (final !== attempts >= MAX_ATTEMPTS) say(`final: ${final} at attempt ${attempts}`);
        if (task)
          Object.assign(task, { state: final ? "failed" : "pending", lease: null, attempts });
        break;
      }
      case "task.completed":
        end(held(event.data.taskId, event.data.fence));
        break;
      case "task.submitted": {
        const task = held(event.data.taskId, event.data.fence);
        if (task) Object.assign(task, { state: "in_review", lease: null });
        for (const review of event.data.reviews) create(review.task.id);
        for (const fault of reviews.read(event)) say(fault);
        break;
      }
      case "task.reviewed":
      case "task.passed":
      case "task.returned": {
        const task = tasks.get(event.data.taskId);
        const isLetGo = event.type === "task.passed" && event.data.why === "skipped";
        if (task?.state !== "in_review" && !(isLetGo && task?.state === "pending"))
          say(`the task is ${task?.state ?? "not there"}`);
        if (event.type === "task.passed") end(task);
        if (task && event.type === "task.returned")
          Object.assign(task, { state: "pending", attempts: 0 });
        for (const fault of reviews.read(event)) say(fault);
        break;
      }
      case "handoff.delivered": {
        const { fromTaskId, fromFence, message, handoffId, task } = event.data;
        once(handoffId);
        once(message.id);
        end(fromFence === null ? tasks.get(fromTaskId) : held(fromTaskId, fromFence));
        if (task) create(task.id);
        break;
      }
      case "task.retried": {
        const task = tasks.get(event.data.taskId);
        const from = event.data.lifts ? "pending" : "failed";
        if (task?.state !== from) say(`the task is ${task?.state ?? "not there"}`);
        if (task) Object.assign(task, { state: "pending", attempts: 0 });
        break;
      }
      case "task.cancelled":
        for (const id of [event.data.taskId, ...event.data.cascade]) end(tasks.get(id));
        break;
      case "task.boundary_lifted":
        if (!tasks.has(event.data.taskId)) say("the task is not there");
        break;
      case "task.moved_to_front":
      case "task.parked": {
        const moved = event.type === "task.parked" ? event.data.taskIds : [event.data.taskId];
        for (const id of moved)
          if (tasks.get(id)?.state !== "pending")
            say(`${id} is ${tasks.get(id)?.state ?? "not there"}`);
        break;
      }
      case "task.reassigned":
      case "task.told_to_wait": {
        const moved =
          event.type === "task.reassigned"
            ? event.data.tasks.map(({ taskId }) => taskId)
            : event.data.taskIds;
        for (const id of moved)
          if (tasks.get(id)?.state !== "pending")
            say(`${id} is ${tasks.get(id)?.state ?? "not there"}`);
        break;
      }
      case "task.retry_withdrawn": {
        const task = tasks.get(event.data.taskId);
        if (task?.state !== "pending") say(`the task is ${task?.state ?? "not there"}`);
        if (task) Object.assign(task, { state: "failed", attempts: event.data.attempts });
        break;
      }
      case "decision.opened": {
        const { id, kind, subject, supersedes } = event.data.decision;
        once(id);
        const about = subjectKey({ kind, subject });
        for (const other of decisions.values())
          if (other.state === "pending" && other.about === about) say(`${about} is asked already`);
        if (supersedes !== null && decisions.get(supersedes)?.state !== "ended")
          say("what it supersedes has not ended");
        decisions.set(id, { about, state: "pending" });
        break;
      }
      case "decision.revised":
        turn(event.data.decisionId, "pending", "pending");
        break;
      case "decision.answered":
        if (event.actor.kind !== "person") say("only people answer");
        turn(event.data.decisionId, "pending", "answered");
        break;
      case "decision.withdrawn":
        turn(event.data.decisionId, "pending", "ended");
        break;
      case "decision.superseded":
        turn(event.data.decisionId, "answered", "ended");
        break;
      case "backlog.picked":
        if (event.data.task) create(event.data.task.id);
        for (const fault of backlog.faultsOf(event)) say(fault);
        break;
      case "backlog.added":
      case "backlog.edited":
      case "backlog.moved":
      case "backlog.deferred":
      case "backlog.finished":
      case "backlog.returned":
      case "backlog.closed":
      case "backlog.dropped":
      case "backlog.reopened":
      case "backlog.mode_changed":
      case "backlog.clearing_paused":
      case "backlog.clearing_resumed":
        for (const fault of backlog.faultsOf(event)) say(fault);
        break;
      case "budget.set":
      case "budget.warned":
      case "room.options_set":
        break;
      case "usage.reported": {
        const task = held(event.data.taskId, null);
        if (task?.lease && task.lease.agentId !== event.data.agentId)
          say("somebody else holds the task");
        break;
      }
      default:
        for (const fault of sessions.faultsOf(event, create)) say(fault);
    }
  }
  return faults;
}

function isOfTask(event: RoomEvent): event is Extract<RoomEvent, { type: `task.${string}` }> {
  return event.type.startsWith("task.");
}
