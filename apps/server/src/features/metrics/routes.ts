import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { EXPORT_LINES_MAX, WORKLOG_ROWS_MAX } from "@squadroom/core/metrics/contract";
import { writeMetrics } from "@squadroom/core/metrics/csv";
import { dayStarts, dayText } from "@squadroom/core/metrics/days";
import { forecastSession } from "@squadroom/core/metrics/forecast";
import { writeWorklog } from "@squadroom/core/metrics/worklog";
import type { ISql } from "postgres";
import * as z from "zod";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf, roomOf } from "../agent/index.ts";
import { visibleRooms } from "../inbox/index.ts";
import { reportOn } from "./report.ts";
import { exportLines, type Rooms, reportsBehind } from "./usage-queries.ts";
import { momentsBehind } from "./work-queries.ts";
import { workRows } from "./worklog.ts";

const eventPages = pagesOf("listMetricEvents", z.tuple([placeNumber, placeNumber, z.uuid()]));

const workPages = pagesOf("listWorklog", z.tuple([placeNumber, placeText]));

export const metricsRoutes: FeatureRoutes = ({ route, sql, rooms }) => {
  route("getMetrics", async (call) => {
    const { room, days, zone } = call.query;
    const seen = oneOf(sql, visibleRooms(sql, personOf(call)), room);
    const now = await databaseMs(sql);
    const report = await reportOn(sql, seen, { days, zone, now });
    const [isSeen] = room ? await sql`SELECT 1 FROM ${seen} r` : [];
    const view = isSeen ? (await rooms.read(room as RoomId))?.view : undefined;
    const live = view ? view.sessions.live.filter(({ state }) => state !== "queued") : [];
    const sessions = view ? live.map((session) => forecastSession(session, view)) : [];
    return { ...report, sessions };
  });

  route("listMetricEvents", async (call) => {
    const { query } = call;
    const seen = oneOf(sql, visibleRooms(sql, personOf(call)), query.room);
    const place = eventPages.after(query.cursor);
    const after = place && { at: place[0], seq: place[1], roomId: place[2] };
    const { kind } = query;
    const found =
      kind === "usage"
        ? await reportsBehind(sql, seen, query, after)
        : await momentsBehind(sql, seen, { ...query, kind }, after);
    return eventPages.page(found, query.limit, ({ at, seq, roomId }) => [at, seq, roomId]);
  });

  route("listWorklog", async (call) => {
    const { limit, cursor, ...filter } = call.query;
    const rows = await workRows(sql, roomOf(call), filter, limit + 1, workPages.after(cursor));
    return workPages.page(rows, limit, ({ createdAt, taskId }) => [createdAt, taskId]);
  });

  route("exportWorklog", async (call) => {
    const { format, ...filter } = call.query;
    const rows = await workRows(sql, roomOf(call), filter, WORKLOG_ROWS_MAX + 1);
    if (rows.length > WORKLOG_ROWS_MAX)
      throw refuse(
        "limit_reached",
        `These are more than ${WORKLOG_ROWS_MAX} rows. Export a shorter time, or one role.`,
      );
    return { format, count: rows.length, content: writeWorklog(rows, format) };
  });

  route("exportMetrics", async (call) => {
    const { room, days, zone } = call.query;
    const seen = oneOf(sql, visibleRooms(sql, personOf(call)), room);
    const starts = dayStarts(zone, days - 1, await databaseMs(sql));
    const lines = await exportLines(sql, seen, starts, EXPORT_LINES_MAX);
    if (lines.length > EXPORT_LINES_MAX)
      throw refuse("limit_reached", `These are more than ${EXPORT_LINES_MAX} lines. Export fewer days, or one room.`);
    const texts = starts.map((at) => dayText(zone, at));
    const named = lines.map((line) => ({ ...line, day: texts[line.day] ?? "" }));
    return { format: "csv" as const, count: lines.length, content: writeMetrics(named) };
  });
};

/** Of the rooms that the caller may see, only this one, if it is among them. */
function oneOf(sql: ISql, rooms: Rooms, room: string | undefined): Rooms {
  return room === undefined ? rooms : sql`(SELECT v.room_id, v.name FROM ${rooms} v WHERE v.room_id = ${room}::uuid)`;
}

async function databaseMs(sql: ISql): Promise<number> {
  const [row] = await sql<{ now: number }[]>`
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
  return row?.now ?? 0;
}
