import * as z from "zod";
import type { LeaseTimes } from "../agent/agent.ts";
import { PIPELINES_AT_ONCE_MAX } from "../flow/sessions.ts";
import type { RoomEvent } from "../kernel/event.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, RoleNameText, RoomName, Uuid } from "../kernel/text.ts";
import type { RoomView } from "../kernel/view.ts";
import { CHAIN_MAX, ROLE_MODELS_MAX } from "../run/model.ts";
import { SquadBody } from "../squad-folder/contract.ts";
import { FOLDER_BODY_MAX } from "../squad-folder/squad.ts";
import { newRoomTeam } from "../team/contract.ts";
import { MODEL_MAX } from "../team/tiers.ts";
import { UsageSum } from "../usage/contract.ts";
import type { Observations, RoomCard } from "./card.ts";
import { DEMO_TEAMS } from "./demo-story.ts";

const defineRoute = routesOf("rooms");

export const createRoom = defineRoute("POST /rooms", {
  creates: (_params, { roomId }: { roomId: string }) => `/rooms/${roomId}`,
  summary: "Creates a room with a preset team, its own, or that of a squad folder; whoever creates it owns it.",
  access: { who: "signed_in" },
  body: z
    .strictObject({ name: RoomName, ...newRoomTeam.shape, squad: SquadBody.optional() })
    .refine(newRoomTeam.hasOneTeam, newRoomTeam.message),
  bodyLimit: FOLDER_BODY_MAX,
  keyed: true,
  reply: z.object({ roomId: Uuid, name: z.string(), seq: z.number() }),
});

export const startDemo = defineRoute("POST /demos", {
  creates: (_params, { roomId }: { roomId: string }) => `/rooms/${roomId}`,
  repeat: "Takes no key: each request creates another room.",
  summary:
    "Creates a demo room and starts a scripted team in it, over the public API: a squad, or the workers of a pipeline.",
  access: { who: "signed_in" },
  body: z.strictObject({ team: z.enum(DEMO_TEAMS).default("squad") }).default({ team: "squad" }),
  reply: z.object({ roomId: Uuid, name: z.string() }),
});

export const removeRoom = defineRoute("DELETE /rooms/:room", {
  summary: "Removes a room: its agents are refused from then on; its log is kept.",
  access: { who: "room", persons: "owner", agents: false },
  keyed: true,
  reply: z.object({ removed: z.literal(true), seq: z.number() }),
});

const Model = line(MODEL_MAX);
const ModelsBody = z.strictObject({
  /** For all runs, whatever their roles say; `null`: nothing. */
  all: Model.nullable(),
  /** What a role works with; `economy`: while the room saves money. */
  roles: z.array(z.strictObject({ role: RoleNameText, model: Model, economy: Model.optional() })).max(ROLE_MODELS_MAX),
  /** If neither a role nor its runner names one. */
  team: Model.nullable(),
  isEconomy: z.boolean(),
  /** Roles that keep their class while the room saves money. */
  keepClass: z.array(RoleNameText).max(ROLE_MODELS_MAX).optional(),
  /** What is tried in turn if a model is refused. */
  chain: z.array(Model).max(CHAIN_MAX).optional(),
  /** Lower classes are tried, too, if nothing else is left. */
  fallbackDown: z.boolean().optional(),
});

export const setRoomOptions = defineRoute("PUT /rooms/:room/options", {
  summary:
    "Sets the room's options: whether a person is asked before the next session starts, which models runs work with, whether e-mail addresses are redacted, what is locked by itself, and how many pipelines run at once. What is left out stays.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({
    askBeforeNext: z.boolean().optional(),
    models: ModelsBody.optional(),
    /** From now on e-mail addresses become `[email]` before they are stored. */
    redactEmails: z.boolean().optional(),
    /** Whoever takes a task locks what its boundaries allow. */
    lockBoundaries: z.boolean().optional(),
    /** An agent locks each file before its first write to it. */
    lockWrites: z.boolean().optional(),
    /** Pipelines that run at once; others wait in the queue. */
    pipelinesAtOnce: z.number().int().min(1).max(PIPELINES_AT_ONCE_MAX).optional(),
  }),
  act: true,
  reply: z.object({
    askBeforeNext: z.boolean(),
    models: ModelsBody.optional(),
    redactEmails: z.boolean().optional(),
    lockBoundaries: z.boolean().optional(),
    lockWrites: z.boolean().optional(),
    /** Pipelines that run at once; others wait in the queue. */
    pipelinesAtOnce: z.number().int().min(1).max(PIPELINES_AT_ONCE_MAX).optional(),
    seq: z.number(),
  }),
});

const everywhere = z.boolean().optional();

