import { createHash } from "node:crypto";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { projected } from "./projected.ts";

/** The oldest reader that this release's events need; part of the swap. */
export const READER = 1;
/** Largest difference between the committer's clock and the database's, ms. */
export const MAX_SKEW_MS = 1000;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Columns {
  name: string;
  key: string[];
  columns: { property: string; column: string; type: string }[];
}

/** Names and types of a projected table, and its primary key. */
export function columnsOf(table: PgTable): Columns {
  const config = getTableConfig(table);
  const columns = config.columns.map((column) => ({
    property: column.name,
    column: snake(column.name),
    type: column.getSQLType(),
  }));
  const composite = config.primaryKeys[0]?.columns.map((column) => snake(column.name));
  const single = config.columns.filter((column) => column.primary).map((column) => snake(column.name));
  return { name: config.name, key: composite ?? single, columns };
}

/** Writes whole rows of a table from JSON: a key's newest row replaces the one before. */
export function upsertFrom(json: string, table: PgTable, where = ""): string {
  const { name, key, columns } = columnsOf(table);
  const record = columns.map((c) => `"${c.property}" ${c.type}`).join(", ");
  const values = columns.map((c) => `x."${c.property}"`).join(", ");
  const rest = columns.filter((c) => !key.includes(c.column));
  const change =
    rest.length === 0
      ? "NOTHING"
      : `UPDATE SET ${rest.map((c) => `"${c.column}" = excluded."${c.column}"`).join(", ")}`;
  return `INSERT INTO ${name} (${columns.map((c) => `"${c.column}"`).join(", ")})
    SELECT ${values} FROM json_to_recordset(${json}) AS x(${record})${where}
    ON CONFLICT (${key.join(", ")}) DO ${change}`;
}

function upsert(parameter: string, table: PgTable): string {
  return `IF ${parameter} IS NOT NULL THEN
    ${upsertFrom(parameter, table, ` WHERE x."roomId" = ANY(v_ok)`)};
  END IF;`;
}

const tables = Object.entries(projected);

/** Parameters after the fixed six, in this order. */
export const appendTables = tables.map(([name]) => name) as (keyof typeof projected)[];

/**
 * The one statement that writes room data: judges every room of the batch, then writes events, projected
 * rows, keys and heads of those that pass, in one transaction.
 *
 * Outcomes: `ok` · `committed_before` (this very batch, resubmitted) · `lost` (another head) · `busy`
 * (locked by another; nothing was waited for) · `duplicate` (keys used before, with their replies) ·
 * `revoked` (credentials of another version) · `guard` (an agent gave a sign of life meanwhile) ·
 * `reader` (the room needs a newer release). A skewed clock writes nothing: `{"skew": …}`.
 *
 * A deadline that moves away stays where it is until it has passed: a tick then finds nothing, and moves it.
 * So most commits change no index of \`rooms\`, and its few rows do not leave thousands of dead ones behind.
 *
 * Two statements judge: the first locks, `ORDER BY id … SKIP LOCKED`, the second has a snapshot of after
 * the locks. An agent whose observation is being written while it is judged has given a sign of life.
 * @source architecture.md, rules 1, 3, 6, 9, 13, 15, 17
 */
