import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { timelineIn } from "./timeline.ts";

/** Who worked when in a session. */
export const timelineRoutes: FeatureRoutes = ({ route, rooms, db, sql, clock }) => {
  route("getTimeline", async (call) => {
    const view = await readRoom(rooms, call);
    const timeline = await timelineIn({ db, sql }, view, call.params.sessionId, clock.now());
    return { timeline, seq: view.seq };
  });
};
