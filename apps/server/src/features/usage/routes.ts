import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { visibleRooms } from "../inbox/index.ts";
import { usageSince } from "./queries.ts";

export const usageRoutes: FeatureRoutes = ({ route, sql }) => {
  route("listUsage", async (call) => {
    return usageSince(sql, visibleRooms(sql, personOf(call)), call.query);
  });
};
