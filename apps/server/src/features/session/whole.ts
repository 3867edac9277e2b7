import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { batchRecords } from "@squadroom/core/session/batch/record";
import type { SessionRow } from "@squadroom/core/session/contract";
import { gatesOf } from "@squadroom/core/session/gate/gates";
import { type Decided, decidedIn, isLetting } from "@squadroom/core/session/record/decided";
import type { Session } from "@squadroom/core/session/record/session";
import { statusOf } from "@squadroom/core/session/record/status";
import type { SessionReview } from "@squadroom/core/session/review/session-review";
import { shownOf } from "@squadroom/core/session/shown";
import type { WorkerReport } from "@squadroom/core/session/workers";
import type { createSessionQueries } from "./queries.ts";

type Queries = ReturnType<typeof createSessionQueries>;

/** A session, ended or not. @throws `session_unknown` */
export async function sessionRow(queries: Queries, view: RoomView, sessionId: number): Promise<SessionRow> {
  const live = view.sessions.live.find(({ id }) => id === sessionId);
  const row = live ? rowOf(view, live) : await queries.get(view.roomId, sessionId);
  if (!row) throw refuse("session_unknown", `The room has no session ${sessionId}.`, { sessionId });
  return row;
}

/** A session, ended or not, with what was presented, decided and done. @throws `session_unknown` */
export async function wholeSession(queries: Queries, view: RoomView, sessionId: number, entriesMax?: number) {
  const { roomId } = view;
  const live = view.sessions.live.find(({ id }) => id === sessionId) ?? null;
  const row = await sessionRow(queries, view, sessionId);
  const [description, entries, versions, kept] = await Promise.all([
    live?.description ?? queries.description(roomId, sessionId),
    queries.entries(roomId, sessionId, entriesMax),
    queries.versions(roomId, sessionId),
    queries.records(roomId, sessionId),
  ]);
  const session = live ?? kept.session;
  const batches = session ? batchRecords(session, kept.batches) : kept.batches;
  const gates = session ? gatesOf(session) : [];
  const decided = decidedIn(entries, session?.batches ?? null);
  const batchOfTask = new Map(
    batches.flatMap(({ batch, execution }) => Object.keys(execution?.outcomes ?? {}).map((id) => [id, batch] as const)),
  );
  const reviews = withLetStand(await queries.reviews(roomId, sessionId, batchOfTask), decided);
  const workers = session ? await workersIn(queries, view, session, row.endedAt !== null) : [];
  return {
    row,
    description,
    session,
    batches,
    reviews,
    decided,
    gates,
    entries,
    versions,
    workers,
  };
}

/** What each role of its pipeline did; empty without one. */
async function workersIn(
  queries: Queries,
  { roomId, team, tasks, errors }: RoomView,
  session: Session,
  isOver: boolean,
): Promise<WorkerReport[]> {
  const { roles } = shownOf(session);
  if (!roles) return [];
  const ids = Object.keys(session.execution?.outcomes ?? {});
  const results = await queries.results(roomId, ids);
  return roles.workers({ session, team, tasks, errors, results, isOver });
}

export function rowOf(view: RoomView, session: Session): SessionRow {
  const { id, title, step, isParked, createdAt, startedAt } = session;
  const { createdBy, splitOf, itemId, position, batch, batches } = session;
  return {
    id,
    title,
    step,
    isParked,
    createdAt,
    startedAt,
    createdBy,
    splitOf,
    itemId,
    position,
    endedAt: null,
    endReason: null,
    status: statusOf(view, session),
    level: session.complexity?.level ?? null,
    batch: batch === null ? null : { at: batch + 1, of: (batches ?? []).length },
    usage: session.usage,
    budget: session.budget,
    archivedAt: null,
    deletedAt: null,
  };
}

/** A person lets what the last round found stand, for a task or for the whole. */
function withLetStand(
  reviews: readonly Omit<SessionReview, "letStand">[],
  decided: readonly Decided[],
): SessionReview[] {
  return reviews.map((review) => {
    const { batch, taskId, round, passed, at } = review;
    const isLast = !reviews.some((one) => one.batch === batch && one.taskId === taskId && one.round > round);
    const letting =
      isLast && !passed
        ? decided.findLast((one) => one.batch === batch && one.at >= at && isLetting(one, taskId))
        : undefined;
    const letStand = letting ? { by: letting.by, reason: letting.note, at: letting.at } : null;
    return { ...review, letStand };
  });
}
