import { dueAt, NO_RETENTION } from "@squadroom/core/retention/periods";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom, roomOf } from "../agent/index.ts";
import { onSession } from "./on-session.ts";
import { countsIn, dueCountIn, heldIn, nextIn } from "./queries.ts";
import { retainIn } from "./step.ts";

const SHOWN_MAX = 100;
const COUNTED_MAX = 10_000;

/** How long ended sessions are kept, and what people say about single ones. */
export const retentionRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql, clock } = tools;
  route("getRetention", async (call) => {
    const { roomId, seq, retention } = await readRoom(rooms, call);
    const { periods } = retention;
    const now = clock.now();
    const [next, archived, held, counts, toArchive, toDelete] = await Promise.all([
      nextIn(sql, roomId, "archive", SHOWN_MAX),
      nextIn(sql, roomId, "delete", SHOWN_MAX),
      heldIn(sql, roomId, SHOWN_MAX),
      countsIn(sql, roomId),
      dueCountIn(sql, roomId, "archive", now, COUNTED_MAX),
      dueCountIn(sql, roomId, "delete", now, COUNTED_MAX),
    ]);
    const shown = (one: (typeof next)[number]) => ({ ...one, dueAt: dueAt(one, periods) });
    const isDefault = JSON.stringify(periods) === JSON.stringify(NO_RETENTION.periods);
    const lists = { next: next.map(shown), archived: archived.map(shown), held: held.map(shown) };
    const due = { archived: toArchive, deleted: toDelete };
    return { periods, isDefault, ...lists, counts, due, now, seq };
  });

  route("runRetention", async (call) => {
    const roomId = roomOf(call);
    const archived = await retainIn(tools, roomId, "archive", clock.now());
    const deleted = await retainIn(tools, roomId, "delete", clock.now());
    return { archived, deleted, seq: (await readRoom(rooms, call)).seq };
  });

  route("holdSession", async (call) => {
    const { reason } = call.body;
    return onSession(tools, call, (seen) => ({ type: "holdSession", ...seen, reason }));
  });
  route("releaseSession", async (call) => onSession(tools, call, (seen) => ({ type: "releaseSession", ...seen })));
  route("restoreSession", async (call) => onSession(tools, call, (seen) => ({ type: "restoreSession", ...seen })));
};
