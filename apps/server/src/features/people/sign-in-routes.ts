import { refuse } from "@squadroom/core/kernel/refusal";
import { redact } from "@squadroom/core/redaction/redact";
import { personOf } from "../../platform/auth/access.ts";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { clearCookie, isSecure, setCookie } from "../../platform/auth/cookie.ts";
import { lookAtLink } from "../../platform/auth/links.ts";
import { presentedBy } from "../../platform/auth/presented.ts";
import { endSignIn, renewSignIn } from "../../platform/auth/sign-ins.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { isOnThisMachine } from "../../platform/http/this-machine.ts";
import { liveTokens } from "./access-tokens.ts";
import { oidcRoutes } from "./oidc-routes.ts";
import { readHost, readRoomName } from "./queries.ts";
import { createSignInDesk } from "./sign-in.ts";
import { signOutOf } from "./standing.ts";

/** Who calls, and how people sign in and out. */
export const signInRoutes: FeatureRoutes = (tools) => {
  const { route, sql, db, auth, clock, newId, log, publicUrl, command } = tools;
  const desk = createSignInDesk({ sql, auth, clock, newId });
  oidcRoutes(tools, desk);

  route("getMe", async ({ principal, request, reply }) => {
    if (principal?.kind === "runner") {
      const { kind, id, name, roomId } = principal;
      return { kind, id, name, roomId, roomName: (await readRoomName(db, roomId)) ?? "" };
    }
    if (principal?.kind === "agent") {
      const { kind, id, name, roomId, roles } = principal;
      return { kind, id, name, roomId, roomName: (await readRoomName(db, roomId)) ?? "", roles };
    }
    const person = personOf(principal);
    const presented = presentedBy(request.headers, isSecure(request, publicUrl));
    // Pages ask this when they open, which keeps the thirty days rolling.
    if (presented?.by === "cookie" && (await renewSignIn(sql, person.credential.id))) {
      reply.header("set-cookie", setCookie(presented.secret, isSecure(request, publicUrl)));
    }
    const { kind, id, name, admin, hasPassword, rooms } = person;
    const askForRoom = admin || rooms.size > 0 ? null : await readHost(sql, name);
    return { kind, id, name, admin, hasPassword, rooms: Object.fromEntries(rooms), askForRoom };
  });

  route("lookAtLink", ({ body, address, principal }) => {
    const by = principal?.kind === "person" && principal.token === null ? principal : null;
    const look = () => lookAtLink(sql, body.link, by);
    // Somebody who is signed in may follow an old mail's link; that is not an attempt to come in.
    return by ? look() : desk.guarded(address, null, look, "link");
  });

  // Paths on this machine are for people who may be on it.
  route("getCommand", async ({ principal, request }) => {
    const asked = { headers: request.headers, remoteAddress: request.raw.socket.remoteAddress };
    const isAdmin = principal?.kind === "person" && principal.admin;
    return { command: command.isPublic || isAdmin || isOnThisMachine(asked) ? command.text : null };
  });

  route("signIn", async ({ body, address, request, requestId, reply }) => {
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

  route("signOut", async ({ principal, request, requestId, reply }) => {
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

  route("signOutElsewhere", async ({ principal, query, requestId }) => {
    const person = personOf(principal);
    const { id: personId, credential } = person;
    const tokens = query.tokens === "end";
    const ended = await signOutOf(sql, { by: person, personId, keptId: credential.id, tokens });
    auth.noteChanged(ended);
    log.info({ audit: "person.signed_out_elsewhere", personId, ended: ended.length, requestId });
    return { ended: ended.length, tokens: await liveTokens(sql, personId) };
  });

  route("setPassword", async ({ principal, body, address, requestId }) => {
    const person = personOf(principal);
    await desk.setPassword(address, person, body.password, body.current);
    log.info({ audit: "person.password_set", personId: person.id, requestId });
    return { set: true as const, tokens: await liveTokens(sql, person.id) };
  });
};
