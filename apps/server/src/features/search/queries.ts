import type { ReplyOf } from "@squadroom/core/kernel/route";
import { FOUND_MAX, type search } from "@squadroom/core/search/contract";
import type { Fragment, Sql } from "postgres";
import { FAILURE_TEXT, handedOn, RESULT_TEXT, SEARCH_BREAKS, wordsIn } from "../../db/schema/search-words.ts";
import type { visibleRooms } from "../inbox/index.ts";

type Found = ReplyOf<typeof search>["data"];
type Kind = Found[number]["kind"];
type Row = { room_id: string; name: string; id: string; title: string; state: string; at: number };

/**
 * Most rows of each kind in which any part of a word is searched, the newest first along an index: in all rooms
 * together, and the most and the least in each. A search costs the same in many rooms as in few.
 */
const LOOKED_AT = { all: 2_000, most: 300, least: 10 };
/** Most rooms that are searched, by name. */
const ROOMS_MAX = 200;
/** Longest part of a message or a question that is shown. */
const SHOWN_CHARS = 160;
/** A hit after this many characters of its text is out of sight in the palette. */
const HIT_WITHIN = 60;
/** Characters of its text shown before such a hit. */
const HIT_AFTER = 30;

interface Source {
  kind: Kind;
  /**
   * Its row: `room_id, id, title, state, at`; `said`, of which the hit is shown after the title; and `hay`, in which
   * parts of words are found.
   */
  columns: Fragment;
  from: Fragment;
  room: Fragment;
  /** As its index has it. */
  words: Fragment;
  /** Where else an index may have its words. */
  elsewhere?: Pick<Source, "from" | "words">;
  /** Left out: only whole words are found in it. */
  newest?: Fragment;
  /** For what no longer holds: it comes after what does. */
  past?: Fragment;
  /** Id for `f`, a row that is shown, if it is not at hand. */
  id?: Fragment;
}

function sourcesOf(sql: Sql): Source[] {
  const raw = (text: string) => sql.unsafe(text) as unknown as Fragment;
  const words = (of: string) => raw(wordsIn(of));
  const handed = raw(handedOn("m.intent", "m.recipient"));
  // Of JSON, only what people read.
  const told = sql`translate(${raw(RESULT_TEXT)}, '{}[]"', '')`;
  return [
    {
      kind: "task",
      columns: sql`t.room_id, t.id, d.title, NULL AS said, t.state, t.created_at::float8 AS at,
        t.id || ' ' || d.title AS hay`,
      from: sql`tasks t JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`t.room_id`,
      words: words("d.title || ' ' || d.instruction"),
      newest: sql`t.created_at DESC, t.id DESC`,
    },
    {
      kind: "task",
      columns: sql`t.room_id, t.id, d.title, ${told} AS said, t.state, t.created_at::float8 AS at,
        r.result ->> 'summary' AS hay`,
      from: sql`task_results r JOIN tasks t ON t.room_id = r.room_id AND t.id = r.task_id
        JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`r.room_id`,
      words: words(RESULT_TEXT),
      newest: sql`t.created_at DESC, t.id DESC`,
    },
    {
      kind: "task",
      columns: sql`t.room_id, t.id, d.title, e.data ->> 'reason' AS said, t.state,
        t.created_at::float8 AS at, '' AS hay`,
      from: sql`events e JOIN tasks t ON t.room_id = e.room_id AND t.id = e.data ->> 'taskId'
        JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id`,
      room: sql`e.room_id`,
      words: sql`e.type = 'task.attempt_ended' AND ${words(FAILURE_TEXT)}`,
    },
    {
      kind: "item",
      columns: sql`i.room_id, i.id::text AS id, i.title, NULL AS said, i.state, i.added_at::float8 AS at, i.title AS hay`,
      from: sql`backlog_items i`,
      room: sql`i.room_id`,
      words: words("i.title || ' ' || i.body"),
      newest: sql`i.id DESC`,
    },
    {
      kind: "session",
      columns: sql`s.room_id, s.id::text AS id, s.title, NULL AS said, s.state, s.created_at::float8 AS at, s.title AS hay`,
      from: sql`sessions s JOIN session_texts x ON x.room_id = s.room_id AND x.session_id = s.id`,
      room: sql`s.room_id`,
      words: words("x.description"),
      newest: sql`s.id DESC`,
    },
    {
      kind: "decision",
      columns: sql`d.room_id, d.id::text AS id, NULL AS title, d.question AS said, d.state,
        d.opened_at::float8 AS at, d.question AS hay`,
      from: sql`decisions d`,
      room: sql`d.room_id`,
      words: words("d.question || ' ' || d.reason"),
      newest: sql`d.opened_at DESC`,
      id: sql`(SELECT e.seq::text FROM events e WHERE e.room_id = f.room_id AND e.type = 'decision.opened'
        AND e.data->'decision'->>'id' = f.id LIMIT 1)`,
    },
    {
      kind: "run",
      columns: sql`r.room_id, r.id::text AS id, r.name AS title, NULL AS said, r.state, r.started_at::float8 AS at,
        concat_ws(' ', r.name, r.harness, r.model, r.task_id, r.branch) AS hay`,
      from: sql`runs r`,
      room: sql`r.room_id`,
      words: words("r.name || ' ' || coalesce(r.branch, '')"),
      newest: sql`r.id DESC`,
    },
    {
      kind: "wisdom",
      columns: sql`w.room_id, w.id::text AS id, NULL AS title, w.text AS said,
        CASE w.state WHEN 'live' THEN w.kind ELSE w.state END AS state, w.at::float8 AS at, w.text AS hay`,
      from: sql`wisdom w`,
      room: sql`w.room_id`,
      words: words("w.text"),
      newest: sql`w.id DESC`,
      past: sql`w.state <> 'live'`,
    },
    {
      kind: "message",
      columns: sql`m.room_id, m.seq::text AS id, NULL AS title, m.body AS said,
        coalesce(m.sender->>'name', '') AS state, m.at::float8 AS at, m.body AS hay`,
      from: sql`messages m`,
      room: sql`m.room_id`,
      words: sql`NOT (${handed}) AND ${words("m.body")}`,
      // Found by the task that it became, and looked up one by one: a join might read all that were handed on instead.
      elsewhere: {
        from: sql`task_details d CROSS JOIN LATERAL (
          SELECT * FROM messages m WHERE m.room_id = d.room_id AND m.task_id = d.task_id AND ${handed} LIMIT 1) m`,
        words: words("d.title || ' ' || d.instruction"),
      },
      newest: sql`m.seq DESC`,
    },
  ];
}

