import { declareRestored } from "@squadroom/core/history/contract";
import type { FeatureRoutes } from "../../platform/http/route.ts";

/** @param raise begins a new history */
export const historyRoutes =
  (raise: () => Promise<number>): FeatureRoutes =>
  ({ route, log }) => {
    route(declareRestored, async ({ principal, requestId }) => {
      const epoch = await raise();
      log.info({ audit: "server.restored", by: principal?.id, epoch, requestId });
      return { epoch };
    });
  };
