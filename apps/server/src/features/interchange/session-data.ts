import { type Hold, holdsIn, TOLD_BY_LOG } from "@squadroom/core/interchange/by-log";
import type { CarriedTask, SessionData } from "@squadroom/core/interchange/session-data";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { rowOf } from "@squadroom/core/lock/row";
import type { Message } from "@squadroom/core/message/message";
import type { StandingMessage } from "@squadroom/core/message/state";
import { reportMarkdown } from "@squadroom/core/report/markdown";
import { progressOf } from "@squadroom/core/session/gate/progress";
import type { Sql } from "postgres";
import type { RouteTools } from "../../platform/http/route.ts";
import { createDecisionQueries } from "../decision/index.ts";
import { errorsIn } from "../error/index.ts";
import { type MessageRow, messageColumns, standing } from "../message/index.ts";
import { reportIn } from "../report/index.ts";
import { createSessionQueries, wholeSession } from "../session/index.ts";
import { createTaskQueries } from "../task/index.ts";
import { wisdomIn } from "../wisdom/index.ts";

/** More than a session has of anything. */
const ALL = 100_000;

/** Everything that the room's tables and state have about one session. @throws `session_unknown` */
export async function sessionDataOf(
  { db, sql }: Pick<RouteTools, "db" | "sql">,
  view: RoomView,
  sessionId: number,
): Promise<SessionData> {
  const { roomId } = view;
  const queries = createSessionQueries(db);
  const whole = await wholeSession(queries, view, sessionId, ALL);
  const [proposals, tasks, errors, wisdom] = await Promise.all([
    queries.proposals(roomId, sessionId),
    tasksOf({ db, sql }, roomId, sessionId),
    errorsIn(sql, roomId, { session: sessionId, before: null, limit: ALL }),
    wisdomIn(sql, roomId, {
      session: sessionId,
      state: "all",
      within: null,
      before: null,
      limit: ALL,
    }),
  ]);
  const ids = tasks.map(({ id }) => id as TaskId);
  const about = { since: whole.row.createdAt, tasks: ids };
  const holds = holdsIn(await toldOf(sql, roomId, { ...about, messages: [] }));
  const messages = await messagesOf(sql, view, { ...about, holds });
  const told = await toldOf(sql, roomId, { ...about, messages });
  const { live } = view.locks;
  const { row, description, session, batches, reviews, decided, entries } = whole;
  return {
    roomId,
    room: view.name,
    row,
    description,
    session,
    batches,
    reviews,
    decided,
    entries,
    progress: session ? progressOf(session) : null,
    proposals,
    tasks,
    messages,
    told,
    errors: errors.reverse(),
    wisdom: wisdom.reverse(),
    decisions: await createDecisionQueries(db).about(roomId, sessionId, {
      tasks: ids,
      messages: messages.map(({ id }) => id),
    }),
    locks: live.filter(({ taskId }) => taskId !== null && ids.includes(taskId)).map((lock) => rowOf(live, lock)),
    files: await filesOf(sql, roomId, tasks, messages),
    summary: row.endedAt === null ? null : reportMarkdown(await reportIn({ db, sql }, view, sessionId)),
  };
}

async function tasksOf(
  { db, sql }: Pick<RouteTools, "db" | "sql">,
  roomId: RoomId,
  sessionId: number,
): Promise<CarriedTask[]> {
  const queries = createTaskQueries(db);
  const rows = await sql<{ id: TaskId; createdBy: unknown }[]>`
    SELECT d.task_id AS id, d.created_by AS "createdBy" FROM task_details d
    JOIN tasks t ON t.room_id = d.room_id AND t.id = d.task_id
    WHERE d.room_id = ${roomId} AND d.session_id = ${sessionId} ORDER BY t.created_at, t.id`;
  const tasks: CarriedTask[] = [];
  for (const { id, createdBy } of rows) {
    const [task, reviews] = await Promise.all([queries.get(roomId, id), queries.reviews(roomId, id)]);
    if (task) tasks.push({ ...task, createdBy, reviews: reviews.reverse() });
  }
  return tasks;
}

/**
 * A message belongs to the session of its sender's task; what agents and people say also belongs to that of each task
 * it names, and to that of the task its reader held when it was sent or arrived. What answers such a message, or what
 * it answers, goes with it.
 */
