import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { PersonRole, RoomParam, routesOf } from "../kernel/route.ts";
import { line, PersonUuid, RoleNameText, RoomUuid, text, Uuid } from "../kernel/text.ts";

const defineRoute = routesOf("people");

/** Longest name of a person, UTF-16 units. */
export const PERSON_NAME_MAX = 60;
/** Most rooms that one invitation may share. */
const INVITED_ROOMS_MAX = 100;

export const Me = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("person"),
    id: Uuid,
    name: z.string(),
    admin: z.boolean(),
    hasPassword: z.boolean(),
    /** The person's role by room id; admins are owners everywhere. */
    rooms: z.record(z.string(), PersonRole),
    /** Who can give a room to a person that has none: whoever invited them, otherwise another admin. */
    askForRoom: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("agent"),
    id: Uuid,
    name: z.string(),
    roomId: Uuid,
    roomName: z.string(),
    roles: z.array(RoleNameText),
  }),
  z.object({
    kind: z.literal("runner"),
    id: Uuid,
    name: z.string(),
    roomId: Uuid,
    roomName: z.string(),
  }),
]);
export type Me = z.infer<typeof Me>;

export const getMe = defineRoute("GET /me", {
  summary: "Who this credential or sign-in is.",
  access: { who: "me" },
  reply: Me,
});

export const LinkState = z.object({
  state: z.enum(["open", "used", "expired"]),
  /** The person it signs in; `null` for the very first, who gives a name. */
  name: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  usedAt: z.number().nullable(),
  /** Nobody has come in as this person yet, so a provider may be connected with it. */
  isInvitation: z.boolean(),
  /** Who is already signed in where it was opened; `isSame`: as the person that it would sign in. */
  signedIn: z.object({ name: z.string(), isSame: z.boolean() }).nullable(),
});
export type LinkState = z.infer<typeof LinkState>;

export const lookAtLink = defineRoute("POST /sign-in-links/look", {
  repeat: "Takes no key: it changes nothing.",
  summary: "What a sign-in link is for; asking does not use it up.",
  access: { who: "anyone" },
  body: z.strictObject({ link: text(200, 1) }),
  reply: LinkState,
});

export const getCommand = defineRoute("GET /command", {
  summary:
    "What people type instead of `squadroom` on the server's machine. For admins and callers on that machine, unless it is a setting.",
  access: { who: "anyone" },
  reply: z.object({ command: z.string().nullable() }),
});

export const signIn = defineRoute("POST /sign-ins", {
  repeat: "Takes no key: a link works once; with a password, each request signs in again.",
  summary: "Signs in with a single-use link, or with name and password; sets the cookie.",
  access: { who: "anyone" },
  body: z.union([
    z.strictObject({
      /** What follows `#` in the link. */
      link: text(200, 1),
      /** The first person chooses it; others have one. */
      name: line(PERSON_NAME_MAX).optional(),
    }),
    z.strictObject({ name: line(PERSON_NAME_MAX), password: text(200, 1) }),
  ]),
  reply: z.object({ name: z.string(), first: z.boolean() }),
});

export const signOut = defineRoute("DELETE /sign-ins/current", {
  repeat: "Takes no key: a repeated request finds nobody signed in.",
  summary: "Signs out of this browser; the cookie stops working.",
  access: { who: "signed_in" },
  reply: z.object({ signedOut: z.literal(true) }),
});

/** Names of your access tokens that keep working: one that somebody else created as you may be among them. */
const StillWorking = z.array(z.string());

export const setPassword = defineRoute("PUT /me/password", {
  repeat: "Takes no key: a repeated request sets the same again, where `current` is still right.",
  summary: "Sets your own password; needs the current one, if there is one.",
  access: { who: "signed_in", inPerson: true },
  body: z.strictObject({ password: text(200), current: text(200).optional() }),
  reply: z.object({ set: z.literal(true), tokens: StillWorking }),
});

/** Giving lasting access takes a fresh proof that it is you: your password, if you have one. */
export const proof = { current: text(200).optional() };

export const makeLink = defineRoute("POST /sign-in-links", {
  repeat: "Takes no key: each request creates another link.",
  summary: "Creates a single-use sign-in link for a person; without one, for yourself.",
  access: { who: "signed_in", inPerson: true },
  body: z.strictObject({ personId: PersonUuid.optional(), ...proof }).optional(),
  reply: z.object({ url: z.string(), expiresAt: z.number() }),
  refuses: ["sign_in_failed"],
});

export const Person = z.object({
  id: PersonUuid,
  name: z.string(),
  admin: z.boolean(),
  createdAt: z.number(),
  /** Since when the person can't sign in; `null`: they can. */
  deactivatedAt: z.number().nullable(),
  /** Browsers in which the person is signed in. */
  signIns: z.number().int(),
  /** Address of the account at the provider that signs the person in, if the provider has verified it. */
  address: z.string().nullable(),
});

