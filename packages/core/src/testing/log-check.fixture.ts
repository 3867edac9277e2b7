import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import { MAX_ATTEMPTS } from "../task/task.ts";

interface Task {
  state: "pending" | "claimed" | "in_progress" | "failed" | "ended";
  lease: { agentId: string; fence: number } | null;
  attempts: number;
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
 * allow, calls of agents that the log has as silent. @source domain.md § 11, invariants 1, 2, 10
 */
export function faultsOf(log: readonly RoomEvent[]): LogFault[] {
  const faults: LogFault[] = [];
  const tasks = new Map<string, Task>();
  const agents = new Map<string, Agent>();
  const ids = new Set<string>();
  let fence = 0;
  let at = 0;

  for (const [index, event] of log.entries()) {
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
    const isCrossing = ["agent.joined", "agent.came_online", "agent.left"].includes(event.type);
    if (event.actor.kind === "agent" && !isCrossing) {
      const state = agents.get(event.actor.id)?.state;
      if (state !== "online") say(`${event.actor.name} acts and is ${state ?? "not there"}`);
    }

    switch (event.type) {
      case "room.created":
      case "room.removed":
      case "message.delivered":
      case "handoff.rerouted":
        break;
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
        if (task && attempts - task.attempts > 1)
          say(`attempt ${attempts} follows ${task.attempts}`);
        if (final !== attempts >= MAX_ATTEMPTS) say(`final: ${final} at attempt ${attempts}`);
        if (task)
          Object.assign(task, { state: final ? "failed" : "pending", lease: null, attempts });
        break;
      }
      case "task.completed":
        end(held(event.data.taskId, event.data.fence));
        break;
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
        if (task?.state !== "failed") say(`the task is ${task?.state ?? "not there"}`);
        if (task) Object.assign(task, { state: "pending", attempts: 0 });
        break;
      }
      case "task.cancelled":
        for (const id of [event.data.taskId, ...event.data.cascade]) end(tasks.get(id));
        break;
      case "task.moved_to_front":
      case "task.parked": {
        const moved = event.type === "task.parked" ? event.data.taskIds : [event.data.taskId];
        for (const id of moved)
          if (tasks.get(id)?.state !== "pending")
            say(`${id} is ${tasks.get(id)?.state ?? "not there"}`);
        break;
      }
      default:
        unreachable(event);
    }
  }
  return faults;
}
