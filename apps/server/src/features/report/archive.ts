import { setImmediate } from "node:timers/promises";
import type { CarriedFile } from "@squadroom/core/interchange/carried";
import { readSession, type SessionReading } from "@squadroom/core/interchange/read-session";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import { readFile } from "../attachment/index.ts";

/** The files of an imported session, in the order in which they came; `null`: it was not imported. */
export async function archiveOf(
  sql: Sql,
  roomId: RoomId,
  sessionId: number,
): Promise<{ source: string; folder: string; files: CarriedFile[] } | null> {
  const [row] = await sql<{ source: string; archiveId: string }[]>`
    SELECT source, archive_id AS "archiveId" FROM session_imports
    WHERE room_id = ${roomId} AND session_id = ${sessionId}`;
  if (!row) return null;
  const { content } = await readFile(sql, roomId, row.archiveId);
  const { files } = readZip(content, IMPORT_LIMITS);
  const folder = files[0]?.path.split("/")[0] ?? "";
  return { source: row.source, folder, files };
}

/** Reads a folder; between two files others get their turn. */
export async function readingOf(files: readonly CarriedFile[]): Promise<SessionReading> {
  const steps = readSession(files);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
