import type { ConnectionClass, LeaseTimes } from "@squadroom/core/agent/agent";
import type { DecisionRow } from "@squadroom/core/asking/contract";
import { URGENCIES } from "@squadroom/core/decision/decision";
import type { DecidedRow, InboxItem, WorkingRow } from "@squadroom/core/inbox/contract";
import { compareInbox, HOLDS_UP, QUESTION_URGENCY, STUCK_URGENCY } from "@squadroom/core/inbox/order";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import { liveUntil, quietAfterMs } from "@squadroom/core/kernel/lease";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { ISql } from "postgres";
import * as z from "zod";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import { decisionOf } from "../decision/index.ts";
import type { visibleRooms } from "./rooms.ts";
import { decisionThing, type Eye, isIn, type Piece, questionThing, stuckThing } from "./things.ts";

/** Answers of the last week are shown, older ones only while they can be taken back. */
const DECIDED_MS = 7 * 24 * 3600 * 1000;

/** Most empty roles that one row names. */
const ROLES_MAX = 500;

type Rooms = ReturnType<typeof visibleRooms>;
/** A row before it is known who takes care of it, and whether the person snoozed it. */
export type Found<K extends InboxItem["kind"] = InboxItem["kind"]> = K extends unknown
  ? Omit<Extract<InboxItem, { kind: K }>, "heldBy" | "snoozed">
  : never;

const ITEM_PLACE = z.tuple([z.int(), z.int(), z.int(), placeText]);
type ItemPlace = z.infer<typeof ITEM_PLACE>;
const ROW_PLACE = z.tuple([placeNumber, placeText]);
export type RowPlace = z.infer<typeof ROW_PLACE>;
export const itemPages = pagesOf("listNeedsYou", ITEM_PLACE);
export const workingPages = pagesOf("listWorking", ROW_PLACE);
export const decidedPages = pagesOf("listDecided", z.tuple([z.int(), z.uuid()]));

/** Which rows: those after a place, up to a limit. */
export interface Cut<P = ItemPlace> {
  /** Place of the last row before; `null`: from the first. */
  after: P | null;
  limit: number;
}

interface Named {
  room_id: RoomId;
  room_name: string;
}
type DecisionColumns = Parameters<typeof decisionOf>[0];

export const rankOf = (urgency: InboxItem["urgency"]) => URGENCIES.indexOf(urgency);
/** Place of an item in the one list of all kinds: `compareInbox`, and then by id. */
export function placeOfItem(item: Found): ItemPlace {
  return [rankOf(item.urgency), 0 - item.holdsUp, item.sinceAt, idOf(item)];
}

/** The order of those places. */
export function compareItems(a: Found, b: Found): number {
  return compareInbox(a, b) || (idOf(a) < idOf(b) ? -1 : 1);
}

function idOf(item: Found): string {
  switch (item.kind) {
    case "decision":
      return item.decision.id;
    case "question":
      return item.messageId;
    case "paused":
      return item.room.id;
    case "empty_roles":
      return "roles";
    case "stuck":
      return `${item.room.id} ${item.task.id}`;
    case "review":
      return `${item.room.id} ${item.item.id}`;
    default:
      return unreachable(item);
  }
}

/** The row comes after the place: both by rank, what is held up (the most first), since and id. */
export function isAfter(sql: ISql, after: ItemPlace | null, place: readonly [Piece, Piece, Piece, Piece]) {
  if (after === null) return sql`true`;
  const [rank = 0, held = 0, since = 0, id = ""] = after;
  const [r, h, s, i] = place;
  return sql`(${r}, 0 - ${h}, ${s}, ${i} COLLATE "C") > (${rank}::int, ${held}::int, ${since}::bigint, ${id}::text)`;
}

/** Columns of `d`, a decision, under the names of the schema. */
function decisionColumns(sql: ISql) {
  return sql`d.room_id AS "roomId", d.id, d.kind, d.subject_kind AS "subjectKind", d.subject, d.state, d.version,
    d.question, d.reason, d.options, d.urgency, d.holds_up AS "holdsUp", d.opened_at::float8 AS "openedAt",
    d.asked_by AS "askedBy", d.asker_id AS "askerId", d.supersedes, d.answer, d.answered_by AS "answeredBy",
    d.can_undo AS "canUndo", d.ended_at::float8 AS "endedAt", d.end_reason AS "endReason", n.name AS room_name`;
}

