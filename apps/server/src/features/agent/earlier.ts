import type { Step } from "@squadroom/core/kernel/event";
import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { lettersIn } from "@squadroom/core/kernel/letters";
import { oncePer } from "@squadroom/core/kernel/once-per";
import { EARLIER_MAX, type EarlierTask, endedAs, newestFirst, sourcesOf } from "@squadroom/core/task/earlier";
import { liveTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import { LRUCache } from "lru-cache";
import type { PendingQuery, Sql, Row as SqlRow } from "postgres";
import type { CachedRoom } from "../../platform/room/cached-room.ts";

/** Most links that are followed: through handoffs, and through requirements. */
const DEPTH_MAX = EARLIER_MAX;
/** Roughly how many bytes one call reads; older tasks come without instruction and result. */
const READ_MAX = 250_000;

type Row = Omit<EarlierTask, "isMessage"> & { origin: Task["origin"] };
type Links = Pick<Task, "fromTaskId" | "requires"> & Partial<Pick<Task, "said">>;

/** Most letters of the chains kept in memory, for all rooms together. */
const KEPT_LETTERS = 24_000_000;

/** What came before a delivered task, and how large that is: whatever continues the task continues from here. */
interface Chain {
  /** Belongs to this opening of the room: a restored database may give a task's number again. */
  room: WeakRef<CachedRoom>;
  earlier: readonly EarlierTask[];
  letters: number;
}

const chains = new LRUCache<string, Chain>({
  maxSize: KEPT_LETTERS,
  sizeCalculation: ({ letters }) => letters + 100,
});

/**
 * What came before a delivered task. Nothing before an ended task changes: along handoffs it is remembered from the
 * previous one, otherwise one task is read.
 */
export async function earlierOf(
  sql: Sql,
  room: CachedRoom,
  task: Links & Pick<Task, "id">,
): Promise<readonly EarlierTask[]> {
  const { id: roomId } = room;
  const from = onlySource(task);
  if (!from) return earlierTasks(sql, roomId, task);
  const own = kept(room, task.id);
  if (own) return own.earlier;
  const known = kept(room, from);
  const earlier =
    (known && longer(known, await taskNamed(sql, roomId, from))) || weighed(await earlierTasks(sql, roomId, task));
  if (earlier.earlier.every(({ result }) => result !== null)) keep(room, task.id, earlier);
  return earlier.earlier;
}

/** What a handoff made continues from what it ended, which was known while that was held. */
export function passOn(room: CachedRoom, steps: readonly Step[]): void {
  for (const { event, before } of steps) {
    if (event.type !== "handoff.delivered" || !event.data.task) continue;
    const { task: made, fromTaskId, result } = event.data;
    const from = liveTask(before, fromTaskId);
    if (!from || onlySource(made) !== fromTaskId) continue;
    const isFirst = sourcesOf(from).length + from.requires.length === 0;
    const known = isFirst ? weighed([]) : onlySource(from) && kept(room, from.id);
    const by = (from.lastHolder && before.agents[from.lastHolder]?.name) ?? null;
    const more = known && longer(known, [endedAs(from, by, result)]);
    if (more) keep(room, made.id, more);
    // It ended, and what continues it has a chain of its own: this makes room for one that will be asked for.
    chains.delete(`${room.id} ${from.id}`);
  }
}

/** The one task that it continues, if it continues no other. */
function onlySource(task: Links): TaskId | undefined {
  const [from, ...others] = sourcesOf(task);
  return others.length + task.requires.length === 0 ? from : undefined;
}

function kept(room: CachedRoom, id: TaskId): Chain | undefined {
  const chain = chains.get(`${room.id} ${id}`);
  return chain?.room.deref() === room ? chain : undefined;
}

function keep(room: CachedRoom, id: TaskId, chain: Weighed): void {
  chains.set(`${room.id} ${id}`, { room: new WeakRef(room), ...chain });
}

type Weighed = Omit<Chain, "room">;

/** `null`: more than one call reads in full. */
function longer(known: Weighed, nearest: readonly EarlierTask[]): Weighed | null {
  const all = newestFirst([...nearest, ...known.earlier]);
  const letters = known.letters + lettersOf(nearest) - lettersOf(all.slice(EARLIER_MAX));
  return letters > READ_MAX ? null : { earlier: all.slice(0, EARLIER_MAX), letters };
}

function weighed(earlier: readonly EarlierTask[]): Weighed {
  return { earlier, letters: lettersOf(earlier) };
}

/** An ended one no longer changes. */
const lettersOfOne = oncePer(lettersIn);
const lettersOf = (tasks: readonly EarlierTask[]): number => tasks.reduce((sum, task) => sum + lettersOfOne(task), 0);

/**
 * What came before a task, the newest first: the one handed off to make it or that asked what it answers, those it
 * required and what they became if they were handed on, and so on along the chain.
 */
export async function earlierTasks(sql: Sql, roomId: RoomId, task: Links): Promise<EarlierTask[]> {
  const { requires } = task;
  const from = sourcesOf(task);
  if (from.length + requires.length === 0) return [];
  const walk = sql`
    heirs (id) AS (
      SELECT unnest(${requires as string[]}::text[])
      UNION
      SELECT next.task_id FROM heirs
      JOIN task_details next ON next.room_id = ${roomId} AND next.from_task_id = heirs.id
    ), walk (id, depth) AS (
      SELECT id, 1 FROM (SELECT unnest(${from as string[]}::text[]) AS id UNION SELECT id FROM heirs) first
      UNION
      SELECT near.id, walk.depth + 1 FROM walk CROSS JOIN LATERAL (
        SELECT d.from_task_id AS id FROM task_details d
        WHERE d.room_id = ${roomId} AND d.task_id = walk.id AND d.from_task_id IS NOT NULL
        UNION ALL
        SELECT r.requires_id FROM task_requirements r
        JOIN task_details d ON d.room_id = ${roomId} AND d.task_id = r.requires_id
        WHERE r.room_id = ${roomId} AND r.task_id = walk.id
          -- A branch in a session is a point of view: what its round found stands with the step that it judged.
          AND (d.branch_of IS NULL OR d.session_id IS NULL)) near
      WHERE walk.depth < ${DEPTH_MAX}
    )`;
  return read(sql, roomId, walk);
}

/** One task, found by its key. */
async function taskNamed(sql: Sql, roomId: RoomId, id: TaskId): Promise<EarlierTask[]> {
  const rows = await sql<Row[]>`
    SELECT t.id, t.role, d.title, d.intent, d.from_task_id AS "fromTaskId", d.created_by AS "createdBy",
      t.created_at::float8 AS "createdAt", d.origin, d.boundaries, d.outputs,
      d.success_criteria AS "successCriteria", a.name AS by, d.instruction, r.result
    FROM tasks t
    JOIN task_details d ON d.room_id = ${roomId} AND d.task_id = ${id}
    LEFT JOIN task_results r ON r.room_id = ${roomId} AND r.task_id = ${id}
    LEFT JOIN agents a ON a.room_id = ${roomId} AND a.id = t.last_holder_id
    WHERE t.room_id = ${roomId} AND t.id = ${id}`;
  return rows.map(asEarlier);
}

/** These tasks, the newest first; if there are too many, only the newest. */
export function tasksNamed(sql: Sql, roomId: RoomId, ids: TaskId[]): Promise<EarlierTask[]> {
  return read(sql, roomId, sql`walk (id, depth) AS (SELECT unnest(${ids as string[]}::text[]), 0)`);
}

/** @param walk the part of the query that names the tasks, and how many links lead to each, as `walk` */
async function read(sql: Sql, roomId: RoomId, walk: PendingQuery<SqlRow[]>): Promise<EarlierTask[]> {
  const rows = await sql<(Row & { depth: number })[]>`
    WITH RECURSIVE ${walk}, found AS (
      SELECT t.id, t.role, t.created_at, t.last_holder_id, w.depth
      FROM (SELECT id, min(depth) AS depth FROM walk GROUP BY id) w
      JOIN tasks t ON t.room_id = ${roomId} AND t.id = w.id
      ORDER BY t.created_at DESC, w.depth, t.id DESC LIMIT ${EARLIER_MAX}
    ), sized AS (
      SELECT f.*, d.title, d.instruction, d.intent, d.from_task_id, d.created_by, d.origin,
        d.boundaries, d.outputs, d.success_criteria, r.result,
        sum(length(d.instruction) + coalesce(length(r.result::text), 0))
          OVER (ORDER BY f.created_at DESC, f.depth, f.id DESC) AS read
      FROM found f
      JOIN task_details d ON d.room_id = ${roomId} AND d.task_id = f.id
      LEFT JOIN task_results r ON r.room_id = ${roomId} AND r.task_id = f.id)
    SELECT s.id, s.depth, s.role, s.title, s.intent, s.from_task_id AS "fromTaskId", s.created_by AS "createdBy",
      s.created_at::float8 AS "createdAt", s.origin, s.boundaries, s.outputs,
      s.success_criteria AS "successCriteria", a.name AS by,
      CASE WHEN s.read <= ${READ_MAX} THEN s.instruction ELSE left(s.instruction, 400) END AS instruction,
      CASE WHEN s.read <= ${READ_MAX} THEN s.result END AS result
    FROM sized s LEFT JOIN agents a ON a.room_id = ${roomId} AND a.id = s.last_holder_id`;
  const links = new Map(rows.map(({ id, depth }) => [id, depth]));
  return newestFirst(
    rows.map(({ depth: _, ...row }) => asEarlier(row)),
    links,
  );
}

function asEarlier({ origin, ...task }: Row): EarlierTask {
  return { ...task, isMessage: origin.kind === "user_message" };
}
