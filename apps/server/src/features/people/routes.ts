import type { PersonCaller } from "@squadroom/core/kernel/actor";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { redact } from "@squadroom/core/redaction/redact";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { personOf } from "../../platform/auth/access.ts";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { INVITATION_MS, LINK_MS, type Link, linkUrl, makeFirstLink, makeLink } from "../../platform/auth/links.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { createAccessToken, readAccessTokens, revokeAccessToken } from "./access-tokens.ts";
import { invite } from "./invite.ts";
import { existing, memberRoutes } from "./member-routes.ts";
import { readPeople, readPerson } from "./queries.ts";
import { createReproof } from "./sign-in.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { setActive, setAdmin, signOutOf } from "./standing.ts";

const pages = pagesOf("listPeople", z.tuple([placeText]));
const tokenPages = pagesOf("listAccessTokens", z.tuple([z.uuid()]));

export const peopleRoutes: FeatureRoutes = (tools) => {
  signInRoutes(tools);
  linkRoutes(tools);
  standingRoutes(tools);
  memberRoutes(tools);
  tokenRoutes(tools);
};

/** What a person's own scripts sign in with. */
const tokenRoutes: FeatureRoutes = ({ route, sql, auth, clock, newId, log }) => {
  const reprove = createReproof({ sql, clock });

  route("createAccessToken", async ({ principal, body, address, requestId }) => {
    const person = personOf(principal);
    await reprove(address, person.id, body.current);
    const name = redact(body.name);
    const made = await createAccessToken(sql, newId, person, { ...body, name });
    const { id: tokenId, scope } = made.accessToken;
    log.info({ audit: "access_token.created", by: person.id, tokenId, scope, requestId });
    return made;
  });

  route("listAccessTokens", async ({ principal, query }) => {
    const rows = await readAccessTokens(sql, personOf(principal).id);
    return tokenPages.cut(rows, query, ({ id }) => [id], "newest");
  });

  route("revokeAccessToken", async ({ principal, params, requestId }) => {
    const person = personOf(principal);
    const { accessToken, changed } = await revokeAccessToken(sql, person, params.tokenId);
    auth.noteChanged(changed);
    log.info({ audit: "access_token.revoked", by: person.id, tokenId: accessToken.id, requestId });
    return accessToken;
  });
};

/** Who is on the server, and the links with which they come in. */
const linkRoutes: FeatureRoutes = (tools) => {
  const { route, sql, db, newId, log, publicUrl, teamRolesOf } = tools;
  const reprove = createReproof(tools);
  const answerLink = (link: Link, request: FastifyRequest) => {
    const url = linkUrl(publicUrl ?? `${request.protocol}://${request.host}`, link);
    return { url, expiresAt: link.expiresAt };
  };

  route("makeLink", async ({ principal, body, address, request, requestId }) => {
    const by = personOf(principal);
    await reprove(address, by.id, body?.current);
    const target = await targetOf(by, body?.personId);
    const link = target === null ? await makeFirstLink(sql) : await makeLinkFor(by, target.id, LINK_MS, target.name);
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
  async function targetOf(by: PersonPrincipal, wanted?: PersonId): Promise<PersonCaller | null> {
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

  route("listPeople", async ({ query }) => pages.cut(await readPeople(db), query, ({ name }) => [name]));

  route("invitePerson", async ({ principal, body, address, request, requestId }) => {
    const by = personOf(principal);
    await reprove(address, by.id, body.current);
    const rooms = [];
    for (const { roomId, role } of body.rooms ?? [])
      rooms.push({ roomId: await existing({ teamRolesOf }, roomId), role });
    const person = await invite(sql, newId, {
      name: redact(body.name),
      admin: body.admin ?? false,
      rooms,
      by,
    });
    const link = await makeLink(sql, person.id, INVITATION_MS);
    const { id: personId, admin } = person;
    log.info({ audit: "person.invited", by: by.id, personId, admin, requestId });
    return { person, ...answerLink(link, request) };
  });
};

/** Admins, who may still come in, and their sign-ins. */
const standingRoutes: FeatureRoutes = ({ route, sql, db, auth, log, clock }) => {
  const reprove = createReproof({ sql, clock });

  /** The person with this id; the local admin doesn't count. */
  async function known(id: PersonId) {
    const person = await readPerson(db, id);
    if (!person) throw refuse("person_unknown", "There is no such person.");
    return person;
  }

  route("setAdmin", async ({ principal, params, body, address, requestId }) => {
    const { personId } = params;
    await known(personId);
    const by = personOf(principal);
    if (body.admin) await reprove(address, by.id, body.current);
    const { admin } = body;
    auth.noteChanged(await setAdmin(sql, { by, personId, admin }));
    log.info({ audit: "person.admin_set", by: by.id, personId, admin, requestId });
    return known(personId);
  });

  route("setActive", async ({ principal, params, body, requestId }) => {
    const { personId } = params;
    await known(personId);
    const by = personOf(principal);
    const { active } = body;
    auth.noteChanged(await setActive(sql, { by, personId, active }));
    log.info({ audit: "person.active_set", by: by.id, personId, active, requestId });
    return known(personId);
  });

  route("endSignIns", async ({ principal, params, requestId }) => {
    const { personId } = params;
    await known(personId);
    const by = personOf(principal);
    const ended = await signOutOf(sql, { by, personId, keptId: null });
    auth.noteChanged(ended);
    const { length } = ended;
    log.info({ audit: "person.sign_ins_ended", by: by.id, personId, ended: length, requestId });
    return { ended: length };
  });
};
