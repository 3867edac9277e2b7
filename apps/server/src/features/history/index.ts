import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { noteRestored } from "./end-access.ts";

/** @param raise begins a new history */
export const historyRoutes =
  (raise: () => Promise<number>): FeatureRoutes =>
  ({ route, sql, auth, log }) => {
    route("declareRestored", async (call) => {
      const { id, name } = personOf(call);
      const { endAccess } = call.body;
      const ended = await noteRestored(sql, { by: { id, name }, endAccess });
      auth.noteChanged(ended);
      const epoch = await raise();
      const { requestId } = call;
      log.info({ audit: "server.restored", by: id, epoch, ended: ended.length, requestId });
      return { epoch, ended: ended.length };
    });
  };