export const pauseRoom = defineRoute("POST /rooms/:room/pause", {
  command: {
    usage: "room pause",
    help: "stop all runs of a room, and give no task to anybody before it is resumed",
    isForPeople: true,
    leaves: ["everywhere"],
    says: "Paused. Nobody gets a task before `squadroom room resume`.",
  },
  summary: "Pauses the room: its runs stop, and nobody gets a task before it is resumed.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ /** Set for all rooms at once, which one resume then brings back. */ everywhere }).optional(),
  act: true,
  reply: z.object({
    stopped: z.array(z.number()),
    /** `false`: it was paused already. */
    changed: z.boolean(),
    seq: z.number(),
  }),
});

export const resumeRoom = defineRoute("POST /rooms/:room/resume", {
  command: {
    usage: "room resume",
    help: "resume a paused room",
    isForPeople: true,
    leaves: ["everywhere"],
    says: "Resumed.",
  },
  summary: "Resumes a paused room: agents get tasks again, and runs start where work waits.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ everywhere }).optional(),
  act: true,
  reply: z.object({ changed: z.boolean(), seq: z.number() }),
});

const Rooms = z.object({
  /** Names of the rooms that changed. */
  rooms: z.array(z.string()),
});

export const pauseAll = defineRoute("POST /pause", {
  command: {
    usage: "room pause-all",
    help: "pause every room that you lead",
    isForPeople: true,
    says: "{rooms.length} paused. `squadroom room resume-all` brings them back.",
  },
  summary: "Pauses every room that you lead: runs stop, and nobody gets a task before they are resumed.",
  access: { who: "signed_in" },
  repeat: "Takes no key: what is paused stays so.",
  reply: Rooms,
});

export const resumeAll = defineRoute("POST /resume", {
  command: {
    usage: "room resume-all",
    help: "bring back the rooms that were paused all at once",
    isForPeople: true,
    says: "{rooms.length} resumed. Rooms that were paused one by one stay so.",
  },
  summary: "Resumes the rooms that you lead and that were paused all at once.",
  access: { who: "signed_in" },
  repeat: "Takes no key: what was resumed stays so.",
  reply: Rooms,
});

export const listRooms = defineRoute("GET /rooms", {
  summary: "Your rooms, by name, as cards.",
  access: { who: "me" },
  query: z.strictObject(paging(50, 100)),
  reply: pageOf(z.custom<RoomCard>()).extend({ total: z.number() }),
});

/** A room at a `seq`; the live socket continues from there. */
export interface RoomSnapshot {
  epoch: number;
  view: RoomView;
  observations: Observations;
  leaseS: LeaseTimes;
  /** The latest events, oldest first. */
  events: RoomEvent[];
  /** The server's clock, epoch ms. */
  now: number;
  /** What the caller may do here. */
  allowedActions: string[];
}

export const getRoom = defineRoute("GET /rooms/:room", {
  summary: "The room at its head, with its latest events.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject({
    /** Answer with no older state than this. */
    minSeq: z.coerce.number().int().min(0).optional(),
    events: z.coerce.number().int().min(0).max(500).default(200),
  }),
  reply: z.custom<RoomSnapshot>(),
});

export const listEvents = defineRoute("GET /rooms/:room/events", {
  summary:
    "The log, always without gaps: from its first event on, or after `after`; with `before`, the latest before it, a page further back each time.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject({
    /** Events after this `seq`. */
    after: z.coerce.number().int().min(0).optional(),
    /** Events before this `seq`. */
    before: z.coerce.number().int().min(1).optional(),
    ...paging(200, 1000),
  }),
  /** Oldest first within a page. */
  reply: pageOf(z.custom<RoomEvent>()).extend({
    /** The newest event's `seq`: ask again with it as `after` for later ones. */
    head: z.number(),
    epoch: z.number(),
  }),
});

export const getReadiness = defineRoute("GET /rooms/:room/readiness", {
  summary:
    "Expected, filled and missing roles, what each agent does and used, and how much work there is; ready when somebody fills the entry point.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "show_team",
    description: "Who is there, doing what; who is missing.",
  },
  reply: z.object({
    ready: z.boolean(),
    expected: z.array(RoleNameText),
    filled: z.array(RoleNameText),
    missing: z.array(RoleNameText),
    variant: z.string(),
    agents: z.array(
      z.object({
        agentId: z.string(),
        name: z.string(),
        role: z.string(),
        online: z.boolean(),
        /** The task that it holds; `null`: none. */
        taskId: z.string().nullable(),
        /** Everything that it reported in this room. */
        usage: UsageSum,
      }),
    ),
    /** Counts of live tasks: all, held ones, those that wait for others, and failed ones. */
    work: z.object({
      open: z.number(),
      inHand: z.number(),
      waiting: z.number(),
      failed: z.number(),
    }),
  }),
});

export const verifyRoom = defineRoute("GET /rooms/:room/verification", {
  summary: "Replays the whole log and compares it with the tables, row by row.",
  access: { who: "room", persons: "lead", agents: false },
  reply: z.object({
    ok: z.boolean(),
    events: z.number(),
    rows: z.number(),
    differences: z.array(z.object({ table: z.string(), key: z.string(), log: z.unknown(), tables: z.unknown() })),
  }),
});
