import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { PERSON_ROLES } from "@squadroom/core/kernel/route";
import * as contract from "@squadroom/core/people/contract";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { personOf, roomOf, unknownRoom } from "../../platform/auth/access.ts";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { clearCookie, isSecure, setCookie } from "../../platform/auth/cookie.ts";
import {
  INVITATION_MS,
  LINK_MS,
  type Link,
  linkUrl,
  lookAtLink,
  makeFirstLink,
  makeLink,
} from "../../platform/auth/links.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import { presentedBy } from "../../platform/auth/presented.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { endSignIn, renewSignIn } from "../../platform/auth/sign-ins.ts";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { isOnThisMachine } from "../../platform/http/this-machine.ts";
import { redact } from "../../platform/redaction/redact.ts";
import { invite } from "./invite.ts";
import { removeRole, setRole } from "./membership.ts";
import {
  readHost,
  readNamed,
  readPeople,
  readPerson,
  readRoomName,
  readRoomPeople,
} from "./queries.ts";
import { createSignInDesk } from "./sign-in.ts";
import { setActive, setAdmin, signOutOf } from "./standing.ts";

const pages = pagesOf("listPeople", z.tuple([placeText]));
/** Owners first. */
const memberPages = pagesOf("listRoomPeople", z.tuple([placeNumber, placeText]));

