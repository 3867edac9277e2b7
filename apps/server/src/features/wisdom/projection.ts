import { nameOf } from "@squadroom/core/kernel/actor";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { WisdomEntry } from "@squadroom/core/wisdom/wisdom";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

/** Every entry that the event brought, changed, or took out of force. */
export const wisdomProjection: Projection = (event, before, after) => {
  const was = before.wisdom;
  const is = after.wisdom;
  if (was.live === is.live) return [];
  const known = new Map(was.live.map((entry) => [entry.id, entry]));
  const rows: ProjectedRow[] = [];
  const add = (entry: WisdomEntry, end: ReturnType<typeof endOf> | null) =>
    rows.push({ table: "wisdom", row: wisdomRow(after.roomId, entry, event, end) });
  for (const entry of is.live) {
    if (known.get(entry.id) !== entry) add(entry, null);
    known.delete(entry.id);
  }
  for (const entry of known.values()) add(entry, endOf(event));
  return rows;
};

function endOf(event: RoomEvent) {
  const by = nameOf(event);
  if (event.type !== "wisdom.superseded") return { state: "gave_way", ended: { by, reason: "", supersededBy: null } };
  const { by: supersededBy, reason } = event.data;
  const state = supersededBy === null ? "withdrawn" : "superseded";
  return { state, ended: { by, reason, supersededBy } };
}

function wisdomRow(
  roomId: string,
  entry: WisdomEntry,
  { at: stateAt }: RoomEvent,
  end: ReturnType<typeof endOf> | null,
) {
  const { id, kind, text, files, labels, roles, scope, by } = entry;
  const { taskId, sessionId, runId, at, promoted, supersedes, source } = entry;
  return {
    roomId,
    id,
    text,
    files,
    labels,
    roles,
    by,
    at,
    promoted,
    supersedes,
    source,
    stateAt,
    kind: kind as string,
    scope: scope as string,
    taskId: taskId as string | null,
    sessionId: sessionId as number | null,
    runId: runId as number | null,
    state: end?.state ?? "live",
    ended: end?.ended ?? null,
  };
}
