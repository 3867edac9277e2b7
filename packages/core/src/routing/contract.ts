import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { MessageUuid, RoleNameText, text } from "../kernel/text.ts";
import { PHRASE_MAX, PHRASES_MAX } from "../team/routing.ts";
import { CORRECTED_HOW } from "./correction.ts";
import type { RouteDecision } from "./route-decision.ts";

const defineRoute = routesOf("routing");

const members = { who: "room", persons: "viewer", agents: true } as const;
const people = { who: "room", persons: "approver", agents: false } as const;

export const RoutedRow = z.object({
  messageId: z.string(),
  seq: z.number(),
  at: z.number(),
  from: z.string(),
  body: z.string(),
  /** `null`: the team routed none then. */
  decision: z.custom<RouteDecision>().nullable(),
  /** The role that got it; `null`: the room answered it. */
  wentTo: z.string().nullable(),
  /** Who should have got it, if a person said so; otherwise who got it. */
  right: z.string().nullable(),
  correctedBy: z.string().nullable(),
  correctedAt: z.number().nullable(),
});
export type RoutedRow = z.infer<typeof RoutedRow>;

export const listRouted = defineRoute("GET /rooms/:room/routing/messages", {
  command: {
    usage: "routing messages",
    help: "list messages with where each went and should have gone, newest first",
    more: "With `--json` it is the set by which the rules are judged: text, decision, and the right role.",
    options: { "corrected=true": ["--corrected", "only those that a person corrected"] },
  },
  summary:
    "People's messages with how each was routed and who should have got it, newest first: the set by which a room's rules are judged.",
  access: members,
  query: z.strictObject({
    ...paging(100, 500),
    /** Only those that a person corrected. */
    corrected: z.enum(["true"]).optional(),
  }),
  reply: pageOf(RoutedRow),
});

export const getRouting = defineRoute("GET /rooms/:room/routing", {
  command: {
    usage: "routing show",
    help: "how many messages stayed where mentions and rules sent them, and proposed rules",
  },
  summary:
    "How many of the newest messages stayed where a mention or a rule sent them, and the rules that people's corrections suggest.",
  access: members,
  reply: z.object({
    isRouted: z.boolean(),
    /** Of the newest messages, those that a mention or a rule decided, and how many of these no person corrected. */
    messages: z.number(),
    stayed: z.number(),
    /** Those that no rule was sure about: the entry point decided. */
    undecided: z.number(),
    /** Rules that would have sent corrected messages where they belong, and no other message elsewhere. */
    proposals: z.array(
      z.object({
        to: z.string(),
        phrases: z.array(z.string()),
        /** Corrected messages that it would get right. */
        messages: z.array(z.object({ messageId: z.string(), body: z.string() })),
      }),
    ),
    seq: z.number(),
  }),
});

export const correctRoute = defineRoute("POST /rooms/:room/messages/:message/route", {
  command: {
    usage: "routing correct <message> <to>",
    help: "say who should have got a message, by its id",
    more: "Its task moves there while nobody has taken it. What the room answered itself becomes a task of the role.",
  },
  summary:
    "Says who should have got a message. Its task moves there while nobody has taken it; what the room answered becomes a task.",
  access: people,
  params: RoomParam.extend({ message: MessageUuid }),
  body: z.strictObject({ to: RoleNameText }),
  keyed: true,
  refuses: ["message_unknown", "role_unknown"],
  reply: z.object({
    messageId: z.string(),
    taskId: z.string().nullable(),
    /** `null`: the room had answered it. */
    from: z.string().nullable(),
    to: z.string(),
    /** `kept`: somebody has taken the task, so it stays; `same`: it was there already. */
    how: z.enum([...CORRECTED_HOW, "same"]),
    available: z.boolean(),
    seq: z.number(),
  }),
});

export const dismissPhrases = defineRoute("POST /rooms/:room/routing/dismissals", {
  summary: "Words of which no rule is proposed any more.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({
    phrases: z
      .array(z.strictObject({ phrase: text(PHRASE_MAX, 1), to: RoleNameText }))
      .min(1)
      .max(PHRASES_MAX),
  }),
  act: true,
  reply: z.object({ dismissed: z.number(), seq: z.number() }),
});