async function messagesOf(
  sql: Sql,
  view: RoomView,
  { since, tasks, holds }: { since: number; tasks: readonly TaskId[]; holds: readonly Hold[] },
): Promise<StandingMessage[]> {
  const { roomId } = view;
  if (tasks.length === 0) return [];
  const holders = holds.map(({ agentId }) => agentId);
  const from = holds.map((one) => one.from.seq);
  const to = holds.map((one) => one.to?.seq ?? Number.MAX_SAFE_INTEGER);
  const named = `(?<![\\w-])(${tasks.join("|")})(?![\\w-])`;
  const rows = await sql<MessageRow[]>`
    WITH RECURSIVE logged AS (
      SELECT seq, type, data, data #>> '{message,id}' AS id FROM events
      WHERE room_id = ${roomId} AND at >= ${since}::bigint AND type IN ('message.sent', 'message.delivered')
    ), reached AS (
      SELECT seq, id, json_array_elements_text(data -> 'mailTo') AS agent FROM logged WHERE type = 'message.sent'
      UNION ALL SELECT seq, json_array_elements_text(data -> 'messageIds'), data ->> 'agentId'
      FROM logged WHERE type = 'message.delivered'
    ), answers AS (
      SELECT id, replies_to AS "to" FROM messages WHERE room_id = ${roomId} AND replies_to IS NOT NULL
    ), own AS (
      SELECT id FROM messages m WHERE room_id = ${roomId} AND (task_id = ANY(${[...tasks]})
        OR at >= ${since}::bigint AND sender ->> 'kind' <> 'server' AND (
          concat(head ->> 'subject', E'\\n', body) ~ ${named} OR m.id::text IN (
            SELECT r.id FROM reached r JOIN unnest(${holders}::text[], ${from}::float8[], ${to}::float8[]) h(agent, "from", "to")
            ON r.agent = h.agent AND r.seq BETWEEN h."from" AND h."to")))
      UNION SELECT CASE WHEN a.id = own.id THEN a."to" ELSE a.id END FROM own JOIN answers a ON own.id IN (a.id, a."to")
    )
    SELECT ${messageColumns(sql)} FROM messages m
    WHERE m.room_id = ${roomId} AND m.id IN (SELECT id FROM own) ORDER BY m.seq`;
  return standing(sql, view, rows);
}

/** What the log says about the session's tasks and messages, in its order. */
async function toldOf(
  sql: Sql,
  roomId: RoomId,
  about: { since: number; tasks: readonly TaskId[]; messages: readonly Message[] },
): Promise<RoomEvent[]> {
  const tasks = [...about.tasks];
  const messages = about.messages.map(({ id }) => id);
  const rows = await sql<Omit<RoomEvent, "roomId">[]>`
    SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM events
    WHERE room_id = ${roomId} AND at >= ${about.since}::bigint AND type = ANY(${[...TOLD_BY_LOG]})
      AND (coalesce(data ->> 'taskId', data ->> 'fromTaskId', data ->> 'joinTaskId') = ANY(${tasks})
        OR type = 'task.cancelled' AND EXISTS (
          SELECT 1 FROM json_array_elements_text(data -> 'cascade') c WHERE c = ANY(${tasks}))
        OR type = 'message.sent' AND (data -> 'message' ->> 'id' = ANY(${messages})
          OR data -> 'message' ->> 'repliesTo' = ANY(${messages}))
        OR data ->> 'messageId' = ANY(${messages})
        OR type IN ('message.delivered', 'message.late') AND EXISTS (
          SELECT 1 FROM json_array_elements_text(data -> 'messageIds') m WHERE m = ANY(${messages})))
    ORDER BY seq`;
  return rows.map((row) => ({ ...row, roomId }) as RoomEvent);
}

/** Diffs of results and files of messages, in their order, each once. */
async function filesOf(
  sql: Sql,
  roomId: RoomId,
  tasks: readonly CarriedTask[],
  messages: readonly Message[],
): Promise<SessionData["files"]> {
  const named = [
    ...tasks.flatMap(({ id, result }) => (result?.diff ? [{ id: result.diff.id, name: `${id}.diff` }] : [])),
    ...messages.flatMap(({ attachments = [] }) => attachments.map(({ id, name }) => ({ id, name }))),
  ];
  const files: SessionData["files"] = [];
  for (const { id, name } of new Map(named.map((one) => [one.id, one])).values()) {
    const [row] = await sql<{ content: Buffer }[]>`
      SELECT content FROM attachments WHERE room_id = ${roomId} AND id = ${id}`;
    if (row) files.push({ id, name, bytes: row.content });
  }
  return files;
}
