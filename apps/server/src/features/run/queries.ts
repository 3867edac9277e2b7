import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RunRow } from "@squadroom/core/run/contract";
import type { RunId, Runs } from "@squadroom/core/run/run";
import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { runs } from "../../db/schema/index.ts";

/** The newest first. */
export async function readRuns(
  db: PostgresJsDatabase,
  roomId: RoomId,
  wanted: {
    state: "live" | "ended" | undefined;
    task: TaskId | undefined;
    before: number | null;
    id?: number;
    limit: number;
  },
  { runners, live }: Pick<Runs, "runners" | "live">,
): Promise<RunRow[]> {
  const { state, task, before, id, limit } = wanted;
  const rows = await db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.roomId, roomId),
        id === undefined ? undefined : eq(runs.id, id),
        before === null ? undefined : lt(runs.id, before),
        task === undefined ? undefined : eq(runs.taskId, task),
        state === undefined ? undefined : state === "live" ? isNull(runs.endedAt) : isNotNull(runs.endedAt),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(limit);
  return rows.map(({ roomId: _, ...row }) => {
    const runner = Object.values(runners).find((one) => one.id === row.runnerId)?.name ?? null;
    const limitedUntil = live.find((run) => run.id === row.id)?.limitedUntil ?? null;
    return { ...row, runner, limitedUntil } as RunRow;
  });
}

export function unknownRun(runId: RunId | null) {
  return refuse("run_unknown", `This room has no run ${runId}.`, { runId });
}