export const peopleRoutes: FeatureRoutes = ({
  route,
  sql,
  db,
  auth,
  clock,
  newId,
  log,
  publicUrl,
  command,
  teamRolesOf,
}) => {
  const desk = createSignInDesk({ sql, auth, clock, newId });

  const answerLink = (link: Link, request: FastifyRequest) => {
    const url = linkUrl(publicUrl ?? `${request.protocol}://${request.host}`, link);
    return { url, expiresAt: link.expiresAt };
  };

  route(contract.getMe, async ({ principal, request, reply }) => {
    if (principal?.kind === "agent") {
      const { kind, id, name, roomId, roles } = principal;
      return { kind, id, name, roomId, roomName: (await readRoomName(db, roomId)) ?? "", roles };
    }
    const person = personOf(principal);
    const presented = presentedBy(request.headers, isSecure(request, publicUrl));
    // Pages ask this when they open, which makes the thirty days roll.
    if (presented?.by === "cookie" && (await renewSignIn(sql, person.credential.id))) {
      reply.header("set-cookie", setCookie(presented.secret, isSecure(request, publicUrl)));
    }
    const { kind, id, name, admin, hasPassword, rooms } = person;
    const askForRoom = admin || rooms.size > 0 ? null : await readHost(sql, name);
    return { kind, id, name, admin, hasPassword, rooms: Object.fromEntries(rooms), askForRoom };
  });

  route(contract.lookAtLink, ({ body, address }) =>
    desk.guarded(address, null, () => lookAtLink(sql, body.link)),
  );

  // Paths of this machine are for who may be on it.
  route(contract.getCommand, async ({ principal, request }) => {
    const asked = { headers: request.headers, remoteAddress: request.raw.socket.remoteAddress };
    const isAdmin = principal?.kind === "person" && principal.admin;
    return { command: command.isPublic || isAdmin || isOnThisMachine(asked) ? command.text : null };
  });

  route(contract.signIn, async ({ body, address, request, requestId, reply }) => {
    const secure = isSecure(request, publicUrl);
    const caller = { address, headers: request.headers, secure };
    const { secret, personId, name, first } =
      "link" in body
        ? await desk.byLink(caller, body.link, redact(body.name))
        : await desk.byPassword(caller, body.name, body.password);
    const by = "link" in body ? "link" : "password";
    log.info({ audit: "person.signed_in", personId, by, first, address, requestId });
    reply.header("set-cookie", setCookie(secret, secure));
    return { name, first };
  });

  route(contract.signOut, async ({ principal, request, requestId, reply }) => {
    const { id: personId, name } = personOf(principal);
    const presented = presentedBy(request.headers, isSecure(request, publicUrl));
    if (presented?.by !== "cookie") {
      throw refuse("forbidden", "The local admin isn't signed in, so there is nothing to end.");
    }
    const by = { id: personId, name };
    auth.noteChanged(
      await sql.begin(async (tx) => {
        await noteServerAct(tx, { by, act: "signed_out", subject: name });
        return endSignIn(tx, presented.secret);
      }),
    );
    log.info({ audit: "person.signed_out", personId, requestId });
    reply.header("set-cookie", clearCookie(isSecure(request, publicUrl)));
    return { signedOut: true as const };
  });

  route(contract.signOutElsewhere, async ({ principal, requestId }) => {
    const person = personOf(principal);
    const { id: personId } = person;
    const ended = await signOutOf(sql, { by: person, personId, keptId: person.credential.id });
    auth.noteChanged(ended);
    log.info({ audit: "person.signed_out_elsewhere", personId, ended: ended.length, requestId });
    return { ended: ended.length };
  });

  route(contract.setPassword, async ({ principal, body, address, requestId }) => {
    const person = personOf(principal);
    await desk.setPassword(address, person, body.password, body.current);
    log.info({ audit: "person.password_set", personId: person.id, requestId });
    return { set: true as const };
  });

  route(contract.makeLink, async ({ principal, body, request, requestId }) => {
    const by = personOf(principal);
    const target = await targetOf(by, body?.personId);
    const link =
      target === null
        ? await makeFirstLink(sql)
        : await makeLinkFor(by, target.id as PersonId, LINK_MS, target.name);
    if (link === null) throw refuse("forbidden", "The server already has people; name the person.");
    log.info({ audit: "person.link_made", by: by.id, personId: target?.id ?? null, requestId });
    return answerLink(link, request);
  });

  function makeLinkFor(by: By, personId: PersonId, ttlMs: number, name: string): Promise<Link> {
    return sql.begin(async (tx) => {
      await noteServerAct(tx, { by, act: "link_made", subject: name });
      return makeLink(tx, personId, ttlMs);
    });
  }

  /** Whom a link is for; `null`: the first person, while there is nobody. */
  async function targetOf(by: PersonPrincipal, wanted?: string): Promise<By | null> {
    const isLocal = isReserved(by.name);
    if (wanted !== undefined && wanted !== by.id) {
      if (!by.admin) throw refuse("forbidden", "Only admins make links for others.");
      const person = await readPerson(db, wanted);
      if (!person) throw refuse("person_unknown", "There is no such person.");
      if (person.deactivatedAt !== null) {
        const message = `${person.name} is deactivated; reactivate the person before making a link.`;
        throw refuse("forbidden", message);
      }
      return person;
    }
    if (!isLocal) return by;
    const everyone = (await readPeople(db)).filter(({ deactivatedAt }) => deactivatedAt === null);
    const admins = everyone.filter(({ admin }) => admin);
    const [only] = admins;
    if (everyone.length === 0) return null;
    if (only !== undefined && admins.length === 1) return only;
    throw refuse(
      "bad_request",
      "The link could be for several people; name one.",
      { people: everyone.map(({ id, name }) => ({ id, name })) },
      everyone.map(({ name }) => name),
    );
  }

  route(contract.listPeople, async ({ query }) =>
    pages.cut(await readPeople(db), query, ({ name }) => [name]),
  );

  route(contract.invitePerson, async ({ principal, body, request, requestId }) => {
    const by = personOf(principal);
    const rooms = [];
    for (const { roomId, role } of body.rooms ?? [])
      rooms.push({ roomId: await existing(roomId), role });
    const person = await invite(sql, newId, {
      name: redact(body.name),
      admin: body.admin ?? false,
      rooms,
      by,
    });
    const link = await makeLink(sql, person.id as PersonId, INVITATION_MS);
    const { id: personId, admin } = person;
    log.info({ audit: "person.invited", by: by.id, personId, admin, requestId });
    return { person, ...answerLink(link, request) };
  });

  /** Admins may see every room, so the right to it does not say that it is there. */
  async function existing(roomId: RoomId | null): Promise<RoomId> {
    const room = roomOf(roomId);
    if ((await teamRolesOf(room)) === null) throw new RefusalError(unknownRoom());
    return room;
  }

  route(contract.listRoomPeople, async ({ roomId, query }) =>
    memberPages.cut(await readRoomPeople(db, await existing(roomId)), query, ({ role, name }) => [
      PERSON_ROLES.indexOf(role),
      name,
    ]),
  );

  route(contract.addRoomPerson, async ({ principal, body, roomId, requestId }) => {
    const room = await existing(roomId);
    const person = await readNamed(db, body.name);
    if (!person) throw refuse("person_unknown", `Nobody on this server is called ${body.name}.`);
    const { role } = body;
    auth.noteChanged(await setRole(sql, room, person.id as PersonId, role, personOf(principal)));
    const by = personOf(principal).id;
    log.info({ audit: "room.person_set", by, roomId, personId: person.id, role, requestId });
    return { personId: person.id, name: person.name, role };
  });

  /** The person of this id; the local admin is none. */
  async function known(id: string) {
    const person = await readPerson(db, id);
    if (!person) throw refuse("person_unknown", "There is no such person.");
    return person;
  }

  route(contract.setAdmin, async ({ principal, params, body, requestId }) => {
    const personId = params.personId as PersonId;
    await known(personId);
    const by = personOf(principal);
    const { admin } = body;
    auth.noteChanged(await setAdmin(sql, { by, personId, admin }));
    log.info({ audit: "person.admin_set", by: by.id, personId, admin, requestId });
    return known(personId);
  });

  route(contract.setActive, async ({ principal, params, body, requestId }) => {
    const personId = params.personId as PersonId;
    await known(personId);
    const by = personOf(principal);
    const { active } = body;
    auth.noteChanged(await setActive(sql, { by, personId, active }));
    log.info({ audit: "person.active_set", by: by.id, personId, active, requestId });
    return known(personId);
  });

  route(contract.endSignIns, async ({ principal, params, requestId }) => {
    const personId = params.personId as PersonId;
    await known(personId);
    const by = personOf(principal);
    const ended = await signOutOf(sql, { by, personId, keptId: null });
    auth.noteChanged(ended);
    const { length } = ended;
    log.info({ audit: "person.sign_ins_ended", by: by.id, personId, ended: length, requestId });
    return { ended: length };
  });

  route(contract.setRoomPerson, async ({ principal, params, body, roomId, requestId }) => {
    const room = await existing(roomId);
    const person = await readPerson(db, params.personId);
    if (!person) throw refuse("person_unknown", "There is no such person.");
    const { role } = body;
    auth.noteChanged(await setRole(sql, room, person.id as PersonId, role, personOf(principal)));
    const by = personOf(principal).id;
    log.info({ audit: "room.person_set", by, roomId, personId: person.id, role, requestId });
    return { personId: person.id, name: person.name, role };
  });

  route(contract.removeRoomPerson, async ({ principal, params, roomId, requestId }) => {
    const personId = params.personId as PersonId;
    auth.noteChanged(await removeRole(sql, roomOf(roomId), personId, personOf(principal)));
    log.info({
      audit: "room.person_removed",
      by: personOf(principal).id,
      roomId,
      personId,
      requestId,
    });
    return { removed: true as const };
  });
};