/**
 * For a pending `d`: a role that nobody fills and nobody present could stand in for. Several of these are one cause,
 * and one row; a single one is a decision like any other.
 */
export function isEmptyRole(sql: ISql) {
  return sql`(d.kind = 'role_unavailable' AND json_array_length(d.options) = 1)`;
}

/** The decisions in this SQL's rooms for which `isEmptyRole` holds, the heaviest first. */
export async function emptyRoles(
  sql: ISql,
  rooms: Rooms,
  eye: Eye,
): Promise<{ room: { id: string; name: string }; decision: DecisionRow }[]> {
  const rows = await sql<(DecisionColumns & Named)[]>`
    SELECT ${decisionColumns(sql)}
    FROM ${rooms} n JOIN decisions d ON d.room_id = n.room_id
    WHERE d.state = 'pending' AND ${isEmptyRole(sql)} AND ${isIn(sql, decisionThing(sql), eye)}
    ORDER BY ${rankIn(sql)}, d.holds_up DESC, d.opened_at, d.id LIMIT ${ROLES_MAX}`;
  return rows.map((row) => ({ room: roomOf(row), decision: decisionOf(row) }));
}

function rankIn(sql: ISql) {
  return sql`array_position(${[...URGENCIES]}::text[], d.urgency) - 1`;
}

/**
 * Pending decisions, in the order of the list.
 *
 * @param areRolesOne those about empty roles are a row of their own
 */
export async function pendingDecisions(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut,
  areRolesOne: boolean,
  eye: Eye,
): Promise<Found<"decision">[]> {
  const rank = rankIn(sql);
  const place = [rank, sql`d.holds_up`, sql`d.opened_at`, sql`d.id::text`] as const;
  const isOwn = areRolesOne ? sql`NOT ${isEmptyRole(sql)}` : sql`true`;
  const rows = await sql<(DecisionColumns & Named)[]>`
    SELECT ${decisionColumns(sql)}
    FROM ${rooms} n JOIN decisions d ON d.room_id = n.room_id
    WHERE d.state = 'pending' AND ${isOwn} AND ${isIn(sql, decisionThing(sql), eye)}
      AND ${isAfter(sql, after, place)}
    ORDER BY ${rank}, d.holds_up DESC, d.opened_at, d.id LIMIT ${limit}`;
  const items = rows.map((row) => {
    const decision = decisionOf(row);
    const { urgency, holdsUp, openedAt: sinceAt } = decision;
    return { kind: "decision" as const, room: roomOf(row), sinceAt, urgency, holdsUp, decision };
  });
  const usages = await usageOfSessions(sql, items);
  return items.map((item) => ({ ...item, usage: usages.get(sessionKey(item)) ?? null }));
}

type AboutSession = Pick<Found<"decision">, "room" | "decision">;

function sessionKey({ room, decision: { subject } }: AboutSession): string {
  return subject.kind === "session" ? `${room.id} ${subject.sessionId}` : "";
}

/** Usage of the sessions that these are about. */
async function usageOfSessions(
  sql: ISql,
  items: readonly AboutSession[],
): Promise<Map<string, Found<"decision">["usage"]>> {
  const about = items.flatMap(({ room, decision: { subject } }) =>
    subject.kind === "session" ? [{ room: room.id, id: subject.sessionId }] : [],
  );
  if (about.length === 0) return new Map();
  const rows = await sql<{ key: string; usage: Found<"decision">["usage"] }[]>`
    SELECT s.room_id || ' ' || s.id AS key, s.usage
    FROM unnest(${about.map(({ room }) => room)}::uuid[], ${about.map(({ id }) => id)}::int[])
      AS w (room_id, id)
    JOIN sessions s ON s.room_id = w.room_id AND s.id = w.id`;
  return new Map(rows.map(({ key, usage }) => [key, usage]));
}