/**
 * What has all these words, or words that begin with them, however old; and, among new things, also what has all of
 * them anywhere in its id or title. The newest of each kind, with what no longer holds last. Old things are looked
 * through only if new ones do not fill the list: a word in half of all texts is found among the new ones.
 */
export async function searchIn(sql: Sql, rooms: ReturnType<typeof visibleRooms>, text: string): Promise<Found> {
  const given = text.trim().split(/\s+/);
  const parts = given.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const [first = text] = given;
  const query = prefixesOf(text);
  const among = sql`SELECT room_id, name FROM ${rooms} r ORDER BY name LIMIT ${ROOMS_MAX}`;
  const { all, most, least } = LOOKED_AT;
  const lookedAt = sql`(SELECT least(${most}::int, greatest(${least}::int, ${all}::int / greatest(1, count(*)))) FROM n)`;
  const hit = sql`strpos(lower(f.said), lower(${first}))`;
  // A title begins shortly before the hit, if that is far into the text.
  const title = sql`CASE WHEN f.said IS NULL THEN f.title
    WHEN ${hit} > ${HIT_WITHIN} THEN coalesce(f.title || ': ', '') || '… ' || substr(f.said, ${hit} - ${HIT_AFTER}, ${SHOWN_CHARS})
    ELSE coalesce(f.title || ': ', '') || left(f.said, ${SHOWN_CHARS}) END`;
  const found = sourcesOf(sql).map(async ({ kind, from, room, newest, id, ...source }) => {
    const columns = sql`${source.columns}, ${source.past ?? sql`false`} AS past`;
    const order = sql`past, at DESC NULLS LAST`;
    const indexed = ({ from, words }: Pick<Source, "from" | "words">) => sql`SELECT ${columns} FROM ${from}
      WHERE ${words} @@ to_tsquery('simple', ${query}) AND ${room} IN (SELECT room_id FROM n)
        AND (SELECT count(*) FROM l WHERE NOT past) < ${FOUND_MAX}`;
    const rows = await sql<Row[]>`
      WITH n AS MATERIALIZED (${among}), l AS MATERIALIZED (
        ${
          newest
            ? sql`SELECT l.* FROM n CROSS JOIN LATERAL (
                SELECT ${columns} FROM ${from} WHERE ${room} = n.room_id ORDER BY ${newest} LIMIT ${lookedAt}) l
              WHERE l.hay ILIKE ALL (${parts}::text[]) ORDER BY ${order} LIMIT ${FOUND_MAX}`
            : sql`SELECT ${columns} FROM ${from} WHERE false`
        }
      ), o AS MATERIALIZED (
        -- Not in its order: that would be the rows' own, and the words of each would be made until six have them.
        ${indexed({ from, words: source.words })}
        ${source.elsewhere ? sql`UNION ALL ${indexed(source.elsewhere)}` : sql``}
      ), f AS (
        SELECT * FROM l UNION (SELECT * FROM o ORDER BY ${order} LIMIT ${FOUND_MAX})
        ORDER BY ${order}, id LIMIT ${FOUND_MAX}
      )
      SELECT f.room_id, n.name, ${id ?? sql`f.id`} AS id, ${title} AS title, f.state, f.at FROM f JOIN n USING (room_id)
      ORDER BY ${order}, f.id`;
    return rows.map(({ room_id, name, ...row }) => ({ kind, room: { id: room_id, name }, ...row }));
  });
  // A task may have the words in its title, its result and the reason for its failure: it is listed once.
  const seen = new Set<string>();
  return (await Promise.all(found)).flat().filter(({ kind, room, id }) => {
    const key = `${kind} ${room.id} ${id}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** In Postgres's syntax: all these words, each perhaps only begun. */
export function prefixesOf(text: string): string {
  const breaks = new Set(SEARCH_BREAKS);
  const spaced = [...text].map((char) => (breaks.has(char) ? " " : char)).join("");
  return spaced
    .split(/[\s'\\]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `'${word}':*`)
    .join(" & ");
}
