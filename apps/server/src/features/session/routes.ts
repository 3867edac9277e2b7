import { wholeBudget } from "@squadroom/core/budget/contract";
import { refuse } from "@squadroom/core/kernel/refusal";
import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { stallOf } from "@squadroom/core/session/pipeline/stall";
import { estimateOf } from "@squadroom/core/session/plan/plan-estimate";
import { SESSION_ENDS } from "@squadroom/core/session/record/session";
import { askedIn, sortSessions } from "@squadroom/core/session/record/status";
import { stepRows } from "@squadroom/core/session/step-rows";
import { offeredPipelines } from "@squadroom/core/team/pipelines";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, personCaller, roomOf, run } from "../agent/index.ts";
import { logIn } from "./log-lines.ts";
import { NO_BATCH } from "./projection.ts";
import { createSessionQueries } from "./queries.ts";
import { rowOf, wholeSession } from "./whole.ts";

const pages = pagesOf("listSessions", z.tuple([z.int32()]));

export const sessionRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db, sql, clock } = tools;
  const queries = createSessionQueries(db);
  actRoutes(tools);

  route("listSessions", async (call) => {
    const { status, text, cursor, limit } = call.query;
    const [before] = pages.after(cursor) ?? [];
    const { view } = await opened(roomOf(call));
    const end = SESSION_ENDS.find((one) => one === status);
    const isArchived = status === "archived";
    const wantsEnded =
      status === undefined || status === "ended" || isArchived || end !== undefined;
    const wantsLive =
      before === undefined && status !== "ended" && !isArchived && end === undefined;
    const live = wantsLive ? matching(view, status, text) : [];
    const ended = wantsEnded
      ? await queries.ended(view.roomId, { state: end, isArchived, text, before, limit: limit + 1 })
      : [];
    const page = pages.page(ended, limit, ({ id }) => [id]);
    return { ...page, data: [...live, ...page.data] };
  });

  route("getSession", async (call) => {
    const { view } = await opened(roomOf(call));
    const { sessionId } = call.params;
    const whole = await wholeSession(queries, view, sessionId);
    const live = view.sessions.live.find(({ id }) => id === sessionId) ?? null;
    const pending = live ? askedIn(view, live.id).map(({ id }) => id) : [];
    const { team, sessions, seq } = view;
    const isPlanned = live?.step === "plan" && team !== null;
    const estimate = isPlanned ? estimateOf({ team, sessions }, live) : null;
    const steps = whole.session ? stepRows(view, whole.session) : [];
    const stall = live && isThere(view) ? stallOf(view, live, clock.now()) : null;
    const wanted = whole.session?.pipeline ? call.query.log : 0;
    const lines = wanted > 0 ? await logIn(sql, view.roomId, sessionId, wanted + 1) : [];
    const log = lines.slice(-wanted || lines.length);
    return {
      ...whole,
      estimate,
      pending,
      steps,
      stall,
      log,
      logLeft: lines.length > log.length,
      seq,
    };
  });

  route("getPipelines", async (call) => {
    const { view } = await opened(roomOf(call));
    const offered = view.team ? offeredPipelines(view.team) : [];
    const data = offered.map(({ pipeline, missing }) => ({ ...pipeline, missing }));
    return { data };
  });

  route("getProposal", async (call) => {
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
  route("createSession", async (call) => {
    const { title, description, itemId, budget } = call.body;
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const command = { type: "createSession" as const, by, title, description };
    return run(rooms, call, {
      ...command,
      itemId: itemId ?? null,
      angle: call.body.angle ?? null,
      gatePreset: call.body.gatePreset ?? null,
      boundaries: call.body.boundaries ?? null,
      pipeline: call.body.pipeline ?? null,
      budget: budget ? wholeBudget(budget) : null,
    });
  });

  route("editSession", async (call) => {
    const { title, description } = call.body;
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const words = { title: title ?? null, description: description ?? null };
    return run(rooms, call, { type: "editSession", ...of, ...words });
  });

  route("moveSession", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "moveSession", ...of, to: call.body.to });
  });

  route("answerQuestions", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, {
      type: "answerQuestions",
      ...of,
      answers: call.body.answers,
    });
  });

  route("pauseSession", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const { reason, park } = call.body;
    return run(rooms, call, { type: "pauseSession", ...of, reason, park });
  });

  route("resumeSession", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "resumeSession", ...of });
  });

  route("startSession", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const { angle = null, boundaries = null } = call.body ?? {};
    return run(rooms, call, { type: "startSession", ...of, angle, boundaries });
  });

  route("dispatch", async (call) => {
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const { taskIds, inOrder } = call.body;
    const { sessionId } = call.params;
    return run(rooms, call, { type: "dispatch", by, sessionId, taskIds, inOrder });
  });

  route("reviseSteps", async (call) => {
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const { taskIds, note, dryRun: isDryRun } = call.body;
    const { sessionId } = call.params;
    return run(rooms, call, { type: "reviseSteps", by, sessionId, taskIds, note, isDryRun });
  });

  route("renewScout", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    return run(rooms, call, { type: "renewScout", ...of });
  });

  route("setBudget", async (call) => {
    const of = { by: personCaller(call), sessionId: call.params.sessionId };
    const budget = call.body.budget && wholeBudget(call.body.budget);
    return run(rooms, call, { type: "setBudget", ...of, budget });
  });

  route("stopSession", async (call) => {
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
