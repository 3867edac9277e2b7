import type { RoomView } from "@squadroom/core/kernel/view";
import type { EndedRun, Run } from "@squadroom/core/run/run";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

type Row = Extract<ProjectedRow, { table: "runs" }>["row"];

/** Runs that changed in what lists show of them. */
export const runProjection: Projection = (event, before, after) => {
  if (before.runs === after.runs) return [];
  const { live, ended } = after.runs;
  const was = new Map(before.runs.live.map((run) => [run.id, run]));
  const rows: ProjectedRow[] = live.flatMap((run) => {
    const old = was.get(run.id);
    if (old === run) return [];
    const row = liveRow(after, run);
    const isSame = old && JSON.stringify(liveRow(before, old)) === JSON.stringify(row);
    return isSame ? [] : [{ table: "runs" as const, row }];
  });
  const [last] = ended;
  if (event.type !== "run.ended" || !last) return rows;
  const old = was.get(last.id);
  return old ? [...rows, { table: "runs", row: endedRow(liveRow(before, old), last) }] : rows;
};

function liveRow({ roomId }: RoomView, run: Run): Row {
  const { id, runnerId, agentId, name, role, harness, model, state, taskId, branch } = run;
  const { turns, usage, startedAt, problem } = run;
  return {
    roomId,
    id,
    runnerId,
    agentId,
    name,
    role,
    harness,
    model,
    state,
    taskId,
    branch,
    turns,
    usage,
    startedAt,
    problem,
    endedAt: null,
    why: null,
    reason: null,
  };
}

function endedRow(row: Row, { endedAt, why, reason }: EndedRun): Row {
  return { ...row, state: "destroyed", endedAt, why, reason };
}
