import type { ReplyOf } from "@squadroom/core/kernel/route";
import { FOUND_MAX, type search } from "@squadroom/core/search/contract";
import type { Fragment, Sql } from "postgres";
import {
  FAILURE_TEXT,
  RESULT_TEXT,
  SEARCH_BREAKS,
  SEARCH_SPACES,
  wordsIn,
} from "../../db/schema/search-words.ts";
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
/** A hit behind so many characters of its text is out of sight in the palette. */
const HIT_WITHIN = 60;
/** Of its text, in front of such a hit. */
const HIT_AFTER = 30;

interface Source {
  kind: Kind;
  /** Its row: `room_id, id, title, state, at`, and `hay`, in which parts of words are found. */
  columns: Fragment;
  from: Fragment;
  room: Fragment;
  /** As its index has it. */
  words: Fragment;
  /** Left out: only whole words are found in it. */
  newest?: Fragment;
  /** Of what no longer holds: it comes after what does. */
  past?: Fragment;
}

/** @param text that is looked for: a title begins shortly before it, where it stands far behind */
function sourcesOf(sql: Sql, text: string): Source[] {
  const words = (of: string) => sql.unsafe(wordsIn(of)) as unknown as Fragment;
  const [first = text] = text.trim().split(/\s+/);
  const around = (
    of: Fragment,
  ) => sql`CASE WHEN strpos(lower(${of}), lower(${first})) > ${HIT_WITHIN}
    THEN '… ' || substr(${of}, strpos(lower(${of}), lower(${first})) - ${HIT_AFTER}, ${SHOWN_CHARS})
    ELSE left(${of}, ${SHOWN_CHARS}) END`;
  // Of JSON, only what people read.
  const told = sql`translate(${sql.unsafe(RESULT_TEXT) as unknown as Fragment}, '{}[]"', '')`;
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
      kind: "task",
      columns: sql`t.room_id, t.id, d.title || ': ' || ${around(told)} AS title,
        t.state, t.created_at::float8 AS at, '' AS hay`,
      from: sql`task_results r JOIN tasks t ON t.room_id = r.room_id AND t.id = r.task_id
        JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`r.room_id`,
      words: words(RESULT_TEXT),
    },
    {
      kind: "task",
      columns: sql`t.room_id, t.id, d.title || ': ' || ${around(sql`(e.data ->> 'reason')`)} AS title, t.state,
        t.created_at::float8 AS at, '' AS hay`,
      from: sql`events e JOIN tasks t ON t.room_id = e.room_id AND t.id = e.data ->> 'taskId'
        JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`e.room_id`,
      words: sql`e.type = 'task.attempt_ended' AND ${words(FAILURE_TEXT)}`,
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
      columns: sql`d.room_id, e.seq::text AS id, ${around(sql`d.question`)} AS title, d.state,
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
      kind: "wisdom",
      columns: sql`w.room_id, w.id::text AS id, ${around(sql`w.text`)} AS title,
        CASE w.state WHEN 'live' THEN w.kind ELSE w.state END AS state, w.at::float8 AS at, w.text AS hay`,
      from: sql`wisdom w`,
      room: sql`w.room_id`,
      words: words("w.text"),
      newest: sql`w.id DESC`,
      past: sql`w.state <> 'live'`,
    },
    {
      kind: "message",
      columns: sql`m.room_id, m.seq::text AS id, ${around(sql`m.body`)} AS title,
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
 * anywhere in its id or title. The newest of each kind,
 * what no longer holds last.
 */
export async function searchIn(
  sql: Sql,
  rooms: ReturnType<typeof visibleRooms>,
  text: string,
): Promise<Found> {
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const query = prefixesOf(text);
  const among = sql`SELECT room_id, name FROM ${rooms} r ORDER BY name LIMIT ${ROOMS_MAX}`;
  const found = sourcesOf(sql, text).map(async ({ kind, from, room, words, newest, ...source }) => {
    const columns = sql`${source.columns}, ${source.past ?? sql`false`} AS past`;
    const rows = await sql<Row[]>`
      WITH n AS MATERIALIZED (${among}), f AS (
        (SELECT ${columns} FROM ${from}
          WHERE ${words} @@ to_tsquery('simple', ${query}) AND ${room} IN (SELECT room_id FROM n)
          ORDER BY past, at DESC NULLS LAST LIMIT ${FOUND_MAX})
        ${
          newest
            ? sql`UNION
        (SELECT l.* FROM n CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${from} WHERE ${room} = n.room_id ORDER BY ${newest} LIMIT ${LOOKED_AT}) l
          WHERE l.hay ILIKE ${part} ORDER BY l.past, l.at DESC NULLS LAST LIMIT ${FOUND_MAX})`
            : sql``
        })
      SELECT f.room_id, n.name, f.id, f.title, f.state, f.at FROM f JOIN n USING (room_id)
      ORDER BY f.past, f.at DESC NULLS LAST, f.id LIMIT ${FOUND_MAX}`;
    return rows.map(({ room_id, name, ...row }) => ({ kind, room: { id: room_id, name }, ...row }));
  });
  // A task may have the words in its title, its result and why it failed: it is there once.
  const seen = new Set<string>();
  return (await Promise.all(found)).flat().filter(({ kind, room, id }) => {
    const key = `${kind} ${room.id} ${id}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** As Postgres reads it: all these words, each perhaps only begun. */
export function prefixesOf(text: string): string {
  const breaks = new Set(SEARCH_BREAKS);
  const spaced = [...text].map((char) => (breaks.has(char) ? SEARCH_SPACES[0] : char)).join("");
  return spaced
    .split(/[\s'\\]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `'${word}':*`)
    .join(" & ");
}
