import { stopOf } from "@squadroom/core/agent/stopped";
import type { AgentId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";

export interface WorkerStanding {
  agentId: AgentId;
  name: string;
  runId: number | null;
  count: number;
  isStopped: boolean;
}

/** The agents whose errors count now, stopped ones first. */
export function workersOf(view: RoomView): WorkerStanding[] {
  const workers = Object.entries(view.errors.workers ?? {}).flatMap(
    ([id, { counted, runId, connection }]): WorkerStanding[] => {
      const agentId = id as AgentId;
      const agent = view.agents[agentId];
      const stop = stopOf(view, agentId);
      // Another run, or another join, starts from none.
      const isNow =
        runId === null ? agent?.connection === connection : view.runs.live.some((run) => run.id === runId) === true;
      const count = stop ? stop.errors.length : isNow ? counted.length : 0;
      if (!agent || count === 0) return [];
      return [{ agentId, name: agent.name, runId, count, isStopped: stop !== undefined }];
    },
  );
  return workers.sort((a, b) => Number(b.isStopped) - Number(a.isStopped) || b.count - a.count);
}
