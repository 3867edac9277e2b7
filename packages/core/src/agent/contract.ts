import { z } from "zod";
import { AttachmentShape } from "../attachment/contract.ts";
import { defineRoute, RoomParam } from "../contract/route.ts";
import { DECISION_KINDS } from "../decision/decision.ts";
import { line, RoleNameText, text, Uuid } from "../kernel/text.ts";
import { CONNECTION_CLASSES, DOORS } from "./agent.ts";
import { DeliveryFacts } from "./delivery-facts.ts";

export const joinRoom = defineRoute({
  id: "joinRoom",
  method: "POST",
  path: "/rooms/:room/agents",
  tag: "agents",
  summary:
    "Joins as one of the credential's roles and returns the init prompt. A newer join supersedes an older one.",
  access: { who: "agent" },
  params: RoomParam,
  body: z.strictObject({
    /** May be left out when the credential has one role. */
    role: RoleNameText.optional(),
    class: z.enum(CONNECTION_CLASSES).default("manual"),
    harness: line(40).optional(),
    /** How it calls: prompts and deliveries name the command's words, or routes. */
    door: z.enum(DOORS).default("cli"),
  }),
  keyed: true,
  reply: z.object({
    agentId: Uuid,
    name: z.string(),
    role: RoleNameText,
    roomId: Uuid,
    roomName: z.string(),
    /** Send it as `x-squadroom-connection`; an older one is refused once a newer join exists. */
    connection: z.number().int(),
    class: z.enum(CONNECTION_CLASSES),
    /** Seconds of silence after which a task goes back. */
    leaseS: z.number(),
    /** Another connection of this credential was online until now. */
    superseded: z.boolean(),
    variant: z.string(),
    /** The init prompt, markdown. */
    prompt: z.string(),
    seq: z.number(),
  }),
});

export const leaveRoom = defineRoute({
  id: "leaveRoom",
  method: "POST",
  path: "/rooms/:room/agents/me/leave",
  tag: "agents",
  summary: "Leaves the room; a task in hand goes back to the queue at once.",
  access: { who: "agent" },
  params: RoomParam,
  body: z.strictObject({ reason: text(500).optional() }).optional(),
  keyed: true,
  reply: z.object({ left: z.literal(true), returnedTask: z.string().nullable(), seq: z.number() }),
});

export const renewLease = defineRoute({
  id: "renewLease",
  method: "POST",
  path: "/rooms/:room/agents/me/renew",
  tag: "agents",
  repeat: "Takes no key: each request is one more sign of life.",
  summary: "A sign of life. The answer comes once it is stored.",
  access: { who: "agent" },
  params: RoomParam,
  reply: z.object({ seenAt: z.number(), leaseS: z.number() }),
});

export const getContext = defineRoute({
  id: "getContext",
  method: "GET",
  path: "/rooms/:room/agents/me/context",
  tag: "agents",
  summary: "What the agent should know now: the init prompt, and the delivery of the task in hand.",
  access: { who: "agent" },
  params: RoomParam,
  /** `fitting`: the delivery's text in the size that clients show whole; `whole`: with nothing left out. */
  query: z.strictObject({ text: z.enum(["fitting", "whole"]).default("fitting") }),
  reply: z.object({
    prompt: z.string(),
    delivery: z.lazy(() => DeliveryReply).nullable(),
    seq: z.number(),
  }),
});

/** A task with all that its agent needs; `text` says it in markdown. */
export const DeliveryReply = DeliveryFacts.extend({
  taskId: z.string(),
  fence: z.number().int(),
  role: RoleNameText,
  title: z.string(),
  instruction: z.string(),
  priority: z.string(),
  state: z.string(),
  attempt: z.number().int(),
  variant: z.string(),
  /** Where it may go, with what. */
  allowedHandoffs: z.array(
    z.object({ to: z.string(), intents: z.array(z.string()), unreviewed: z.boolean() }),
  ),
  allowedActions: z.array(z.string()),
  successCriteria: z.array(z.string()),
  /** UUIDv7 idempotency keys for the answers to this delivery. */
  keys: z.object({ handoff: z.string(), done: z.string(), fail: z.string() }),
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      body: z.string(),
      at: z.number(),
      /** For an interrupt of the user: the task at the front of the queue that it waits as. */
      waitsAs: z.string().nullable(),
      /** Its sender gave it priority `high` or `critical`: it stands before the rest. */
      urgent: z.boolean().optional(),
      /** Files that go with it. */
      attachments: z.array(AttachmentShape).optional(),
    }),
  ),
  /** What people were asked about this task, the oldest first; without an answer it waits for one. */
  asked: z.array(
    z.object({
      decisionId: z.string(),
      kind: z.enum(DECISION_KINDS),
      question: z.string(),
      askedBy: z.string().nullable(),
      askedAt: z.number(),
      answer: z
        .object({
          optionId: z.string(),
          label: z.string(),
          /** What it promised; empty where the question said nothing. */
          consequence: z.string(),
          note: z.string(),
          by: z.string(),
          at: z.number(),
        })
        .nullable(),
    }),
  ),
  text: z.string(),
});
export type DeliveryReply = z.infer<typeof DeliveryReply>;