/** Questions to the user that nobody has answered, the oldest first. */
export async function openQuestions(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut,
  eye: Eye,
): Promise<Found<"question">[]> {
  const place = [
    sql`${rankOf(QUESTION_URGENCY)}::int`,
    sql`${HOLDS_UP.question}::int`,
    sql`q.asked_at`,
    sql`q.message_id::text`,
  ] as const;
  const rows = await sql<(Named & QuestionColumns)[]>`
    SELECT n.room_id, n.name AS room_name,
      q.message_id, q.agent_id, q.name, q.role, q.task_id, q.text, q.asked_at::float8 AS asked_at
    FROM ${rooms} n JOIN questions q ON q.room_id = n.room_id
    WHERE q.closed_at IS NULL AND ${isIn(sql, questionThing(sql), eye)} AND ${isAfter(sql, after, place)}
    ORDER BY q.asked_at, q.message_id LIMIT ${limit}`;
  return rows.map((row) => ({
    kind: "question",
    room: roomOf(row),
    sinceAt: row.asked_at,
    urgency: QUESTION_URGENCY,
    holdsUp: HOLDS_UP.question,
    messageId: row.message_id,
    text: row.text,
    from: { agentId: row.agent_id, name: row.name, role: row.role },
    taskId: row.task_id,
  }));
}

interface QuestionColumns {
  message_id: string;
  agent_id: string | null;
  name: string;
  role: string;
  task_id: string | null;
  text: string;
  asked_at: number;
}

/** A held task with its agent, as the tables have them. */
export interface HeldRow extends Named {
  task_id: string;
  title: string;
  state: WorkingRow["task"]["state"];
  claimed_at: number;
  agent_id: AgentId;
  agent_name: string;
  role: string;
  class: ConnectionClass;
  online: boolean;
  seen_at: number;
  progress: { percent?: number; action?: string } | null;
}

/** What silence is measured against. */
export interface Patience {
  now: number;
  leaseS: LeaseTimes;
}

/**
 * Held tasks whose agents don't wait for a person's answer: such a decision is in the list. `seen_at` is the last sign
 * of life that the tables have.
 */
export function held(sql: ISql, rooms: Rooms) {
  return sql`(
    SELECT n.room_id, n.name AS room_name, t.id AS task_id, d.title, t.state, t.claimed_at::float8 AS claimed_at,
      a.id AS agent_id, a.name AS agent_name, t.role, a.class, a.online,
      greatest(a.joined_at, coalesce(o.seen_at, 0)) AS seen_at, p.progress
    FROM ${rooms} n
    JOIN tasks t ON t.room_id = n.room_id AND t.ended_at IS NULL AND t.state IN ('claimed', 'in_progress')
    JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id
    JOIN agents a ON a.room_id = t.room_id AND a.id = t.holder_id
    LEFT JOIN agent_observations o ON o.room_id = a.room_id AND o.agent_id = a.id
    LEFT JOIN task_progress p ON p.room_id = t.room_id AND p.task_id = t.id
    WHERE NOT EXISTS (
      SELECT 1 FROM decisions q WHERE q.room_id = t.room_id AND q.state = 'pending'
        AND q.kind = 'intervention' AND q.subject = t.id AND q.asker_id = t.holder_id)
  )`;
}

export function isSilent(sql: ISql, { now, leaseS }: Patience) {
  const patience = sql`(CASE h.class WHEN 'managed' THEN ${quietAfterMs(leaseS.managed)}::bigint
    WHEN 'hooked' THEN ${quietAfterMs(leaseS.hooked)}::bigint ELSE ${quietAfterMs(leaseS.manual)}::bigint END)`;
  return sql`(NOT h.online OR h.seen_at + ${patience} <= ${now}::bigint)`;
}

/** Those of silent agents, the longest silence first. */
export async function silentTasks(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut,
  patience: Patience,
  eye: Eye,
): Promise<HeldRow[]> {
  const id = sql`(h.room_id || ' ' || h.task_id)`;
  const place = [sql`${rankOf(STUCK_URGENCY)}::int`, sql`${HOLDS_UP.stuck}::int`, sql`h.seen_at`, id] as const;
  return sql<HeldRow[]>`
    SELECT h.*, h.seen_at::float8 AS seen_at FROM ${held(sql, rooms)} h
    WHERE ${isSilent(sql, patience)} AND ${isIn(sql, stuckThing(sql), eye)} AND ${isAfter(sql, after, place)}
    ORDER BY h.seen_at, ${id} COLLATE "C" LIMIT ${limit}`;
}

