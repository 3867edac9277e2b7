import type { AuditEntry, CredentialAct } from "@squadroom/core/audit/contract";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Page } from "@squadroom/core/kernel/page";
import type { Sql } from "postgres";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** The next event and the next act: the two run side by side. */
const pages = pagesOf("listAudit", z.tuple([z.int(), z.uuid()]));

interface Place {
  seq: number;
  id: string;
}

interface Found {
  at: number;
  place: Partial<Place>;
  entry: AuditEntry;
}

/**
 * Acts of people and joins from the log, and acts on people and credentials, the newest first. The index `events_acts`
 * has the events; its condition is repeated here word for word.
 */
export async function readAudit(
  sql: Sql,
  roomId: RoomId,
  page: { person: string | null; cursor: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  const [seq, id] = pages.after(page.cursor) ?? [Number.MAX_SAFE_INTEGER, LAST_ID];
  const before = { seq, id };
  const { person } = page;
  const most = page.limit + 1;
  const events = await sql<Omit<RoomEvent, "roomId">[]>`
    SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM events
    WHERE room_id = ${roomId} AND seq < ${before.seq}
      AND (actor ->> 'kind' = 'person' OR type IN ('agent.joined', 'agent.left'))
      ${person === null ? sql`` : sql`AND actor ->> 'id' = ${person}`}
    ORDER BY events.seq DESC LIMIT ${most}`;
  const acts = await sql<ActRow[]>`
    SELECT id, at::float8 AS at, by_id, by_name, act, subject, roles FROM room_audit
    WHERE room_id = ${roomId} AND id < ${before.id}
      ${person === null ? sql`` : sql`AND by_id = ${person}`}
    ORDER BY id DESC LIMIT ${most}`;
  const all = [...events.map((row) => ofEvent(row, roomId)), ...acts.map(ofAct)].sort((a, b) => b.at - a.at);
  const shown = all.slice(0, page.limit);
  const place: Place = Object.assign({ ...before }, ...shown.map((found) => found.place));
  const next = all.length > page.limit ? pages.cursorOf([place.seq, place.id]) : null;
  return { data: shown.map(({ entry }) => entry), next };
}

interface ActRow {
  id: string;
  at: number;
  by_id: string | null;
  by_name: string | null;
  act: "person_set" | "person_removed" | CredentialAct;
  subject: string;
  roles: string[];
}

function ofEvent(row: Omit<RoomEvent, "roomId">, roomId: RoomId): Found {
  const event = { ...row, roomId } as RoomEvent;
  const { actor, at, seq } = event;
  const by = actor.kind === "server" ? null : { id: actor.id, name: actor.name };
  return { at, place: { seq }, entry: { id: String(seq), at, by, what: { kind: "event", event } } };
}

function ofAct({ id, at, by_id, by_name, act, subject, roles }: ActRow): Found {
  const by = by_id === null ? null : { id: by_id, name: by_name ?? "" };
  const what: AuditEntry["what"] =
    act === "person_set" || act === "person_removed"
      ? { kind: "person", act, person: subject, role: roles[0] ?? null }
      : { kind: "credential", act, agent: subject, roles };
  return { at, place: { id }, entry: { id, at, by, what } };
}
