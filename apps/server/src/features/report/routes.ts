import { refuse } from "@squadroom/core/kernel/refusal";
import { getReport } from "@squadroom/core/report/contract";
import { reportMarkdown } from "@squadroom/core/report/markdown";
import { reportOf } from "@squadroom/core/report/report";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { errorsIn } from "../error/index.ts";
import { workRows } from "../metrics/index.ts";
import { createSessionQueries, wholeSession } from "../session/index.ts";
import { artifactsOf, notedIn, usageByAgent, waitsIn } from "./queries.ts";

/** Of one session; a plan has far fewer. */
const TASKS_MAX = 2_000;
const ERRORS_MAX = 500;
const ENTRIES_MAX = 5_000;

/** What a session came to. Nothing is written for it: what an ended session left doesn't change. */
export const reportRoutes: FeatureRoutes = ({ route, rooms, db, sql }) => {
  const queries = createSessionQueries(db);

  route(getReport, async (call) => {
    const view = await readRoom(rooms, call);
    const { name, roomId, seq } = view;
    const { sessionId } = call.params;
    const whole = await wholeSession(queries, view, sessionId, ENTRIES_MAX);
    const { row } = whole;
    const { createdAt, endedAt } = row;
    if (endedAt === null)
      throw refuse(
        "session_state",
        `Session ${sessionId} has not ended: its report is written when it does.`,
        { sessionId, state: row.status },
      );
    const ended = { roomId, sessionId, createdAt, endedAt };
    const found = await workRows(sql, roomId, { sessionId }, TASKS_MAX);
    const work = found.filter((one) => one.createdAt <= endedAt).reverse();
    const taskIds = work.map(({ taskId }) => taskId);
    const [usage, waits, artifacts, noted, errors] = await Promise.all([
      usageByAgent(sql, ended),
      waitsIn(sql, ended, taskIds),
      artifactsOf(sql, ended, taskIds),
      notedIn(sql, ended),
      errorsIn(sql, roomId, { session: sessionId, before: null, limit: ERRORS_MAX }),
    ]);
    const report = reportOf({
      ...{ room: name, work, usage, waits, artifacts, noted, ...whole },
      errors: errors.filter(({ at }) => at <= endedAt).reverse(),
    });
    const markdown = reportMarkdown(report);
    if (call.request.headers.accept?.startsWith("text/markdown"))
      void call.reply.header("content-type", "text/markdown; charset=utf-8").send(markdown);
    return { report, markdown, seq };
  });
};
