import type { ServerAct, ServerActDetails, ServerAuditEntry } from "@squadroom/core/audit/contract";
import type { Sql } from "postgres";

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

interface Row {
  id: string;
  at: number;
  by_id: string | null;
  by_name: string | null;
  act: ServerAct;
  subject: string | null;
  room_id: string | null;
  room: string | null;
  details: ServerActDetails;
}

/** Acts on the server, the newest first. */
export async function readServerAudit(
  sql: Sql,
  page: { person: string | null; before: string | null; limit: number },
): Promise<{ entries: ServerAuditEntry[]; next: string | null }> {
  const { person, before, limit } = page;
  const rows = await sql<Row[]>`
    SELECT a.id, a.at::float8 AS at, a.by_id, a.by_name, a.act, a.subject, a.room_id, r.name AS room, a.details
    FROM server_audit a LEFT JOIN room_details r ON r.room_id = a.room_id
    WHERE a.id < ${before ?? LAST_ID}
      ${person === null ? sql`` : sql`AND a.by_id = ${person}`}
    ORDER BY a.id DESC LIMIT ${limit + 1}`;
  const entries = rows.slice(0, limit).map(entryOf);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

function entryOf({ id, at, by_id, by_name, act, subject, details, ...row }: Row): ServerAuditEntry {
  const by = by_id === null ? null : { id: by_id, name: by_name ?? "" };
  const room = row.room_id === null ? null : { id: row.room_id, name: row.room ?? "" };
  return { id, at, by, act, subject, room, details };
}
