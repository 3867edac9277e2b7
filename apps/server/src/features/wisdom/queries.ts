import type { WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { WisdomRow } from "@squadroom/core/wisdom/contract";
import type { WisdomEntry } from "@squadroom/core/wisdom/wisdom";
import type { Sql } from "postgres";
import { wordsIn } from "../../db/schema/search-words.ts";
import { prefixesOf } from "../search/index.ts";

export interface WisdomFilter {
  kind?: WisdomKind | undefined;
  text?: string | undefined;
  id?: number | undefined;
  scope?: WisdomEntry["scope"] | undefined;
  session?: number | undefined;
  state: "live" | "past" | "all";
  /** Of sessions, only this one's: what an agent may read. */
  within: { sessionId: number | null } | null;
  /** Entries older than this one. */
  before: number | null;
  limit: number;
}

type Row = Omit<WisdomRow, "by"> & { by: WisdomEntry["by"] };

/** The newest first; one more than asked for, if there are more. */
export async function wisdomIn(sql: Sql, roomId: RoomId, filter: WisdomFilter): Promise<WisdomRow[]> {
  const { kind, text, id, scope, session, state, within, before, limit } = filter;
  const words = text === undefined ? "" : prefixesOf(text);
  const part = `%${(text ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await sql<Row[]>`
    SELECT id, kind, text, files, labels, roles, scope, "by", task_id AS "taskId", session_id AS "sessionId",
      run_id AS "runId", at::float8 AS at, promoted, supersedes, source, state, state_at::float8 AS "stateAt", ended
    FROM wisdom
    WHERE room_id = ${roomId}
      ${kind ? sql`AND kind = ${kind}` : sql``}
      ${id === undefined ? sql`` : sql`AND id = ${id}`}
      ${scope ? sql`AND scope = ${scope}` : sql``}
      ${session === undefined ? sql`` : sql`AND session_id = ${session}`}
      ${state === "all" ? sql`` : state === "live" ? sql`AND state = 'live'` : sql`AND state <> 'live'`}
      ${within ? sql`AND (scope = 'room' OR session_id = ${within.sessionId ?? -1})` : sql``}
      ${before === null ? sql`` : sql`AND id < ${before}`}
      ${
        text === undefined
          ? sql``
          : sql`AND (${words === "" ? sql`false` : sql`${sql.unsafe(wordsIn("text"))} @@ to_tsquery('simple', ${words})`}
              OR text ILIKE ${part} OR files::text ILIKE ${part} OR labels::text ILIKE ${part})`
      }
    ORDER BY id DESC LIMIT ${limit + 1}`;
  return rows.map(({ by, ...row }) => ({
    ...row,
    by: { kind: by.kind, name: by.name, role: by.kind === "agent" ? by.role : null },
  }));
}
