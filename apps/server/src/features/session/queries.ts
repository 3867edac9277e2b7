import type { ProposalStep } from "@squadroom/core/flow/steps";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { hasPassed } from "@squadroom/core/reply/passed";
import type { Reply, ReviewReply } from "@squadroom/core/reply/shapes";
import type { BatchRecord } from "@squadroom/core/session/batch/record";
import type { SessionEntry, SessionRow, SessionVersion } from "@squadroom/core/session/contract";
import type { Session } from "@squadroom/core/session/record/session";
import type { SessionReview } from "@squadroom/core/session/review/session-review";
import type { WorkerResult } from "@squadroom/core/session/workers";
import type { TaskResult } from "@squadroom/core/task/result";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import { and, asc, desc, eq, getTableColumns, ilike, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import {
  sessionArchive,
  sessionEntries,
  sessionProposals,
  sessionRecords,
  sessions,
  sessionTexts,
  taskResults,
  taskReviews,
} from "../../db/schema/index.ts";
import { NO_BATCH } from "./projection.ts";

export interface EndedFilter {
  state?: string | undefined;
  /** Only these, or all others. */
  isArchived: boolean;
  text?: string | undefined;
  before?: number | undefined;
  limit: number;
}

export interface Kept {
  session: Session | null;
  batches: BatchRecord[];
}

const ENTRIES_MAX = 500;
const ROW = {
  ...getTableColumns(sessions),
  archiveState: sessionArchive.state,
  archiveAt: sessionArchive.at,
};
const IS_ITS_OWN = and(eq(sessionArchive.roomId, sessions.roomId), eq(sessionArchive.sessionId, sessions.id));
const IS_LISTED = inArray(sessionArchive.state, ["kept", "restored"]);

export function createSessionQueries(db: PostgresJsDatabase) {
  /** Ended ones, the latest first. */
  async function ended(roomId: RoomId, filter: EndedFilter): Promise<SessionRow[]> {
    const where: SQL[] = [eq(sessions.roomId, roomId), isNotNull(sessions.endedAt)];
    if (filter.state) where.push(eq(sessions.state, filter.state));
    if (filter.before) where.push(lt(sessions.id, filter.before));
    if (filter.text) where.push(ilike(sessions.title, `%${escaped(filter.text)}%`));
    where.push(filter.isArchived ? eq(sessionArchive.state, "archived") : IS_LISTED);
    const rows = await db
      .select(ROW)
      .from(sessions)
      .leftJoin(sessionArchive, IS_ITS_OWN)
      .where(and(...where))
      .orderBy(desc(sessions.id))
      .limit(filter.limit);
    return rows.map(rowOf);
  }

  async function get(roomId: RoomId, id: number): Promise<SessionRow | null> {
    const [row] = await db
      .select(ROW)
      .from(sessions)
      .leftJoin(sessionArchive, IS_ITS_OWN)
      .where(and(eq(sessions.roomId, roomId), eq(sessions.id, id)));
    return row ? rowOf(row) : null;
  }

  async function description(roomId: RoomId, id: number): Promise<string> {
    const [row] = await db
      .select({ text: sessionTexts.description })
      .from(sessionTexts)
      .where(and(eq(sessionTexts.roomId, roomId), eq(sessionTexts.sessionId, id)));
    return row?.text ?? "";
  }

  /** The latest of the conversation, oldest first. */
  async function entries(roomId: RoomId, id: number, max = ENTRIES_MAX): Promise<SessionEntry[]> {
    const rows = await db
      .select()
      .from(sessionEntries)
      .where(and(eq(sessionEntries.roomId, roomId), eq(sessionEntries.sessionId, id)))
      .orderBy(desc(sessionEntries.seq))
      .limit(max);
    return rows.reverse().map(({ roomId: _room, sessionId: _session, ...entry }) => entry as SessionEntry);
  }

  async function versions(roomId: RoomId, id: number): Promise<SessionVersion[]> {
    const { step, batch, version, by, at } = sessionProposals;
    const rows = await db
      .select({ step, batch, version, by, at })
      .from(sessionProposals)
      .where(and(eq(sessionProposals.roomId, roomId), eq(sessionProposals.sessionId, id)))
      .orderBy(asc(at), asc(version));
    return rows.map(versionOf);
  }

  /** Each version in full, the oldest first. */
  async function proposals(roomId: RoomId, id: number) {
    const rows = await db
      .select()
      .from(sessionProposals)
      .where(and(eq(sessionProposals.roomId, roomId), eq(sessionProposals.sessionId, id)))
      .orderBy(asc(sessionProposals.at), asc(sessionProposals.version));
    return rows.map((row) => ({ ...versionOf(row), value: row.value, repairs: row.repairs }));
  }

  /** What was kept of its ended batches, and of itself once it has ended. */
  async function records(roomId: RoomId, id: number): Promise<Kept> {
    const rows = await db
      .select()
      .from(sessionRecords)
      .where(and(eq(sessionRecords.roomId, roomId), eq(sessionRecords.sessionId, id)))
      .orderBy(asc(sessionRecords.batch));
    const own = rows.find(({ batch }) => batch === NO_BATCH);
    return {
      session: (own?.record as Session | undefined) ?? null,
      batches: rows.flatMap((row) => (row === own ? [] : (row.record as BatchRecord))),
    };
  }

  async function proposal(roomId: RoomId, id: number, step: ProposalStep, version: number, batch: number) {
    const [row] = await db
      .select()
      .from(sessionProposals)
      .where(
        and(
          eq(sessionProposals.roomId, roomId),
          eq(sessionProposals.sessionId, id),
          eq(sessionProposals.step, step),
          eq(sessionProposals.batch, batch),
          eq(sessionProposals.version, version),
        ),
      );
    return row
      ? {
          version: versionOf(row),
          value: row.value as Reply,
          repairs: row.repairs as { kind: string; path: string; message: string }[],
        }
      : null;
  }

  return {
    ended,
    get,
    description,
    entries,
    versions,
    proposals,
    records,
    proposal,
    results: (roomId: RoomId, ids: readonly string[]) => readResults(db, roomId, ids),
    reviews: (roomId: RoomId, id: number, batchOfTask: ReadonlyMap<string, number | null>) =>
      readReviews(db, roomId, id, batchOfTask),
  };
}

/** What these tasks reported, as far as their role's report has it. */
async function readResults(db: PostgresJsDatabase, roomId: RoomId, ids: readonly string[]): Promise<WorkerResult[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ taskId: taskResults.taskId, result: taskResults.result })
    .from(taskResults)
    .where(and(eq(taskResults.roomId, roomId), inArray(taskResults.taskId, [...ids])));
  return rows.map(({ taskId, result }) => {
    const { artifacts = [], keyDecisions = [], warnings = [] } = result as Partial<TaskResult>;
    return { taskId, artifacts: artifacts.map(({ path }) => path), keyDecisions, warnings };
  });
}

