import type { ReplyOf } from "@squadroom/core/kernel/route";
import { FOUND_MAX, type search } from "@squadroom/core/search/contract";
import type { Fragment, Sql } from "postgres";
import { SEARCH_BREAKS, SEARCH_SPACES, wordsIn } from "../../db/schema/search-words.ts";
import type { visibleRooms } from "../inbox/index.ts";

type Found = ReplyOf<typeof search>["data"];
type Kind = Found[number]["kind"];
type Row = { room_id: string; name: string; id: string; title: string; state: string; at: number };

/** Rows in which any part of a word is looked for, of each kind in each room, the newest first along an index. */
const LOOKED_AT = 300;
/** Rooms that are looked through, by name. */
const ROOMS_MAX = 200;
/** Of a message, a question. */
const SHOWN_CHARS = 160;

interface Source {
  kind: Kind;
  /** Its row: `room_id, id, title, state, at`, and `hay`, in which parts of words are found. */
  columns: Fragment;
  from: Fragment;
  room: Fragment;
  /** As its index has it. */
  words: Fragment;
  newest: Fragment;
}

function sourcesOf(sql: Sql): Source[] {
  const words = (text: string) => sql.unsafe(wordsIn(text)) as unknown as Fragment;
  return [
    {
      kind: "task",
      columns: sql`t.room_id, t.id, d.title, t.state, t.created_at::float8 AS at, t.id || ' ' || d.title AS hay`,
      from: sql`tasks t JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`t.room_id`,
      words: words("d.title || ' ' || d.instruction"),
      newest: sql`t.created_at DESC, t.id DESC`,
    },
    {
      kind: "item",
      columns: sql`i.room_id, i.id::text AS id, i.title, i.state, i.added_at::float8 AS at, i.title AS hay`,
      from: sql`backlog_items i`,
      room: sql`i.room_id`,
      words: words("i.title || ' ' || i.body"),
      newest: sql`i.id DESC`,
    },
    {
      kind: "session",
      columns: sql`s.room_id, s.id::text AS id, s.title, s.state, s.created_at::float8 AS at, s.title AS hay`,
      from: sql`sessions s JOIN session_texts x ON x.room_id = s.room_id AND x.session_id = s.id`,
      room: sql`s.room_id`,
      words: words("x.description"),
      newest: sql`s.id DESC`,
    },
    {
      kind: "decision",
      columns: sql`d.room_id, e.seq::text AS id, left(d.question, ${SHOWN_CHARS}) AS title, d.state,
        d.opened_at::float8 AS at, d.question AS hay`,
      from: sql`decisions d JOIN events e ON e.room_id = d.room_id AND e.type = 'decision.opened'
        AND e.data->'decision'->>'id' = d.id::text`,
      room: sql`d.room_id`,
      words: words("d.question || ' ' || d.reason"),
      newest: sql`d.opened_at DESC`,
    },
    {
      kind: "run",
      columns: sql`r.room_id, r.id::text AS id, r.name AS title, r.state, r.started_at::float8 AS at,
        concat_ws(' ', r.name, r.harness, r.model, r.task_id, r.branch) AS hay`,
      from: sql`runs r`,
      room: sql`r.room_id`,
      words: words("r.name || ' ' || coalesce(r.branch, '')"),
      newest: sql`r.id DESC`,
    },
    {
      kind: "message",
      columns: sql`m.room_id, m.seq::text AS id, left(m.body, ${SHOWN_CHARS}) AS title,
        coalesce(m.sender->>'name', '') AS state, m.at::float8 AS at, m.body AS hay`,
      from: sql`messages m`,
      room: sql`m.room_id`,
      words: words("m.body"),
      newest: sql`m.seq DESC`,
    },
  ];
}

/**
 * What has all these words, or words that begin like them, however old; and of what is new also what has this text
 * anywhere in its id or title. The newest of each kind.
 */
export async function searchIn(
  sql: Sql,
  rooms: ReturnType<typeof visibleRooms>,
  text: string,
): Promise<Found> {
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const query = prefixesOf(text);
  const among = sql`SELECT room_id, name FROM ${rooms} r ORDER BY name LIMIT ${ROOMS_MAX}`;
  const found = sourcesOf(sql).map(async ({ kind, columns, from, room, words, newest }) => {
    const rows = await sql<Row[]>`
      WITH n AS MATERIALIZED (${among}), f AS (
        (SELECT ${columns} FROM ${from}
          WHERE ${words} @@ to_tsquery('simple', ${query}) AND ${room} IN (SELECT room_id FROM n)
          ORDER BY at DESC NULLS LAST LIMIT ${FOUND_MAX})
        UNION
        (SELECT l.* FROM n CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${from} WHERE ${room} = n.room_id ORDER BY ${newest} LIMIT ${LOOKED_AT}) l
          WHERE l.hay ILIKE ${part} ORDER BY l.at DESC NULLS LAST LIMIT ${FOUND_MAX}))
      SELECT f.room_id, n.name, f.id, f.title, f.state, f.at FROM f JOIN n USING (room_id)
      ORDER BY f.at DESC NULLS LAST, f.id LIMIT ${FOUND_MAX}`;
    return rows.map(({ room_id, name, ...row }) => ({ kind, room: { id: room_id, name }, ...row }));
  });
  return (await Promise.all(found)).flat();
}

/** As Postgres reads it: all these words, each perhaps only begun. */
function prefixesOf(text: string): string {
  const breaks = new Set(SEARCH_BREAKS);
  const spaced = [...text].map((char) => (breaks.has(char) ? SEARCH_SPACES[0] : char)).join("");
  return spaced
    .split(/[\s'\\]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `'${word}':*`)
    .join(" & ");
}
