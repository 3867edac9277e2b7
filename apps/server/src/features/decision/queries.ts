import type { DecisionRow } from "@squadroom/core/asking/contract";
import type { DecisionOption, DecisionState } from "@squadroom/core/decision/decision";
import { presented } from "@squadroom/core/decision/look";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Page } from "@squadroom/core/kernel/page";
import { and, desc, eq, inArray, lt, sql as q, type SQL, type SQLWrapper } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import * as z from "zod";
import { decisions } from "../../db/schema/index.ts";
import { pagesOf } from "../../platform/http/page.ts";

const pages = pagesOf("listDecisions", z.tuple([z.uuid()]));

export interface DecisionFilter {
  state?: DecisionState | undefined;
  cursor?: string | undefined;
  limit: number;
}

export function createDecisionQueries(db: PostgresJsDatabase) {
  /** Newest first: ids of one room grow with the time at which they were opened. */
  async function list(roomId: RoomId, { state, cursor, limit }: DecisionFilter): Promise<Page<DecisionRow>> {
    const where: SQL[] = [eq(decisions.roomId, roomId)];
    if (state) where.push(eq(decisions.state, state));
    const after = pages.after(cursor);
    if (after) where.push(lt(decisions.id, after[0]));
    const rows = await db
      .select()
      .from(decisions)
      .where(and(...where))
      .orderBy(desc(decisions.id))
      .limit(limit + 1);
    return pages.page(rows.map(decisionOf), limit, ({ id }) => [id]);
  }

  async function get(roomId: RoomId, id: string): Promise<DecisionRow | null> {
    const [row] = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.roomId, roomId), eq(decisions.id, id)));
    return row ? decisionOf(row) : null;
  }

  /** What was asked because of a session or of its tasks, the oldest first. */
  async function about(
    roomId: RoomId,
    sessionId: number,
    { tasks, messages }: { tasks: readonly string[]; messages: readonly string[] },
  ): Promise<DecisionRow[]> {
    const rows = await db
      .select()
      .from(decisions)
      .where(
        and(
          eq(decisions.roomId, roomId),
          q`CASE ${decisions.subjectKind}
            WHEN 'task' THEN ${inTexts(decisions.subject, tasks)}
            WHEN 'session' THEN ${decisions.subject}::jsonb -> 'sessionId' = to_jsonb(${sessionId}::int)
            WHEN 'message' THEN ${inTexts(q`${decisions.subject}::jsonb ->> 'messageId'`, messages)}
            WHEN 'call' THEN ${inTexts(q`${decisions.subject}::jsonb ->> 'taskId'`, tasks)}
            ELSE false END`,
        ),
      )
      .orderBy(decisions.id);
    return rows.map(decisionOf);
  }

  return { list, get, about };
}

function inTexts(text: SQLWrapper, among: readonly string[]): SQL {
  return among.length === 0 ? q`false` : inArray(text as SQL, [...among]);
}

/** The reverse of what the projection wrote. */
export function subjectOf(kind: string, text: string): DecisionRow["subject"] {
  if (kind === "task") return { kind, taskId: text };
  if (kind === "role") return { kind, role: text };
  return { kind, ...(JSON.parse(text) as object) } as DecisionRow["subject"];
}

/** A row in the contract's form; the projection checked its words. */
export function decisionOf(row: typeof decisions.$inferSelect): DecisionRow {
  const { endedAt } = row;
  const kind = row.kind as DecisionRow["kind"];
  const subject = subjectOf(row.subjectKind, row.subject);
  const options = row.options as DecisionOption[];
  const isMoot = row.state === "withdrawn" || row.state === "superseded";
  return {
    id: row.id,
    kind,
    subject,
    state: row.state as DecisionState,
    version: row.version,
    question: row.question,
    reason: row.reason,
    options: presented({ kind, subject, options }),
    urgency: row.urgency as DecisionRow["urgency"],
    holdsUp: row.holdsUp,
    openedAt: row.openedAt,
    askedBy: row.askedBy as DecisionRow["askedBy"],
    supersedes: row.supersedes,
    answer: row.answer as DecisionRow["answer"],
    canUndo: row.canUndo,
    ended: isMoot && endedAt !== null ? { at: endedAt, reason: row.endReason ?? "" } : null,
  };
}
