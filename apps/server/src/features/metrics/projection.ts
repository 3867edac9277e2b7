import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Crossing } from "@squadroom/core/metrics/spans";
import { changesOf } from "@squadroom/core/task/changes";
import { heldTask, liveTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Projection } from "../../platform/room/projection.ts";

/** Each report of usage, as in the log. */
export const reportProjection: Projection = (event, before) => {
  if (event.type !== "usage.reported") return [];
  const { roomId, at, seq } = event;
  const { agentId, taskId, sessionId, usage } = event.data;
  const role = liveTask(before, taskId)?.role ?? before.agents[agentId]?.role ?? null;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, runs } = usage;
  const { cacheWrite1hTokens = 0, costUsdMicros, model, runId = null } = usage;
  const basis = usage.basis ?? (costUsdMicros === null ? "unknown" : "billed");
  return [
    {
      table: "usageReports",
      row: {
        roomId,
        at,
        seq,
        agentId,
        role,
        taskId,
        sessionId,
        model,
        runId,
        basis,
        runs,
        inputTokens,
        outputTokens,
        cacheReadTokens,
        cacheWriteTokens,
        costUsdMicros,
        cacheWrite1hTokens,
      },
    },
  ];
};

/** For whom each new task is done, as far as it says so itself. */
export const askerProjection: Projection = (event, before, after) => {
  if (before.tasks === after.tasks) return [];
  return changesOf(before.tasks, after.tasks).made.map((task) => {
    const { person, parentId } = askerOf(task, event, before, after);
    const row = { roomId: event.roomId, taskId: task.id, parentId };
    return {
      table: "taskAskers" as const,
      row: { ...row, personId: person?.id ?? null, person: person?.name ?? null },
    };
  });
};

function askerOf(task: Task, event: RoomEvent, before: RoomView, after: RoomView) {
  const { createdBy, sessionId, fromTaskId, reviewOf } = task;
  const session = after.sessions.live.find(({ id }) => id === sessionId);
  const by = [createdBy, session?.createdBy].find((one) => one?.kind === "person") ?? null;
  const held = () => (event.actor.kind === "agent" ? heldTask(before, event.actor.id)?.id : undefined);
  const joined =
    event.type === "fanout.rejoined"
      ? before.fanouts.all.find(({ id }) => id === event.data.fanoutId)?.joinTaskId
      : undefined;
  const parentId = by ? null : (fromTaskId ?? reviewOf?.taskId ?? joined ?? held() ?? null);
  return { person: by, parentId };
}

const CROSSINGS: Partial<Record<RoomEvent["type"], Crossing["kind"]>> = {
  "agent.joined": "joined",
  "agent.came_online": "online",
  "agent.went_offline": "offline",
  "agent.left": "offline",
};

/**
 * When tasks were first claimed, had an attempt without a result, came back, passed and were completed; what people
 * were asked, and who was present.
 */
export const momentProjection: Projection = (event, before, after) => {
  const { roomId, at, seq, data } = event;
  const moment = (kind: string, subject: string) => ({
    table: "moments" as const,
    row: { roomId, at, seq, kind, subject },
  });
  const crossing = CROSSINGS[event.type];
  if (crossing && "agentId" in data && data.agentId) return [moment(crossing, data.agentId)];
  switch (event.type) {
    case "task.claimed": {
      const { taskId } = event.data;
      const isFirst = liveTask(before, taskId)?.lastHolder === null;
      return isFirst ? [moment("claimed", taskId)] : [];
    }
    case "task.attempt_ended": {
      const { taskId, attempts } = event.data;
      const isCounted = attempts > (liveTask(before, taskId)?.attempts ?? 0);
      return isCounted ? [moment("missed", taskId)] : [];
    }
    case "task.returned":
      return [moment("sent_back", event.data.taskId)];
    case "decision.opened":
      return [moment("asked", event.data.decision.id)];
    case "decision.answered":
      return [moment("settled", event.data.decisionId)];
    default: {
      if (before.ended === after.ended) return [];
      const known = new Set(before.ended.map(({ id }) => id));
      const done = after.ended.filter(({ id, state }) => state === "completed" && !known.has(id));
      const passed = event.type === "task.passed" ? [moment("passed", event.data.taskId)] : [];
      return [...done.map(({ id }) => moment("completed", id)), ...passed];
    }
  }
};
