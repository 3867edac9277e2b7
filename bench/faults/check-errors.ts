import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";

const INVARIANT = "13: errors";

interface Stop {
  errorId: number;
  at: number;
  agentId: string;
  agent: string;
  /** The questions that a person has because of it. */
  asked: RoomEvent[];
}

/**
 * § 7: the third error ends the task of whoever met it, asks a person once and at once, and until that is settled the agent
 * gets nothing; by a reading that shares nothing with the reducer. How errors count is checked with the log.
 */
export function checkErrors({ rooms, history }: Evidence): Violation[] {
  return rooms.flatMap((room) => {
    const violations = checkStops(room);
    const bad = (what: string) => violations.push({ invariant: INVARIANT, room: room.roomId, what });
    const reported = new Map(
      room.events.flatMap((event) =>
        event.type === "error.reported" ? [[event.data.error.id, event.data] as const] : [],
      ),
    );
    for (const told of history.told) {
      if (told.kind !== "acknowledged" || told.roomId !== room.roomId) continue;
      if (told.op !== "reportError") continue;
      const logged = reported.get(Number(told.reply.id));
      const isSame = logged?.count === told.reply.count && logged?.stops === told.reply.stopped;
      if (!isSame) bad(`error ${told.reply.id} was answered ${JSON.stringify(told.reply)}, the log differs`);
    }
    return violations;
  });
}

function checkStops({ roomId, events }: RoomRecord): Violation[] {
  const violations: Violation[] = [];
  const bad = (what: string) => violations.push({ invariant: INVARIANT, room: roomId, what });
  /** By the tasks that failed with them; whoever was stopped is so until its task is settled. */
  const stops = new Map<string, Stop>();
  let roundOverAt: number | null = null;
  const settle = (taskId: string) => {
    const stop = stops.get(taskId);
    if (!stop) return;
    stops.delete(taskId);
    const { errorId, at: since, agent, asked } = stop;
    const name = `error ${errorId}, which stopped ${agent}`;
    if (asked.length === 0) bad(`${name}: nobody was asked`);
    if (asked.length > 1) bad(`${name}: a person was asked ${asked.length} times`);
    for (const { at, seq } of asked) if (at !== since) bad(`${name}: asked ${at - since} ms later, at seq ${seq}`);
  };
  for (const [i, event] of events.entries()) {
    switch (event.type) {
      case "error.reported": {
        const { actor, at, data } = event;
        if (!data.stops || actor.kind !== "agent") break;
        const { id: errorId, taskId } = data.error;
        const end = events[i + 1];
        const isEnded = end?.type === "task.attempt_ended" && end.data.taskId === taskId;
        if (!isEnded || !end.data.final || end.data.how !== "stopped")
          bad(`error ${errorId} stops its agent, and ${taskId} goes on`);
        // A session that can do without it goes on in the same commit, and asks nobody.
        const next = events[i + 2];
        const isLetGo = next?.type === "task.cancelled" && next.actor.kind === "server";
        if (isLetGo && next.data.taskId === taskId && next.at === at) break;
        stops.set(taskId, { errorId, at, agentId: actor.id, agent: actor.name, asked: [] });
        break;
      }
      case "decision.opened": {
        const { kind, subject } = event.data.decision;
        if (kind !== "task_failed" || subject.kind !== "task") break;
        stops.get(subject.taskId)?.asked.push(event);
        break;
      }
      case "task.claimed":
        for (const [taskId, { agentId, agent }] of stops)
          if (agentId === event.data.agentId) bad(`event ${event.seq}: ${agent} gets work, ${taskId} still waits`);
        break;
      case "session.discussed":
        roundOverAt = event.at;
        break;
      case "task.retried":
      case "task.cancelled":
        for (const id of [event.data.taskId, ...(event.type === "task.cancelled" ? event.data.cascade : [])]) {
          // With the last point of view its round is over, which says who was skipped and why.
          if (roundOverAt === event.at && stops.get(id)?.at === event.at) stops.delete(id);
          settle(id);
        }
        break;
      case "handoff.delivered":
        settle(event.data.fromTaskId);
        break;
      default:
    }
  }
  for (const taskId of Array.from(stops.keys())) settle(taskId);
  return violations;
}