function body(): string {
  return `
DECLARE
  v_now bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  v_heads json;
  v_judged json;
  v_ok uuid[];
BEGIN
  IF abs(v_now - p_now) > ${MAX_SKEW_MS} THEN
    RETURN json_build_object('now', v_now, 'skew', v_now - p_now);
  END IF;

  SELECT json_agg(l) INTO v_heads FROM (
    SELECT r.id, r.seq, r.commit_id, r.min_reader FROM rooms r
    WHERE r.id = ANY(p_write) ORDER BY r.id FOR NO KEY UPDATE SKIP LOCKED
  ) l;

  WITH want AS MATERIALIZED (
    SELECT * FROM json_to_recordset(p_rooms) AS x(id uuid, seq bigint, "commitId" uuid, "newSeq" bigint, "newCommitId" uuid, "dueAt" bigint)
  ), heads AS MATERIALIZED (
    SELECT * FROM json_to_recordset(v_heads) AS x(id uuid, seq bigint, commit_id uuid, min_reader int)
    UNION ALL
    SELECT r.id, r.seq, r.commit_id, r.min_reader FROM rooms r WHERE r.id = ANY(p_peek)
  ), used AS (
    SELECT k.room, json_agg(json_build_object('credentialId', c.credential_id, 'key', c.key, 'requestHash', c.request_hash, 'seq', c.seq, 'reply', c.reply)) AS detail
    FROM json_to_recordset(p_keys) AS k(room uuid, "credentialId" uuid, key uuid)
    CROSS JOIN LATERAL (
      SELECT * FROM command_keys c WHERE c.room_id = k.room AND c.credential_id = k."credentialId" AND c.key = k.key LIMIT 1
    ) c
    GROUP BY k.room
  ), stale AS (
    SELECT p.room, json_agg(p.id) AS detail
    FROM json_to_recordset(p_credentials) AS p(room uuid, id uuid, version int)
    LEFT JOIN LATERAL (SELECT * FROM credentials c WHERE c.id = p.id LIMIT 1) c ON true
    WHERE c.id IS NULL OR c.version <> p.version OR c.revoked_at IS NOT NULL OR c.expires_at <= v_now
    GROUP BY p.room
  ), still AS MATERIALIZED (
    SELECT o.room_id, o.agent_id, o.seen_at
    FROM json_to_recordset(p_guards) AS g(room uuid, agent uuid, "seenAt" bigint)
    CROSS JOIN LATERAL (
      SELECT * FROM agent_observations o WHERE o.room_id = g.room AND o.agent_id = g.agent LIMIT 1
      FOR SHARE SKIP LOCKED
    ) o
  ), alive AS (
    SELECT g.room, json_agg(g.agent) AS detail
    FROM json_to_recordset(p_guards) AS g(room uuid, agent uuid, "seenAt" bigint)
    CROSS JOIN LATERAL (
      SELECT * FROM agent_observations o WHERE o.room_id = g.room AND o.agent_id = g.agent LIMIT 1
    ) o
    LEFT JOIN still s ON s.room_id = g.room AND s.agent_id = g.agent
    WHERE s.seen_at IS NULL OR s.seen_at > g."seenAt"
    GROUP BY g.room
  ), judged AS (
    SELECT w.id,
      CASE
        WHEN h.id IS NULL THEN 'busy'
        WHEN h.min_reader > ${READER} THEN 'reader'
        WHEN w."newSeq" > w.seq AND h.seq >= w."newSeq" AND h.commit_id = w."newCommitId" THEN 'committed_before'
        WHEN h.seq <> w.seq OR h.commit_id <> w."commitId" THEN 'lost'
        WHEN u.room IS NOT NULL THEN 'duplicate'
        WHEN s.room IS NOT NULL THEN 'revoked'
        WHEN a.room IS NOT NULL THEN 'guard'
        ELSE 'ok'
      END AS outcome,
      coalesce(u.detail, s.detail, a.detail) AS detail
    FROM want w
    LEFT JOIN heads h ON h.id = w.id
    LEFT JOIN used u ON u.room = w.id
    LEFT JOIN stale s ON s.room = w.id
    LEFT JOIN alive a ON a.room = w.id
  )
  SELECT json_agg(json_build_object('id', j.id, 'outcome', j.outcome, 'detail', j.detail)),
    array_agg(j.id) FILTER (WHERE j.outcome = 'ok')
  INTO v_judged, v_ok FROM judged j;

  IF v_ok IS NOT NULL THEN
    IF p_events IS NOT NULL THEN
      INSERT INTO events (room_id, seq, type, v, at, actor, data)
      SELECT e."roomId", e.seq, e.type, e.v, e.at, e.actor, e.data
      FROM json_to_recordset(p_events) AS e("roomId" uuid, seq bigint, type text, v smallint, at bigint, actor json, data json)
      WHERE e."roomId" = ANY(v_ok);
      UPDATE rooms r SET seq = w."newSeq", commit_id = w."newCommitId",
        due_at = CASE WHEN r.due_at > v_now AND r.due_at <= coalesce(w."dueAt", r.due_at) THEN r.due_at ELSE w."dueAt" END
      FROM json_to_recordset(p_rooms) AS w(id uuid, seq bigint, "newSeq" bigint, "newCommitId" uuid, "dueAt" bigint)
      WHERE r.id = w.id AND r.id = ANY(v_ok) AND w."newSeq" > w.seq;
    END IF;
    IF p_keys IS NOT NULL THEN
      INSERT INTO command_keys (room_id, credential_id, key, request_hash, seq, at, reply)
      SELECT k.room, k."credentialId", k.key, k."requestHash", k.seq, p_now, k.reply
      FROM json_to_recordset(p_keys) AS k(room uuid, "credentialId" uuid, key uuid, "requestHash" text, seq bigint, reply json)
      WHERE k.room = ANY(v_ok);
    END IF;
    ${tables.map(([name, table]) => upsert(`p_${snake(name)}`, table)).join("\n    ")}
  END IF;
  RETURN json_build_object('now', v_now, 'rooms', v_judged);
END`;
}

const parameters = [
  "p_now bigint",
  "p_write uuid[]",
  "p_peek uuid[]",
  "p_rooms json",
  "p_events json",
  "p_keys json",
  "p_credentials json",
  "p_guards json",
  ...tables.map(([name]) => `p_${snake(name)} json`),
];

/** Named after its text, so that two releases run side by side, each with its own. */
export const appendName = `append_${createHash("sha256").update(body()).digest("hex").slice(0, 10)}`;

/**
 * A session plans the function's statements once, often while the tables are small, and a plan that reads a small table
 * in full would later read a million keys in full, in every commit. So only indexes are allowed, and lookups go row by
 * row (`LATERAL … LIMIT 1`): a join could walk an index from end to end.
 */
export const appendDefinition = `CREATE OR REPLACE FUNCTION ${appendName}(${parameters.join(", ")}) RETURNS json
LANGUAGE plpgsql SET lock_timeout = '2s' SET enable_seqscan = off AS $append$${body()}$append$`;

/** JSON is passed as text: the driver would encode it a second time. */
const placeholders = parameters.map((parameter, i) => {
  const type = parameter.split(" ")[1];
  return type === "json" ? `$${i + 1}::text::json` : `$${i + 1}::${type}`;
});
export const appendCall = `SELECT ${appendName}(${placeholders.join(", ")}) AS outcome`;
