import type { ServerAct, ServerActDetails, ServerAuditEntry } from "@squadroom/core/audit/contract";
import type { Page } from "@squadroom/core/kernel/page";
import type { Sql } from "postgres";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";

const pages = pagesOf("listServerAudit", z.tuple([z.uuid()]));

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
  page: { person: string | null; cursor: string | undefined; limit: number },
): Promise<Page<ServerAuditEntry>> {
  const { person, cursor, limit } = page;
  const [before] = pages.after(cursor) ?? [null];
  const rows = await sql<Row[]>`
    SELECT a.id, a.at::float8 AS at, a.by_id, a.by_name, a.act, a.subject, a.room_id, r.name AS room, a.details
    FROM server_audit a LEFT JOIN room_details r ON r.room_id = a.room_id
    WHERE ${before === null ? sql`true` : sql`a.id < ${before}`}
      ${person === null ? sql`` : sql`AND a.by_id = ${person}`}
    ORDER BY a.id DESC LIMIT ${limit + 1}`;
  return pages.page(rows.map(entryOf), limit, ({ id }) => [id]);
}

function entryOf({ id, at, by_id, by_name, act, subject, details, ...row }: Row): ServerAuditEntry {
  const by = by_id === null ? null : { id: by_id, name: by_name ?? "" };
  const room = row.room_id === null ? null : { id: row.room_id, name: row.room ?? "" };
  return { id, at, by, act, subject, room, details };
}