export const listPeople = defineRoute("GET /people", {
  command: {
    usage: "person list",
    help: "list who can sign in",
    leaves: ["cursor", "limit"],
    rows: {
      cells: [
        "{id}",
        "{name}",
        "[admin?admin]",
        "[deactivatedAt?deactivated {deactivatedAt}|{signIns} signed in]",
        "{address}",
      ],
      none: "Nobody yet.",
    },
  },
  summary: "Everyone who can sign in.",
  access: { who: "admin" },
  query: z.strictObject(paging(200, 1000)),
  reply: pageOf(Person),
});

export const invitePerson = defineRoute("POST /people", {
  creates: () => null,
  repeat: "Takes no key: a repeated request is refused because the name is taken.",
  summary: "Adds a person, with roles in rooms from the start, and creates their first sign-in link.",
  access: { who: "admin", inPerson: true },
  body: z.strictObject({
    name: line(PERSON_NAME_MAX),
    admin: z.boolean().optional(),
    rooms: z
      .array(z.strictObject({ roomId: RoomUuid, role: PersonRole }))
      .max(INVITED_ROOMS_MAX)
      .optional(),
    ...proof,
  }),
  reply: z.object({ person: Person, url: z.string(), expiresAt: z.number() }),
});

export const setAdmin = defineRoute("PUT /people/:personId/admin", {
  repeat: "Takes no key: a repeated request sets the same again.",
  summary: "Makes a person an admin of the server, or revokes it; the last admin stays.",
  access: { who: "admin", inPerson: true },
  params: z.object({ personId: PersonUuid }),
  body: z.strictObject({ admin: z.boolean(), ...proof }),
  reply: Person,
});

const found = { finds: { personId: "listPeople" } };

export const setActive = defineRoute("PUT /people/:personId/active", {
  command: [
    {
      usage: "person deactivate <person>",
      help: "sign a person out everywhere and stop them signing in again",
      gives: { active: false },
      ...found,
      says: "{name} is signed out everywhere and cannot sign in.",
    },
    {
      usage: "person reactivate <person>",
      help: "let a deactivated person sign in again",
      gives: { active: true },
      ...found,
      says: "{name} can sign in again: `squadroom signin --person {name:typed}` makes a link.",
    },
  ],
  repeat: "Takes no key: a repeated request sets the same again.",
  summary:
    "Deactivates a person: all their sign-ins and links end within a second, and they cannot sign in until reactivated. The last admin stays.",
  access: { who: "admin" },
  params: z.object({ personId: PersonUuid }),
  body: z.strictObject({ active: z.boolean() }),
  reply: Person,
});

const EndedSignIns = z.object({ ended: z.number().int() });

export const endSignIns = defineRoute("DELETE /people/:personId/sign-ins", {
  command: {
    usage: "person sign-out <person>",
    help: "end all sign-ins and unused links of a person",
    ...found,
    says: "{name} is signed out everywhere (sign-ins: {ended}).",
  },
  repeat: "Takes no key: a repeated request ends what was started since.",
  summary: "Signs a person out everywhere, ends unused links and disconnects the provider; they may sign in again.",
  access: { who: "admin" },
  params: z.object({ personId: PersonUuid }),
  reply: EndedSignIns,
});

export const signOutElsewhere = defineRoute("DELETE /sign-ins/others", {
  repeat: "Takes no key: a repeated request ends what was started since.",
  summary: "Signs you out everywhere but here, and ends unused links; with `tokens=end` your access tokens, too.",
  access: { who: "signed_in", inPerson: true },
  query: z.strictObject({ tokens: z.enum(["keep", "end"]).default("keep") }),
  reply: EndedSignIns.extend({ tokens: StillWorking }),
});

export const RoomPerson = z.object({ personId: PersonUuid, name: z.string(), role: PersonRole });

export const listRoomPeople = defineRoute("GET /rooms/:room/people", {
  summary: "Who may do what in this room.",
  access: { who: "room", persons: "viewer", agents: false },
  query: z.strictObject(paging(200, 1000)),
  reply: pageOf(RoomPerson),
});

export const addRoomPerson = defineRoute("POST /rooms/:room/people", {
  repeat: "Takes no key: a repeated request sets the same again.",
  summary: "Gives somebody of this server, by name, a role in this room.",
  access: { who: "room", persons: "owner", agents: false },
  body: z.strictObject({ name: line(PERSON_NAME_MAX), role: PersonRole }),
  reply: RoomPerson,
});

export const setRoomPerson = defineRoute("PUT /rooms/:room/people/:personId", {
  repeat: "Takes no key: a repeated request sets the same again.",
  summary: "Gives a person a role in this room.",
  access: { who: "room", persons: "owner", agents: false },
  params: RoomParam.extend({ personId: PersonUuid }),
  body: z.strictObject({ role: PersonRole }),
  reply: RoomPerson,
});

export const removeRoomPerson = defineRoute("DELETE /rooms/:room/people/:personId", {
  repeat: "Takes no key: a repeated request finds nothing to remove.",
  summary: "Removes a person from this room; their access ends within a second.",
  access: { who: "room", persons: "owner", agents: false },
  params: RoomParam.extend({ personId: PersonUuid }),
  reply: z.object({ removed: z.literal(true) }),
});
