import * as z from "zod";
import { WisdomBodies, WisdomBody, WisdomSourceShape } from "../delivery/wisdom-body.ts";
import { WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";

const defineRoute = routesOf("wisdom");

const WISDOM_STATES = ["live", "superseded", "withdrawn", "gave_way"] as const;
const SessionNumber = z.number().int().min(1).max(1e9);
const WisdomNumber = z.coerce.number().int().min(1).max(1e9);
const WisdomParam = RoomParam.extend({ wisdomId: WisdomNumber });

export const WisdomRow = z.object({
  id: z.number(),
  kind: z.enum(WISDOM_KINDS),
  text: z.string(),
  files: z.array(z.string()),
  labels: z.array(z.string()),
  roles: z.array(z.string()),
  /** `session`: only work of its session gets it. */
  scope: z.enum(["room", "session"]),
  /** Who wrote it down here; for what came with a squad, whoever imported it. Its source says whose word it is. */
  by: z.object({
    kind: z.enum(["person", "agent"]),
    name: z.string(),
    role: z.string().nullable(),
  }),
  taskId: z.string().nullable(),
  sessionId: z.number().nullable(),
  runId: z.number().nullable(),
  at: z.number(),
  /** The person who made it the room's. */
  promoted: z.object({ by: z.string(), at: z.number() }).nullable(),
  supersedes: z.number().nullable(),
  /** The squad's file that it comes from. */
  source: WisdomSourceShape.nullable(),
  /** `gave_way`: the room was full. */
  state: z.enum(WISDOM_STATES),
  stateAt: z.number(),
  /** How it went out of force; `null` while it is in force. */
  ended: z.object({ by: z.string(), reason: z.string(), supersededBy: z.number().nullable() }).nullable(),
});
export type WisdomRow = z.infer<typeof WisdomRow>;

const reads = {
  options: { "state=past": ["--past", "what is no longer in force"] },
  gives: { limit: 200 },
  leaves: ["cursor", "id", "scope"],
} as const;

export const listWisdom = defineRoute("GET /rooms/:room/wisdom", {
  command: [
    {
      usage: "wisdom list",
      help: "list all entries, the newest of each kind first",
      ...reads,
      leaves: [...reads.leaves, "text"],
    },
    { usage: "wisdom search <text...>", help: "list entries with these words", ...reads },
  ],
  summary:
    "What the team knows, the newest first. Agents get what is the room's and what belongs to their task's session.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_wisdom",
    description: "What the team knows.",
    leaves: ["id", "kind", "scope", "session", "state"],
  },
  query: z.strictObject({
    kind: z.enum(WISDOM_KINDS).optional(),
    /** With these words, or words that begin with them. */
    text: z.string().trim().min(1).max(100).optional(),
    /** Only this entry. */
    id: WisdomNumber.optional(),
    /** `session`: what only work of a session gets. */
    scope: z.enum(["room", "session"]).optional(),
    /** Of this session, whether or not the room has it too. */
    session: WisdomNumber.optional(),
    /** `live`: in force. `past`: superseded, withdrawn, or given up in a full room. */
    state: z.enum(["live", "past", "all"]).default("live"),
    ...paging(50, 200),
  }),
  reply: pageOf(WisdomRow).extend({
    /** In force, by kind, whatever was asked for. */
    counts: z.object({
      decision: z.number(),
      convention: z.number(),
      learning: z.number(),
      issue: z.number(),
    }),
    seq: z.number(),
  }),
});

export const addWisdom = defineRoute("POST /rooms/:room/wisdom", {
  command: {
    usage: "wisdom add <text...>",
    help: "write down what the team should know",
    more: "An agent's entry belongs to the session of its task, where it has one; a person makes it the room's.",
    inside: "entries.0",
    gives: { "entries.0.kind": "learning" },
    options: {
      kind: WISDOM_KINDS.join(", "),
      files: ["--file <path>", "a path or pattern that it is about; repeatable"],
      labels: ["--label <word>", "a label of backlog items that it is about; repeatable"],
      roles: ["--role <name>", "only for this role; repeatable"],
      session: "only for this session",
    },
    says: "It is entry {ids}.[gaveWay? The room was full: {gaveWay} gave way.]",
  },
  creates: ({ room }) => `/rooms/${room}/wisdom`,
  summary:
    "Writes down what the team should know. An agent's entries belong to the session of its task, where it has one; a person makes them the room's.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "add_wisdom",
    description: "Notes what the team should know.",
    leaves: ["session", "labels", "roles"],
  },
  body: z.strictObject({
    entries: WisdomBodies.min(1),
    /** A person's entry for one session only. */
    session: SessionNumber.optional(),
  }),
  keyed: true,
  refuses: ["role_unknown", "session_unknown", "wisdom_full"],
  reply: z.object({
    /** For each entry, in order; if the room already had it, that one's. */
    ids: z.array(z.number()),
    scope: z.enum(["room", "session"]),
    /** Older learnings and issues that the full room gave up for them. Search still finds them. */
    gaveWay: z.array(z.number()),
    seq: z.number(),
  }),
});

export const promoteWisdom = defineRoute("POST /rooms/:room/wisdom/:wisdomId/promote", {
  command: {
    usage: "wisdom promote <wisdom>",
    help: "make an entry of a session the room's, by its number",
    says: "Entry {id} is the room's [promoted?now|already].",
  },
  summary: "Makes an entry of a session the room's: every later task may get it.",
  access: { who: "room", persons: "approver", agents: false },
  params: WisdomParam,
  act: true,
  refuses: ["wisdom_unknown"],
  reply: z.object({
    id: z.number(),
    /** `false`: it was already the room's. */
    promoted: z.boolean(),
    seq: z.number(),
  }),
});

export const supersedeWisdom = defineRoute("POST /rooms/:room/wisdom/:wisdomId/supersede", {
  summary: "Puts another entry in the place of one that no longer holds. Agents replace only what agents wrote.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "supersede_wisdom",
    description: "Replaces an outdated entry.",
    leaves: ["files", "labels", "roles"],
  },
  params: WisdomParam,
  body: z.strictObject({
    /** Files, labels and roles that it leaves out are taken from the old one. */
    entry: WisdomBody,
    /** Why the old one no longer holds. */
    reason: text(500).default(""),
  }),
  act: true,
  refuses: ["wisdom_unknown", "wisdom_full", "role_unknown"],
  reply: z.object({
    id: z.number(),
    /** `null`: the entry already says this. */
    supersededBy: z.number().nullable(),
    seq: z.number(),
  }),
});

export const withdrawWisdom = defineRoute("POST /rooms/:room/wisdom/:wisdomId/withdraw", {
  summary: "Takes an entry out of force, with a reason. The log and the list keep it.",
  access: { who: "room", persons: "approver", agents: false },
  params: WisdomParam,
  body: z.strictObject({ reason: text(500, 1) }),
  act: true,
  refuses: ["wisdom_unknown"],
  reply: z.object({ id: z.number(), seq: z.number() }),
});
