import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { importedOf } from "@squadroom/core/report/imported";
import { reportOf, type SessionReport } from "@squadroom/core/report/report";
import type { RouteTools } from "../../platform/http/route.ts";
import { errorsIn } from "../error/index.ts";
import { workRows } from "../metrics/index.ts";
import { createSessionQueries, wholeSession } from "../session/index.ts";
import { archiveOf, readingOf } from "./archive.ts";
import { artifactsOf, notedIn, usageByAgent, waitsIn } from "./queries.ts";

/** Most tasks of one session; a plan has far fewer. */
const TASKS_MAX = 2_000;
const ERRORS_MAX = 500;
const ENTRIES_MAX = 5_000;

/** The report of an ended session. @throws `session_state`, `session_unknown` */
export async function reportIn(
  { db, sql }: Pick<RouteTools, "db" | "sql">,
  view: RoomView,
  sessionId: number,
): Promise<SessionReport> {
  const { name, roomId } = view;
  const whole = await wholeSession(createSessionQueries(db), view, sessionId, ENTRIES_MAX);
  const { row } = whole;
  const { createdAt, endedAt } = row;
  if (endedAt === null)
    throw refuse("session_state", `Session ${sessionId} has not ended: its report is written when it does.`, {
      sessionId,
      state: row.status,
    });
  const ended = { roomId, sessionId, createdAt, endedAt };
  const found = await workRows(sql, roomId, { sessionId }, TASKS_MAX);
  const work = found.filter((one) => one.createdAt <= endedAt).reverse();
  const taskIds = work.map(({ taskId }) => taskId);
  const [usage, waits, artifacts, noted, errors] = await Promise.all([
    usageByAgent(sql, ended),
    waitsIn(sql, ended, taskIds),
    artifactsOf(sql, ended, taskIds),
    notedIn(sql, ended, taskIds),
    errorsIn(sql, roomId, { session: sessionId, before: null, limit: ERRORS_MAX }),
  ]);
  const archive = await archiveOf(sql, roomId, sessionId);
  const reading = archive && (await readingOf(archive.files));
  return reportOf({
    imported: reading?.draft ? importedOf(archive?.source ?? "", reading) : null,
    room: name,
    work,
    usage,
    waits,
    artifacts,
    noted,
    ...whole,
    errors: errors.filter(({ at }) => at <= endedAt).reverse(),
  });
}
