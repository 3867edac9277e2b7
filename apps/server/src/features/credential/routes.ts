import * as contract from "@squadroom/core/credential/contract";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { personOf, roomOf, unknownRoom } from "../../platform/auth/access.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { createCredential, revokeCredential } from "./lifecycle.ts";
import { readCredentials } from "./queries.ts";

export const credentialRoutes: FeatureRoutes = ({
  route,
  sql,
  db,
  auth,
  clock,
  newId,
  log,
  teamRolesOf,
}) => {
  route(contract.createCredential, async ({ principal, body, roomId: room, requestId }) => {
    const roomId = roomOf(room);
    const known: readonly string[] | null = await teamRolesOf(roomId);
    if (known === null) throw new RefusalError(unknownRoom());
    const roles = [...new Set(body.roles)];
    const foreign = roles.filter((role) => !known.includes(role));
    if (foreign.length > 0) {
      const message = `The team of this room has no role ${foreign.join(", ")}.`;
      throw refuse("role_unknown", message, { roles: foreign }, [...known]);
    }
    const { name, expiresInDays } = body;
    const made = await createCredential(sql, newId, { roomId, name, roles, expiresInDays });
    const by = personOf(principal).id;
    const credentialId = made.credential.id;
    log.info({ audit: "credential.created", by, roomId, credentialId, name, roles, requestId });
    return made;
  });

  route(contract.listCredentials, async ({ roomId }) => ({
    credentials: await readCredentials(db, roomOf(roomId), clock.now()),
  }));

  route(contract.revokeCredential, async ({ principal, params, roomId: room, requestId }) => {
    const roomId = roomOf(room);
    const { credentialId } = params;
    auth.noteChanged(await revokeCredential(sql, roomId, credentialId));
    const by = personOf(principal).id;
    log.info({ audit: "credential.revoked", by, roomId, credentialId, requestId });
    return { revoked: true as const };
  });
};