/** Every round of every review: those of these tasks, and those of the whole. */
async function readReviews(
  db: PostgresJsDatabase,
  roomId: RoomId,
  id: number,
  batchOfTask: ReadonlyMap<string, number | null>,
): Promise<Omit<SessionReview, "letStand">[]> {
  const [whole, ofTasks] = await Promise.all([
    db
      .select()
      .from(sessionProposals)
      .where(
        and(
          eq(sessionProposals.roomId, roomId),
          eq(sessionProposals.sessionId, id),
          eq(sessionProposals.step, "review"),
        ),
      ),
    batchOfTask.size === 0
      ? []
      : db
          .select()
          .from(taskReviews)
          .where(
            and(
              eq(taskReviews.roomId, roomId),
              inArray(taskReviews.taskId, [...batchOfTask.keys()]),
              isNotNull(taskReviews.passed),
            ),
          ),
  ]);
  return [...whole.map(wholeReview), ...ofTasks.map((row) => taskReview(row, batchOfTask))].sort((a, b) => a.at - b.at);
}

function wholeReview(row: typeof sessionProposals.$inferSelect): Omit<SessionReview, "letStand"> {
  const value = row.value as ReviewReply;
  const { summary, findings, mustFix } = value;
  const { name, role } = row.by as { name: string; role: string };
  const batch = row.batch === NO_BATCH ? null : row.batch;
  const said = { passed: hasPassed(value), summary, findings, mustFix };
  return { batch, taskId: null, round: row.version, role, by: name, at: row.at, ...said };
}

function taskReview(
  { taskId, round, role, by, passed, verdict, at }: typeof taskReviews.$inferSelect,
  batchOfTask: ReadonlyMap<string, number | null>,
): Omit<SessionReview, "letStand"> {
  const said = verdict as Pick<ReviewReply, "summary" | "findings" | "mustFix"> | null;
  const { summary = "", findings = [], mustFix = [] } = said ?? {};
  const name = (by as { name: string } | null)?.name ?? null;
  const place = { batch: batchOfTask.get(taskId) ?? null, taskId, round, role };
  return { ...place, by: name, at: at ?? 0, passed: passed === true, summary, findings, mustFix };
}

type VersionRow = Pick<typeof sessionProposals.$inferSelect, "step" | "batch" | "version" | "by" | "at">;

function versionOf({ step, batch, version, by, at }: VersionRow): SessionVersion {
  return {
    step: step as ProposalStep,
    batch: batch === NO_BATCH ? null : batch,
    version,
    by: (by as { name: string }).name,
    at,
  };
}

/** A row in the contract's form; of a running session the room knows better whether it waits for a person. */
type ReadRow = typeof sessions.$inferSelect & {
  archiveState: string | null;
  archiveAt: number | null;
};

function rowOf(row: ReadRow): SessionRow {
  const { id, title, step, isParked, level, createdAt, startedAt, endedAt, endReason } = row;
  return {
    id,
    title,
    isParked,
    createdAt,
    startedAt,
    endedAt,
    endReason,
    status: (row.state === "running" ? "active" : row.state) as SessionRow["status"],
    step: step as SessionRow["step"],
    level: level as SessionRow["level"],
    batch: row.batchOf === 0 ? null : { at: row.batchAt, of: row.batchOf },
    createdBy: row.createdBy as SessionRow["createdBy"],
    splitOf: row.splitOf,
    itemId: row.itemId,
    position: row.position,
    usage: (row.usage as SessionRow["usage"] | null) ?? NO_USAGE,
    budget: row.budget as SessionRow["budget"],
    archivedAt: row.archiveState === "archived" ? row.archiveAt : null,
    deletedAt: row.archiveState === "deleted" ? row.archiveAt : null,
  };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
