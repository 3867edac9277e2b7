import type { ConnectionClass, LeaseTimes } from "@squadroom/core/agent/agent";
import type { DecisionRow } from "@squadroom/core/decision/contract";
import { URGENCIES } from "@squadroom/core/decision/decision";
import type { Inbox, InboxItem, WorkingRow } from "@squadroom/core/inbox/contract";
import { QUESTION_URGENCY, STUCK_URGENCY } from "@squadroom/core/inbox/order";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import { decisionOf } from "../decision/index.ts";

/** Answers of the last week are shown, older ones only while they can be taken back. */
const DECIDED_MS = 7 * 24 * 3600 * 1000;

type Rooms = ReturnType<typeof import("./rooms.ts").visibleRooms>;
type Item<K extends InboxItem["kind"]> = Extract<InboxItem, { kind: K }>;
/** Rows up to the limit, and how many there are in all. */
export interface Group<T> {
  rows: T[];
  total: number;
}

interface Named {
  room_id: string;
  room_name: string;
  total: number;
}
type DecisionColumns = Parameters<typeof decisionOf>[0];

/** Columns of `d`, a decision, under the names of the schema. */
function decisionColumns(sql: Sql) {
  return sql`d.room_id AS "roomId", d.id, d.kind, d.subject_kind AS "subjectKind", d.subject, d.state, d.version,
    d.question, d.reason, d.options, d.urgency, d.holds_up AS "holdsUp", d.opened_at::float8 AS "openedAt",
    d.asked_by AS "askedBy", d.asker_id AS "askerId", d.supersedes, d.answer, d.answered_by AS "answeredBy",
    d.can_undo AS "canUndo", d.ended_at::float8 AS "endedAt", d.end_reason AS "endReason", n.name AS room_name`;
}

/** Pending decisions, the most urgent first, and how many tasks all of them hold up. */
export async function pendingDecisions(
  sql: Sql,
  rooms: Rooms,
  limit: number,
): Promise<Group<Item<"decision">> & { heldUp: number }> {
  const rows = await sql<(DecisionColumns & Named & { held_up: number })[]>`
    SELECT ${decisionColumns(sql)}, count(*) OVER ()::int AS total, sum(d.holds_up) OVER ()::int AS held_up
    FROM ${rooms} n JOIN decisions d ON d.room_id = n.room_id
    WHERE d.state = 'pending'
    ORDER BY array_position(${[...URGENCIES]}::text[], d.urgency), d.opened_at, d.id LIMIT ${limit}`;
  return {
    total: rows[0]?.total ?? 0,
    heldUp: rows[0]?.held_up ?? 0,
    rows: rows.map((row) => {
      const decision = decisionOf(row);
      const { urgency, openedAt: sinceAt } = decision;
      return { kind: "decision", room: roomOf(row), sinceAt, urgency, decision };
    }),
  };
}

/** Questions to the user that nobody has answered, the oldest first. */
export async function openQuestions(
  sql: Sql,
  rooms: Rooms,
  limit: number,
): Promise<Group<Item<"question">>> {
  const rows = await sql<(Named & QuestionColumns)[]>`
    SELECT n.room_id, n.name AS room_name, count(*) OVER ()::int AS total,
      q.message_id, q.agent_id, q.name, q.role, q.task_id, q.text, q.asked_at::float8 AS asked_at
    FROM ${rooms} n JOIN questions q ON q.room_id = n.room_id
    WHERE q.closed_at IS NULL ORDER BY q.asked_at, q.message_id LIMIT ${limit}`;
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      kind: "question",
      room: roomOf(row),
      sinceAt: row.asked_at,
      urgency: QUESTION_URGENCY,
      messageId: row.message_id,
      text: row.text,
      from: { agentId: row.agent_id, name: row.name, role: row.role },
      taskId: row.task_id,
    })),
  };
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

/** A task in hand with its agent, as the tables have them. */
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

/**
 * Tasks in hand, the latest claim first, of agents that gave a sign of life (or, `silent`, of those that
 * did not for half of their lease, the longest silence first). Who waits for a person's answer is in
 * neither: its decision is in the list.
 */
