import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { visibleRooms } from "../inbox/index.ts";
import { searchIn } from "./queries.ts";

export const searchRoutes: FeatureRoutes = ({ route, sql }) => {
  route("search", async (call) => {
    const rooms = visibleRooms(sql, personOf(call));
    return { data: await searchIn(sql, rooms, call.query.text), next: null };
  });
};
