import * as contract from "@squadroom/core/retention/contract";
import { archivedAt, NO_RETENTION } from "@squadroom/core/retention/periods";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, readRoom, roomOf, run } from "../agent/index.ts";
import { onSession } from "./on-session.ts";
import { countsIn, heldIn, nextIn } from "./queries.ts";
import { retainIn } from "./step.ts";

const SHOWN_MAX = 100;

/** How long ended sessions are kept, and what people say about single ones. */
export const retentionRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql, clock } = tools;
  route(contract.getRetention, async (call) => {
    const { roomId, seq, retention } = await readRoom(rooms, call);
    const { periods } = retention ?? NO_RETENTION;
    const [next, held, counts] = await Promise.all([
      nextIn(sql, roomId, SHOWN_MAX),
      heldIn(sql, roomId, SHOWN_MAX),
      countsIn(sql, roomId),
    ]);
    const shown = (one: (typeof next)[number]) => ({ ...one, dueAt: archivedAt(one, periods) });
    const isDefault = JSON.stringify(periods) === JSON.stringify(NO_RETENTION.periods);
    const lists = { next: next.map(shown), held: held.map(shown), counts };
    return { periods, isDefault, ...lists, now: clock.now(), seq };
  });

  route(contract.setRetention, async (call) =>
    run(rooms, call, { type: "setRetention", by: personCaller(call), periods: call.body }),
  );

  route(contract.runRetention, async (call) => {
    const roomId = roomOf(call);
    const archived = await retainIn(tools, roomId, clock.now());
    return { archived, seq: (await readRoom(rooms, call)).seq };
  });

  route(contract.holdSession, async (call) => {
    const { reason } = call.body;
    return onSession(tools, call, (seen) => ({ type: "holdSession", ...seen, reason }));
  });
  route(contract.releaseSession, async (call) =>
    onSession(tools, call, (seen) => ({ type: "releaseSession", ...seen })),
  );
  route(contract.restoreSession, async (call) =>
    onSession(tools, call, (seen) => ({ type: "restoreSession", ...seen })),
  );
};
