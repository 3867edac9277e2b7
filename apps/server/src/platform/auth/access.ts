import { type RouteId, routes } from "@squadroom/core/contract/routes";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { PERSON_ROLES } from "@squadroom/core/kernel/person-roles";
import { type Refusal, RefusalError, refusal, refuse } from "@squadroom/core/kernel/refusal";
import type { Access, PersonRole } from "@squadroom/core/kernel/route";
import type { PersonPrincipal, Principal } from "./principal.ts";

/**
 * The one table of rights: route × role × relation.
 *
 * | access | nobody | agent of the room | other agent | person without a role there | person with one |
 * |---|---|---|---|---|---|
 * | `anyone` | ok | ok | ok | ok | ok |
 * | `me` | unauthorized | ok | ok | ok | ok |
 * | `signed_in` | unauthorized | forbidden | forbidden | ok | ok |
 * | `admin` | unauthorized | forbidden | forbidden | admins | admins |
 * | these, `inPerson` | unauthorized | forbidden | forbidden | the same, by a sign-in | the same, by a sign-in |
 * | `room` | unauthorized | if `agents`, otherwise forbidden | room_unknown | room_unknown | from `persons` upwards, otherwise forbidden |
 * | `agent` | unauthorized | ok | room_unknown | room_unknown | forbidden |
 * | `runner` | unauthorized | forbidden | room_unknown | room_unknown | forbidden |
 *
 * A runner of the room may call what is for `runner`, `me` and `anyone`, and nothing else.
 * Admins are owners of every room. A room that the caller may not see is answered like one that does not
 * exist (`roomId` null), so that nobody learns which do.
 */
export function rightOf(principal: Principal | null, access: Access, roomId: RoomId | null): "ok" | Refusal {
  if (access.who === "anyone") return "ok";
  if (principal === null) return refusal("unauthorized", "This needs a credential or a sign-in.");
  switch (access.who) {
    case "me":
      return "ok";
    case "signed_in":
      if (principal.kind !== "person") return forPeople();
      return access.inPerson && principal.token !== null ? inPerson() : "ok";
    case "admin":
      if (principal.kind !== "person") return forPeople();
      if (!principal.admin) return refusal("forbidden", "This is for admins of the server.");
      return access.inPerson && principal.token !== null ? inPerson() : "ok";
    case "room":
    case "agent":
    case "runner":
      return rightInRoom(principal, access, roomId);
  }
}

function rightInRoom(
  principal: Principal,
  access: Extract<Access, { who: "room" | "agent" | "runner" }>,
  roomId: RoomId | null,
): "ok" | Refusal {
  const role = roomId === null ? null : roleIn(principal, roomId);
  if (role === null) return unknownRoom();
  if (role === "runner")
    return access.who === "runner"
      ? "ok"
      : refusal("forbidden", "A runner starts agents; use an agent's or a person's credential.");
  if (access.who === "runner") {
    return refusal("forbidden", "This is for the room's runners; use a runner's credential.");
  }
  if (role === "agent") return access.who === "agent" || access.agents ? "ok" : forPeople();
  if (access.who === "agent") {
    return refusal("forbidden", "This is for the room's agents; use an agent's credential.");
  }
  if (includes(role, access.persons)) return "ok";
  const message = `This needs the role ${access.persons} in this room; yours is ${role}.`;
  return refusal("forbidden", message, { role, needs: access.persons });
}

/** The caller's role in a room; `null` without any right to it. Admins are owners everywhere. */
export function roleIn(principal: Principal, roomId: RoomId): PersonRole | "agent" | "runner" | null {
  if (principal.kind !== "person") return principal.roomId === roomId ? principal.kind : null;
  return principal.admin ? "owner" : (principal.rooms.get(roomId) ?? null);
}

/** Whether the caller may follow in a room what this route reads there, over a socket as by a request. */
export function mayRead(principal: Principal, roomId: RoomId, by: "getRoom" | "listRunOutput" = "getRoom"): boolean {
  return rightOf(principal, routes[by].access, roomId) === "ok";
}

function includes(role: PersonRole, needed: PersonRole): boolean {
  return PERSON_ROLES.indexOf(role) <= PERSON_ROLES.indexOf(needed);
}

const roomRoutes = Object.entries(routes).filter(([, { path }]) => path.startsWith("/rooms/:room"));

/** Ids of the routes that the caller may use in this room. */
export function allowedActions(principal: Principal, roomId: RoomId): RouteId[] {
  return roomRoutes
    .filter(([, { access }]) => rightOf(principal, access, roomId) === "ok")
    .map(([id]) => id as RouteId);
}

/** The same for rooms that do not exist and rooms that the caller may not see. */
export function unknownRoom(): Refusal {
  return refusal("room_unknown", "There is no such room, or you have no right to see it.");
}

function forPeople(): Refusal {
  return refusal("forbidden", "This is for people; agents may not do it.");
}

function inPerson(): Refusal {
  return refusal("forbidden", "An access token can't do this; sign in in a browser.");
}

/** Whether the caller may change nothing at all: a read-only token may not, whatever its person may. */
export function refusesWrites(principal: Principal | null): Refusal | null {
  if (principal?.kind !== "person" || principal.token !== "read") return null;
  return refusal("forbidden", "This access token only reads; create one that also writes.");
}

/** For a route whose access lets only people in. */
export function personOf(principal: Principal | null): PersonPrincipal {
  if (principal?.kind === "person") return principal;
  throw refuse("unauthorized", "This needs a person's sign-in.");
}

/** For a route below `/rooms/:room`. */
export function roomOf(roomId: RoomId | null): RoomId {
  if (roomId !== null) return roomId;
  throw new RefusalError(unknownRoom());
}
