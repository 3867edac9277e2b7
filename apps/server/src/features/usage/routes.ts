import { wholeBudget } from "@squadroom/core/budget/contract";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, personOf, run } from "../agent/index.ts";
import { visibleRooms } from "../inbox/index.ts";
import { usageSince } from "./queries.ts";

export const usageRoutes: FeatureRoutes = ({ route, sql, rooms }) => {
  route("listUsage", async (call) => {
    return usageSince(sql, visibleRooms(sql, personOf(call)), call.query);
  });

  route("limitUse", async (call) => {
    const { scope, budget } = call.body;
    const by = personCaller(call);
    return run(rooms, call, {
      type: "limitUse",
      ...{ by, scope, budget: budget && wholeBudget(budget) },
    });
  });
};
