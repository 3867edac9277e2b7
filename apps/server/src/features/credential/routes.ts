import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import * as z from "zod";
import { personOf, roomOf, unknownRoom } from "../../platform/auth/access.ts";
import { createAttempts, guarded, neighbourhoodOf } from "../../platform/auth/attempts.ts";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { createCredential, revokeCredential } from "./lifecycle.ts";
import { lookAtConnectLink, makeConnectLink, redeemConnectLink } from "./links.ts";
import { readCredentials } from "./queries.ts";

const pages = pagesOf("listCredentials", z.tuple([z.uuid()]));

/** Counted per address: nobody keeps anybody out by guessing. */
const GUESSES = { burst: 30, everyMs: 10_000 };

export const credentialRoutes: FeatureRoutes = (tools) => {
  lifeRoutes(tools);
  linkRoutes(tools);
};

/** How a machine gets an agent's credential: by a single-use link. */
const linkRoutes: FeatureRoutes = ({ route, sql, auth, clock, log }) => {
  const perAddress = createAttempts(clock, GUESSES);
  const isGuess = (error: unknown) => error instanceof RefusalError && error.code === "connect_link_unknown";
  const byCode = <T>(address: string, run: () => Promise<T>) =>
    guarded([[perAddress, neighbourhoodOf(address)]], run, isGuess);

  route("makeConnectLink", async ({ principal, params, roomId: room, requestId }) => {
    const roomId = roomOf(room);
    const { credentialId } = params;
    const by = personOf(principal);
    const link = await makeConnectLink(sql, roomId, credentialId, by);
    log.info({ audit: "credential.linked", by: by.id, roomId, credentialId, requestId });
    return link;
  });

  route("lookAtConnectLink", ({ body, address }) => byCode(address, () => lookAtConnectLink(sql, body.code)));

  route("redeemConnectLink", ({ body, address, requestId }) =>
    byCode(address, async () => {
      const { seat, changed } = await redeemConnectLink(sql, body.code, address);
      auth.noteChanged(changed);
      const { agentId: credentialId, room } = seat;
      log.info({
        audit: "credential.connected",
        roomId: room.id,
        credentialId,
        address,
        requestId,
      });
      return seat;
    }),
  );
};

const lifeRoutes: FeatureRoutes = ({ route, redactIn, sql, db, auth, clock, newId, log, rooms, teamRolesOf }) => {
  /** Admins may see every room, so the right to one does not say that it exists. */
  async function rolesOf(roomId: RoomId): Promise<readonly string[]> {
    const roles = await teamRolesOf(roomId);
    if (roles === null) throw new RefusalError(unknownRoom());
    return roles;
  }

  route("createCredential", async ({ principal, body, roomId: room, requestId }) => {
    const roomId = roomOf(room);
    const known = await rolesOf(roomId);
    const roles = [...new Set(body.roles)];
    const foreign = roles.filter((role) => !known.includes(role));
    if (foreign.length > 0) {
      const message = `The team of this room has no role ${foreign.join(", ")}.`;
      throw refuse("role_unknown", message, { roles: foreign }, [...known]);
    }
    const name = (await redactIn(roomId))(body.name); // Events carry it.
    const { expiresInDays } = body;
    const made = await createCredential(sql, newId, {
      roomId,
      name,
      roles,
      expiresInDays,
      by: personOf(principal),
    });
    const by = personOf(principal).id;
    const credentialId = made.credential.id;
    log.info({ audit: "credential.created", by, roomId, credentialId, name, roles, requestId });
    return made;
  });

  route("listCredentials", async ({ roomId: room, query }) => {
    const roomId = roomOf(room);
    await rolesOf(roomId);
    const rows = await readCredentials(db, roomId, clock.now());
    return pages.cut(rows, query, ({ id }) => [id], "newest");
  });

  route("revokeCredential", async ({ principal, params, roomId: room, requestId }) => {
    const roomId = roomOf(room);
    const { credentialId } = params;
    const person = personOf(principal);
    auth.noteChanged(await revokeCredential(sql, roomId, credentialId, person));
    // Nothing commits under it from now on. Asked again, it is dismissed again, in case that did not get through.
    await rooms.execute(
      roomId,
      {
        type: "dismiss",
        by: { id: person.id, name: person.name },
        agentId: credentialId,
        reason: `${person.name} revoked its credential.`,
      },
      { credential: person.credential },
    );
    const by = person.id;
    log.info({ audit: "credential.revoked", by, roomId, credentialId, requestId });
    return { revoked: true as const };
  });
};
