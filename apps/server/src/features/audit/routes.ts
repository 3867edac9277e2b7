import { RefusalError } from "@squadroom/core/kernel/refusal";
import { roomOf, unknownRoom } from "../../platform/auth/access.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readAudit } from "./queries.ts";
import { readServerAudit } from "./server-queries.ts";

export const auditRoutes: FeatureRoutes = ({ route, sql, teamRolesOf }) => {
  route("listAudit", async ({ roomId: room, query }) => {
    const roomId = roomOf(room);
    if ((await teamRolesOf(roomId)) === null) throw new RefusalError(unknownRoom());
    const { person = null, cursor, limit } = query;
    return readAudit(sql, roomId, { person, cursor, limit });
  });

  route("listServerAudit", async ({ query }) => {
    const { person = null, cursor, limit } = query;
    return readServerAudit(sql, { person, cursor, limit });
  });
};
