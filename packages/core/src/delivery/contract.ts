import * as z from "zod";
import { AttachmentShape } from "../attachment/contract.ts";
import { DECISION_KINDS } from "../decision/decision.ts";
import { routesOf } from "../kernel/route.ts";
import { RoleNameText } from "../kernel/text.ts";
import { DeliveryFacts } from "./facts.ts";

const defineRoute = routesOf("agents");

/** A task with all that its agent needs; `text` says it in markdown. */
export const DeliveryReply = DeliveryFacts.extend({
  taskId: z.string().brand<"TaskId">(),
  fence: z.number().int().brand<"Fence">(),
  role: RoleNameText,
  title: z.string(),
  instruction: z.string(),
  priority: z.string(),
  state: z.string(),
  attempt: z.number().int(),
  variant: z.string(),
  /** Where it may be handed off, with which intents. */
  allowedHandoffs: z.array(z.object({ to: z.string(), intents: z.array(z.string()), unreviewed: z.boolean() })),
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
      /** For a user's interrupt: the task as which it waits at the front of the queue. */
      waitsAs: z.string().nullable(),
      /** Its sender gave it priority `high` or `critical`: it comes before the rest. */
      urgent: z.boolean().optional(),
      /** `question`, `request` or `notification`. */
      kind: z.string().optional(),
      subject: z.string().optional(),
      priority: z.string().optional(),
      about: z.object({ component: z.string().optional(), file: z.string().optional() }).optional(),
      /** What its sender is working on. */
      taskId: z.string().optional(),
      /** When its answer is due, epoch ms. */
      responseBy: z.number().optional(),
      /** That time has passed. Its priority is then one higher. */
      isOverdue: z.boolean().optional(),
      /** The message that it answers, and what that was about, in a line. */
      repliesTo: z.string().optional(),
      answers: z.string().optional(),
      /** Files that go with it. */
      attachments: z.array(AttachmentShape).optional(),
      /** What the room's message asks for: starting tasks of a session that wait, or reading a round of it. */
      todo: z
        .discriminatedUnion("act", [
          z.object({ act: z.literal("dispatch"), sessionId: z.number() }),
          z.object({ act: z.literal("close_blocker"), taskId: z.string(), blockerId: z.number() }),
          z.object({ act: z.literal("read_round"), sessionId: z.number(), round: z.string() }),
        ])
        .optional(),
    }),
  ),
  /** What people were asked about this task, the oldest first; one without an answer still waits. */
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
          /** The consequence that it promised; empty if the question gave none. */
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

export const getContext = defineRoute("GET /rooms/:room/agents/me/context", {
  summary: "What the agent should know now: the init prompt, and the delivery of the task in hand.",
  access: { who: "agent" },
  tool: {
    name: "show_context",
    description: "Your team's rules, your task.",
  },
  /** `fitting`: both texts in a size that readers take in; `whole`: with nothing left out. */
  query: z.strictObject({
    text: z.enum(["fitting", "whole"]).default("fitting"),
    /** Also what this session shares. */
    session: z.coerce.number().int().min(1).max(1e9).optional(),
  }),
  reply: z.object({
    prompt: z.string(),
    delivery: DeliveryReply.nullable(),
    /** What the session shares, as text; `null`: none was named. */
    shared: z.string().nullable(),
    seq: z.number(),
  }),
});
