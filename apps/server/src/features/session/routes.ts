import { refuse } from "@squadroom/core/kernel/refusal";
import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { estimateOf } from "@squadroom/core/session/plan/plan-estimate";
import { SESSION_ENDS } from "@squadroom/core/session/record/session";
import { askedIn, sortSessions } from "@squadroom/core/session/record/status";
import { shownOf } from "@squadroom/core/session/shown";
import { offeredPipelines } from "@squadroom/core/team/pipelines";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { roomOf } from "../agent/index.ts";
import { logIn } from "./log-lines.ts";
import { NO_BATCH } from "./projection.ts";
import { createSessionQueries } from "./queries.ts";
import { rowOf, wholeSession } from "./whole.ts";

const pages = pagesOf("listSessions", z.tuple([z.int32()]));

export const sessionRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db, sql, clock } = tools;
  const queries = createSessionQueries(db);

  route("listSessions", async (call) => {
    const { status, text, cursor, limit } = call.query;
    const [before] = pages.after(cursor) ?? [];
    const { view } = await opened(roomOf(call));
    const end = SESSION_ENDS.find((one) => one === status);
    const isArchived = status === "archived";
    const wantsEnded = status === undefined || status === "ended" || isArchived || end !== undefined;
    const wantsLive = before === undefined && status !== "ended" && !isArchived && end === undefined;
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
    const shown = whole.session && shownOf(whole.session);
    const steps = whole.session && shown ? shown.steps(view, whole.session) : [];
    const stall = live && isThere(view) ? shownOf(live).stall(view, live, clock.now()) : null;
    const wanted = shown?.roles ? call.query.log : 0;
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
    if (!room) throw refuse("room_unknown", "This room does not exist, or was removed.", { roomId });
    return room;
  }
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