/** Place of a row among those at work. */
export function placeOfHeld(row: HeldRow): RowPlace {
  return [row.claimed_at, `${row.room_id} ${row.task_id}`];
}

/** Those of agents that gave a sign of life, the latest claim first. */
export async function workingTasks(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut<RowPlace>,
  patience: Patience,
): Promise<HeldRow[]> {
  const id = sql`(h.room_id || ' ' || h.task_id) COLLATE "C"`;
  const [claimedAt = 0, before = ""] = after ?? [];
  const isLater =
    after === null
      ? sql`true`
      : sql`(h.claimed_at < ${claimedAt}::float8 OR (h.claimed_at = ${claimedAt}::float8 AND ${id} > ${before}::text))`;
  return sql<HeldRow[]>`
    SELECT h.*, h.seen_at::float8 AS seen_at FROM ${held(sql, rooms)} h
    WHERE NOT ${isSilent(sql, patience)} AND ${isLater}
    ORDER BY h.claimed_at DESC, ${id} LIMIT ${limit}`;
}

export function workingRow(row: HeldRow, leaseS: LeaseTimes): WorkingRow {
  return {
    room: roomOf(row),
    agent: { id: row.agent_id, name: row.agent_name, role: row.role },
    task: { id: row.task_id, title: row.title, state: row.state },
    percent: row.progress?.percent ?? null,
    action: row.progress?.action ?? null,
    sinceAt: row.claimed_at,
    silentAt: row.seen_at + quietAfterMs(leaseS[row.class]),
  };
}

export function stuckItem(row: HeldRow, leaseS: LeaseTimes): Found<"stuck"> {
  return {
    kind: "stuck",
    room: roomOf(row),
    sinceAt: row.seen_at,
    urgency: STUCK_URGENCY,
    holdsUp: HOLDS_UP.stuck,
    agent: { id: row.agent_id, name: row.agent_name, role: row.role, class: row.class },
    reach: row.online ? "unstable" : "offline",
    task: { id: row.task_id, title: row.title },
    leaseEndsAt: liveUntil(row.seen_at, leaseS[row.class]),
  };
}

/** What was answered lately, and what can still be taken back, the latest first. */
export async function decidedLately(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut<RowPlace>,
  now: number,
): Promise<Omit<DecidedRow, "mayUndo">[]> {
  const since = sql`${now - DECIDED_MS}::bigint`;
  const [endedAt = 0, id = ""] = after ?? [];
  const isLater = after === null ? sql`true` : sql`(d.ended_at, d.id) < (${endedAt}::bigint, ${id}::uuid)`;
  const rows = await sql<(DecisionColumns & Named)[]>`
    WITH n AS MATERIALIZED ${rooms}
    (SELECT ${decisionColumns(sql)} FROM n
      JOIN decisions d ON d.room_id = n.room_id AND d.ended_at > ${since} AND d.state = 'answered'
      WHERE ${isLater} ORDER BY d.ended_at DESC, d.id DESC LIMIT ${limit})
    UNION ALL
    (SELECT ${decisionColumns(sql)} FROM n
      JOIN decisions d ON d.room_id = n.room_id AND d.can_undo AND d.ended_at <= ${since}
      WHERE ${isLater} ORDER BY d.ended_at DESC, d.id DESC LIMIT ${limit})
    ORDER BY "endedAt" DESC, id DESC LIMIT ${limit}`;
  return rows.map((row) => ({ room: roomOf(row), decision: decisionOf(row) as DecisionRow }));
}

/** Place of an answered one. */
export function placeOfDecided({ decision }: Pick<DecidedRow, "decision">): RowPlace {
  return [decision.answer?.at ?? 0, decision.id];
}

function roomOf(row: { room_id?: string; roomId?: string; room_name: string }) {
  return { id: (row.room_id ?? row.roomId) as RoomId, name: row.room_name };
}
