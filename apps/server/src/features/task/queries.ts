import type { RoleName, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import type { Page } from "@squadroom/core/kernel/page";
import type { KeptTask, TaskReview, TaskRow } from "@squadroom/core/task/contract";
import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, sql as q, type SQL } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import * as z from "zod";
import {
  taskDetails,
  taskProgress,
  taskRequirements,
  taskResults,
  taskReviews,
  tasks,
  taskUsage,
} from "../../db/schema/index.ts";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";

const LIVE = ["pending", "claimed", "in_progress", "in_review", "failed"];
const ENDED = ["completed", "cancelled"];

/** When a task was created or ended, and its id. */
const PLACE = z.tuple([placeNumber, placeText]);
const newestPages = pagesOf("listTasks", PLACE);
const endedPages = pagesOf("listTasks ended", PLACE);

export interface TaskFilter {
  state?: string;
  role?: RoleName;
  agentId?: string;
  priority?: string;
  text?: string;
  sessionId?: number;
  without?: "perspectives";
  cursor?: string | undefined;
  limit: number;
}

export function createTaskQueries(db: PostgresJsDatabase) {
  /** Newest first; ended ones by their end. */
  async function list(roomId: RoomId, filter: TaskFilter): Promise<Page<TaskRow>> {
    const where: (SQL | undefined)[] = [eq(tasks.roomId, roomId)];
    if (filter.state === "live") where.push(isNull(tasks.endedAt));
    else if (filter.state === "ended") where.push(isNotNull(tasks.endedAt));
    else if (filter.state) {
      where.push(eq(tasks.state, filter.state));
      // The live ones are few, whatever the room has seen.
      if (LIVE.includes(filter.state)) where.push(isNull(tasks.endedAt));
    }
    if (filter.role) where.push(eq(tasks.role, filter.role));
    if (filter.priority) where.push(eq(tasks.priority, filter.priority));
    if (filter.agentId) {
      const { agentId } = filter;
      where.push(or(eq(tasks.lastHolderId, agentId), eq(taskDetails.agentId, agentId)));
    }
    if (filter.text) {
      const part = `%${filter.text.replace(/[\\%_]/g, "\\$&")}%`;
      where.push(or(ilike(tasks.id, part), ilike(taskDetails.title, part)));
    }
    if (filter.sessionId) where.push(eq(taskDetails.sessionId, filter.sessionId));
    if (filter.without) where.push(or(isNull(taskDetails.sessionId), isNull(taskDetails.branchOf)));
    const isEnded = filter.state === "ended" || ENDED.includes(filter.state ?? "");
    const place = isEnded ? tasks.endedAt : tasks.createdAt;
    const pages = isEnded ? endedPages : newestPages;
    const after = pages.after(filter.cursor);
    if (after) {
      const [at, id] = after;
      where.push(or(lt(place, at), and(eq(place, at), lt(tasks.id, id))));
    }
    const rows = await select(db, and(...where), filter.limit + 1, place);
    return pages.page(rows, filter.limit, (row) => [(isEnded ? row.endedAt : null) ?? row.createdAt, row.id]);
  }

  async function get(roomId: RoomId, taskId: TaskId): Promise<KeptTask | null> {
    const { timeoutS, boundaries, outputs, successCriteria } = taskDetails;
    const [[row], [charge]] = await Promise.all([
      select(db, and(eq(tasks.roomId, roomId), eq(tasks.id, taskId)), 1),
      db
        .select({ timeoutS, boundaries, outputs, successCriteria })
        .from(taskDetails)
        .where(and(eq(taskDetails.roomId, roomId), eq(taskDetails.taskId, taskId))),
    ]);
    return row && charge ? ({ ...row, ...charge } as KeptTask) : null;
  }

  /** Which of these have ended, and how; what never existed is absent. */
  async function ended(roomId: RoomId, ids: TaskId[]): Promise<Record<TaskId, "completed" | "cancelled">> {
    if (ids.length === 0) return {};
    const rows = await db
      .select({ id: tasks.id, state: tasks.state })
      .from(tasks)
      .where(and(eq(tasks.roomId, roomId), inArray(tasks.id, ids), isNotNull(tasks.endedAt)));
    return Object.fromEntries(rows.map((row) => [row.id, row.state])) as Record<TaskId, "completed" | "cancelled">;
  }

  /** What its reviewers said, the latest round first. */
  async function reviews(roomId: RoomId, taskId: TaskId): Promise<TaskReview[]> {
    const rows = await db
      .select()
      .from(taskReviews)
      .where(and(eq(taskReviews.roomId, roomId), eq(taskReviews.taskId, taskId)))
      .orderBy(desc(taskReviews.round), taskReviews.role);
    return rows.map(({ round, role, reviewTaskId, askedAt, by, passed, verdict, at }) => ({
      round,
      role,
      reviewTaskId,
      askedAt,
      passed,
      at,
      by: by as TaskReview["by"],
      verdict: verdict as TaskReview["verdict"],
    }));
  }

  return { list, get, ended, reviews };
}

async function select(
  db: PostgresJsDatabase,
  where: SQL | undefined,
  limit: number,
  place: typeof tasks.createdAt | typeof tasks.endedAt = tasks.createdAt,
): Promise<TaskRow[]> {
  const rows = await db
    .select({
      task: tasks,
      detail: taskDetails,
      result: taskResults.result,
      progress: taskProgress.progress,
      usage: taskUsage.usage,
      requires: q<{ id: string; state: string }[]>`(
        SELECT coalesce(json_agg(json_build_object('id', r.requires_id, 'state', t.state) ORDER BY r.requires_id), '[]')
        FROM ${taskRequirements} r JOIN tasks t ON t.room_id = r.room_id AND t.id = r.requires_id
        WHERE r.room_id = ${tasks.roomId} AND r.task_id = ${tasks.id})`,
    })
    .from(tasks)
    .innerJoin(taskDetails, and(eq(taskDetails.roomId, tasks.roomId), eq(taskDetails.taskId, tasks.id)))
    .leftJoin(taskResults, and(eq(taskResults.roomId, tasks.roomId), eq(taskResults.taskId, tasks.id)))
    .leftJoin(taskProgress, and(eq(taskProgress.roomId, tasks.roomId), eq(taskProgress.taskId, tasks.id)))
    .leftJoin(taskUsage, and(eq(taskUsage.roomId, tasks.roomId), eq(taskUsage.taskId, tasks.id)))
    .where(where)
    .orderBy(desc(place), desc(tasks.id))
    .limit(limit);
  return rows.map(({ task, detail, result, progress, requires, usage }) => ({
    id: task.id,
    role: task.role,
    agentId: detail.agentId,
    state: task.state as TaskRow["state"],
    title: detail.title,
    instruction: detail.instruction,
    priority: task.priority as TaskRow["priority"],
    requires: requires.map((r) => r.id),
    waitsFor: requires.filter((r) => r.state !== "completed").map((r) => r.id),
    attempts: task.attempts,
    createdAt: task.createdAt,
    endedAt: task.endedAt,
    holder:
      task.holderId && task.fence !== null && task.claimedAt !== null
        ? { agentId: task.holderId, fence: task.fence, claimedAt: task.claimedAt }
        : null,
    lastHolder: task.lastHolderId,
    fromTaskId: detail.fromTaskId,
    sessionId: detail.sessionId,
    branchOf: detail.branchOf,
    intent: detail.intent,
    result: (result as TaskRow["result"]) ?? null,
    progress: (progress as TaskRow["progress"]) ?? null,
    unreviewed: task.unreviewed,
    usage: (usage as TaskRow["usage"]) ?? null,
  }));
}
