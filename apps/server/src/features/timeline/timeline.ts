import { findPipelineSession } from "@squadroom/core/flow/sessions";
import type { RoomView } from "@squadroom/core/kernel/view";
import { standingsOf } from "@squadroom/core/session/pipeline/standing";
import type { Session } from "@squadroom/core/session/record/session";
import { blockedReasonsIn } from "@squadroom/core/task/blocked";
import { forecastOf } from "@squadroom/core/timeline/forecast";
import { type Timeline, timelineOf } from "@squadroom/core/timeline/timeline";
import type { RouteTools } from "../../platform/http/route.ts";
import { waitsIn } from "../report/index.ts";
import { createSessionQueries, sessionRow } from "../session/index.ts";
import { tasksOf, toldOf } from "./queries.ts";

/** More would be too much to look at, and to send. */
const TASKS_MAX = 5_000;

/** Who worked when in a session, ended or not. @throws `session_unknown` */
export async function timelineIn(
  { db, sql }: Pick<RouteTools, "db" | "sql">,
  view: RoomView,
  sessionId: number,
  now: number,
): Promise<Timeline> {
  const { roomId, team } = view;
  const queries = createSessionQueries(db);
  const row = await sessionRow(queries, view, sessionId);
  const live = view.sessions.live.find(({ id }) => id === sessionId) ?? null;
  const session = live ?? (await queries.records(roomId, sessionId)).session;
  const found = await tasksOf(sql, roomId, sessionId, TASKS_MAX + 1);
  const tasks = found.slice(0, TASKS_MAX);
  const ids = tasks.map(({ id }) => id);
  const { createdAt, startedAt, endedAt: to } = row;
  const [told, asked] = await Promise.all([
    toldOf(sql, roomId, { sessionId, since: createdAt, tasks: ids }),
    waitsIn(sql, { roomId, sessionId, createdAt, endedAt: to ?? now }, ids),
  ]);
  return timelineOf({
    title: row.title,
    from: startedAt ?? createdAt,
    to,
    now,
    session,
    team,
    tasks,
    told,
    asked,
    ...(live ? leftOf(view, live, now) : { blocked: [], ahead: [] }),
    cut: found.length - tasks.length,
  });
}

/** What keeps its tasks now, and what is left of it. */
function leftOf(view: RoomView, session: Session, now: number) {
  const reasonsOf = blockedReasonsIn(view);
  const blocked = view.tasks.flatMap((task) => {
    if (task.sessionId !== session.id || task.lease || task.waitsFor.length > 0) return [];
    const reason = reasonsOf(task).find(({ kind }) => kind !== "waits_on_human");
    return reason ? [{ taskId: task.id, text: reason.text }] : [];
  });
  const { team, agents, sessions } = view;
  const pipeline = findPipelineSession(sessions, session.id);
  if (!team || !pipeline) return { blocked, ahead: [] };
  const hands = (role: string) => Object.values(agents).filter((agent) => agent.online && agent.role === role).length;
  const known = { taken: sessions.taken, team, hands };
  return { blocked, ahead: forecastOf(pipeline, standingsOf(view, pipeline), known, now) };
}
