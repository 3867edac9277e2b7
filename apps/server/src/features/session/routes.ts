import { wholeBudget } from "@squadroom/core/budget/contract";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/log/view";
import { batchRecords } from "@squadroom/core/session/batch/record";
import {
  answerQuestions,
  createSession,
  editSession,
  getProposal,
  getSession,
  listSessions,
  moveSession,
  pauseSession,
  renewScout,
  resumeSession,
  type SessionReview,
  type SessionRow,
  setBudget,
  startSession,
  stopSession,
} from "@squadroom/core/session/contract";
import { gatesOf } from "@squadroom/core/session/gate/gates";
import { estimateOf } from "@squadroom/core/session/plan/plan-estimate";
import { type Decided, decidedIn, isLetting } from "@squadroom/core/session/record/decided";
import { SESSION_ENDS, type Session } from "@squadroom/core/session/record/session";
import { askedIn, sortSessions, statusOf } from "@squadroom/core/session/record/status";
import { z } from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, personCaller, roomOf, run } from "../agent/index.ts";
import { NO_BATCH } from "./projection.ts";
import { createSessionQueries } from "./queries.ts";

const pages = pagesOf("listSessions", z.tuple([z.int32()]));

export const sessionRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db } = tools;
  const queries = createSessionQueries(db);
  actRoutes(tools);

  route(listSessions, async (call) => {
    const { status, text, cursor, limit } = call.query;
    const [before] = pages.after(cursor) ?? [];
    const { view } = await opened(roomOf(call));
    const end = SESSION_ENDS.find((one) => one === status);
    const wantsEnded = status === undefined || status === "ended" || end !== undefined;
    const wantsLive = before === undefined && status !== "ended" && end === undefined;
    const live = wantsLive ? matching(view, status, text) : [];
    const ended = wantsEnded
      ? await queries.ended(view.roomId, { state: end, text, before, limit: limit + 1 })
      : [];
    const page = pages.page(ended, limit, ({ id }) => [id]);
    return { ...page, data: [...live, ...page.data] };
  });

  route(getSession, async (call) => {
    const roomId = roomOf(call);
    const { sessionId } = call.params;
    const { view } = await opened(roomId);
    const live = view.sessions.live.find(({ id }) => id === sessionId) ?? null;
    const row = live ? rowOf(view, live) : await queries.get(roomId, sessionId);
    if (!row) throw unknown(sessionId);
    const [description, entries, versions, kept] = await Promise.all([
      live?.description ?? queries.description(roomId, sessionId),
      queries.entries(roomId, sessionId),
      queries.versions(roomId, sessionId),
      queries.records(roomId, sessionId),
    ]);
    const session = live ?? kept.session;
    const batches = session ? batchRecords(session, kept.batches) : kept.batches;
    const gates = session ? gatesOf(session) : [];
    const decided = decidedIn(entries, session?.batches ?? null);
    const batchOfTask = new Map(
      batches.flatMap(({ batch, execution }) =>
        Object.keys(execution?.outcomes ?? {}).map((id) => [id, batch] as const),
      ),
    );
    const reviews = withLetStand(await queries.reviews(roomId, sessionId, batchOfTask), decided);
    const pending = live ? askedIn(view, sessionId).map(({ id }) => id) : [];
    const { team, sessions, seq } = view;
    const isPlanned = live?.step === "plan" && team !== null;
    const estimate = isPlanned ? estimateOf({ team, sessions }, live) : null;
    const said = { entries, versions, estimate, pending };
    return { row, description, session, batches, reviews, decided, gates, ...said, seq };
  });

  route(getProposal, async (call) => {
    const { sessionId, step, version } = call.params;
    const batch = call.query.batch ?? NO_BATCH;
    const found = await queries.proposal(roomOf(call), sessionId, step, version, batch);
    if (!found)
      throw refuse("not_found", `Session ${sessionId} has no version ${version} of ${step}.`, {
        sessionId,
        step,
        version,
      });
    return found;
  });

  async function opened(roomId: ReturnType<typeof roomOf>): Promise<{ view: RoomView }> {
    const room = await rooms.read(roomId);
    if (!room)
      throw refuse("room_unknown", "This room does not exist, or was removed.", { roomId });
    return room;
  }
};

/** What people and agents do with sessions. */
const actRoutes: FeatureRoutes = ({ route, rooms }) => {
  route(createSession, async (call) => {
    const { title, description, itemId, budget } = call.body;
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const command = { type: "createSession" as const, by, title, description };
    return run(rooms, call, {
      ...command,
      itemId: itemId ?? null,
      angle: call.body.angle ?? null,
      gatePreset: call.body.gatePreset ?? null,
      boundaries: call.body.boundaries ?? null,
      budget: budget ? wholeBudget(budget) : null,
    });
  });

  route(editSession, async (call) => {
    const { title, description } = call.body;
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const words = { title: title ?? null, description: description ?? null };
    return run(rooms, call, { type: "editSession", ...of, ...words });
  });

  route(moveSession, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "moveSession", ...of, to: call.body.to });
  });

  route(answerQuestions, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, {
      type: "answerQuestions",
      ...of,
      answers: call.body.answers,
    });
  });

  route(pauseSession, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const { reason, park } = call.body;
    return run(rooms, call, { type: "pauseSession", ...of, reason, park });
  });

  route(resumeSession, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "resumeSession", ...of });
  });

  route(startSession, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const { angle = null, boundaries = null } = call.body ?? {};
    return run(rooms, call, { type: "startSession", ...of, angle, boundaries });
  });

  route(renewScout, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "renewScout", ...of });
  });

  route(setBudget, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const budget = call.body.budget && wholeBudget(call.body.budget);
    return run(rooms, call, { type: "setBudget", ...of, budget });
  });

  route(stopSession, async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "stopSession", ...of, reason: call.body.reason });
  });
};

function matching(view: RoomView, status: string | undefined, text: string | undefined) {
  const words = text?.toLowerCase();
  return sortSessions(view.sessions.live)
    .map((session) => rowOf(view, session))
    .filter(
      (row) =>
        (status === undefined || status === "live" || row.status === status) &&
        (words === undefined || row.title.toLowerCase().includes(words)),
    );
}

function rowOf(view: RoomView, session: Session): SessionRow {
  const { id, title, step, isParked, createdAt, startedAt } = session;
  const { createdBy, splitOf, itemId, position, batch, batches } = session;
  return {
    ...{ id, title, step, isParked, createdAt, startedAt },
    ...{ createdBy, splitOf, itemId, position, endedAt: null, endReason: null },
    status: statusOf(view, session),
    level: session.complexity?.level ?? null,
    batch: batch === null ? null : { at: batch + 1, of: (batches ?? []).length },
    usage: session.usage,
    budget: session.budget,
  };
}

/** A person lets stand what the last round found, of a task or of the whole. */
function withLetStand(
  reviews: readonly Omit<SessionReview, "letStand">[],
  decided: readonly Decided[],
): SessionReview[] {
  return reviews.map((review) => {
    const { batch, taskId, round, passed, at } = review;
    const isLast = !reviews.some(
      (one) => one.batch === batch && one.taskId === taskId && one.round > round,
    );
    const letting =
      isLast && !passed
        ? decided.findLast((one) => one.batch === batch && one.at >= at && isLetting(one, taskId))
        : undefined;
    const letStand = letting ? { by: letting.by, reason: letting.note, at: letting.at } : null;
    return { ...review, letStand };
  });
}

function unknown(sessionId: number) {
  return refuse("session_unknown", `The room has no session ${sessionId}.`, { sessionId });
}