export async function heldTasks(
  sql: Sql,
  rooms: Rooms,
  how: { silent: boolean; now: number; leaseS: LeaseTimes; limit: number },
): Promise<Group<HeldRow>> {
  const { silent, now, leaseS, limit } = how;
  const seen = sql`greatest(a.joined_at, coalesce(o.seen_at, 0))`;
  const patience = sql`(CASE a.class WHEN 'managed' THEN ${leaseS.managed}::bigint WHEN 'hooked' THEN ${leaseS.hooked}::bigint ELSE ${leaseS.manual}::bigint END) * 500`;
  const isSilent = sql`(NOT a.online OR ${seen} + ${patience} <= ${now}::bigint)`;
  const rows = await sql<HeldRow[]>`
    SELECT n.room_id, n.name AS room_name, count(*) OVER ()::int AS total,
      t.id AS task_id, d.title, t.state, t.claimed_at::float8 AS claimed_at,
      a.id AS agent_id, a.name AS agent_name, t.role, a.class, a.online, ${seen}::float8 AS seen_at, p.progress
    FROM ${rooms} n
    JOIN tasks t ON t.room_id = n.room_id AND t.state IN ('claimed', 'in_progress')
    JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id
    JOIN agents a ON a.room_id = t.room_id AND a.id = t.holder_id
    LEFT JOIN agent_observations o ON o.room_id = a.room_id AND o.agent_id = a.id
    LEFT JOIN task_progress p ON p.room_id = t.room_id AND p.task_id = t.id
    WHERE ${silent ? isSilent : sql`NOT ${isSilent}`} AND NOT EXISTS (
      SELECT 1 FROM decisions q WHERE q.room_id = t.room_id AND q.state = 'pending'
        AND q.kind = 'intervention' AND q.subject = t.id AND q.asker_id = t.holder_id)
    ORDER BY ${silent ? sql`seen_at` : sql`t.claimed_at DESC`}, t.id LIMIT ${limit}`;
  return { total: rows[0]?.total ?? 0, rows };
}

export function workingRow(row: HeldRow): WorkingRow {
  return {
    room: roomOf(row),
    agent: { id: row.agent_id, name: row.agent_name, role: row.role },
    task: { id: row.task_id, title: row.title, state: row.state },
    percent: row.progress?.percent ?? null,
    action: row.progress?.action ?? null,
    sinceAt: row.claimed_at,
  };
}

export function stuckItem(row: HeldRow, leaseS: LeaseTimes): Item<"stuck"> {
  return {
    kind: "stuck",
    room: roomOf(row),
    sinceAt: row.seen_at,
    urgency: STUCK_URGENCY,
    agent: { id: row.agent_id, name: row.agent_name, role: row.role, class: row.class },
    reach: row.online ? "unstable" : "offline",
    task: { id: row.task_id, title: row.title },
    leaseEndsAt: row.seen_at + leaseS[row.class] * 1000,
  };
}

/** What was answered lately, and what can still be taken back, the latest first. */
export async function decidedLately(
  sql: Sql,
  rooms: Rooms,
  how: { now: number; limit: number },
): Promise<Inbox["decided"]> {
  const { now, limit } = how;
  const rows = await sql<(DecisionColumns & Named)[]>`
    SELECT * FROM (
      SELECT ${decisionColumns(sql)} FROM ${rooms} n
      JOIN decisions d ON d.room_id = n.room_id AND d.ended_at > ${now - DECIDED_MS}::bigint AND d.state = 'answered'
      UNION ALL
      SELECT ${decisionColumns(sql)} FROM ${rooms} n
      JOIN decisions d ON d.room_id = n.room_id AND d.can_undo AND d.ended_at <= ${now - DECIDED_MS}::bigint
    ) lately ORDER BY "endedAt" DESC, id LIMIT ${limit}`;
  return rows.map((row) => ({
    room: { id: row.roomId, name: row.room_name },
    decision: decisionOf(row) as DecisionRow,
  }));
}

function roomOf(row: { room_id?: string; roomId?: string; room_name: string }) {
  return { id: (row.room_id ?? row.roomId) as RoomId, name: row.room_name };
}
