import * as z from "zod";
import { ATTACHMENTS_MAX } from "../attachment/attachment.ts";
import { DeliveryReply } from "../delivery/contract.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, line, MessageUuid, RoleNameText, TaskIdText, text, Uuid } from "../kernel/text.ts";
import { PRIORITIES } from "../task/task.ts";
import { MODEL_MAX } from "../team/tiers.ts";
import { MESSAGE_KINDS, MESSAGE_MAX, MESSAGE_MOVES } from "./message.ts";
import { RESPONSE_S_MAX, RESPONSE_S_MIN, SUBJECT_MAX } from "./open.ts";
import type { SentMessage, StandingMessage } from "./state.ts";

const defineRoute = routesOf("messages");

export const sendMessage = defineRoute("POST /rooms/:room/messages", {
  summary:
    "Sends a message. A person's becomes a task for the entry point; an agent's goes to the user, a role or one agent.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "send_message",
    description: "Messages the user, a role or an agent; `waits`: your task waits.",
    leaves: ["interrupt", "model"],
  },
  body: z.strictObject({
    body: text(MESSAGE_MAX, 1),
    /** Agents only: `user`, a role, or an agent's id. */
    to: z.union([z.literal("user"), RoleNameText, AgentUuid]).optional(),
    repliesTo: MessageUuid.optional(),
    /** A person's place among messages; an agent's `critical` and `high` come first in the mail. */
    priority: z.enum(PRIORITIES).optional(),
    /** Agents only. A question or a request says when it needs its answer. */
    kind: z.enum(MESSAGE_KINDS).optional(),
    /** Agents only: what it is about. */
    subject: line(SUBJECT_MAX).optional(),
    about: z.strictObject({ component: line(200).optional(), file: line(1024).optional() }).optional(),
    /**
     * Agents only: seconds until an answer is overdue; its priority is then raised, and 10 minutes later a person is
     * asked.
     */
    responseS: z.number().int().min(RESPONSE_S_MIN).max(RESPONSE_S_MAX).optional(),
    /** Agents only: your task waits for the answer, its clock paused. Without `to` it goes to the entry point. */
    waits: z.boolean().optional(),
    /** Agents only: a line of your log, of this type of your spec; nobody is told. `about.file` is what it refers to. */
    log: line(64).optional(),
    /** People only: goes to the front, and the entry point's agents at work are told; they keep their leases. */
    interrupt: z.boolean().optional(),
    /** People only: the model, or class of models, for the runs that it causes. */
    model: line(MODEL_MAX).optional(),
    /** Ids of files that were stored for it. */
    attachments: z.array(Uuid).max(ATTACHMENTS_MAX).optional(),
  }),
  keyed: true,
  reply: z.object({
    messageId: z.string(),
    /** What kind of message an agent's is, and its state; `null` for a person's: its task says so. */
    message: z.custom<SentMessage>().nullable(),
    /** The entry point's task, for a person's message; `null` if the room answered it. */
    taskId: z.string().nullable(),
    /** `room`: a routed team's room answered it itself, in `answer`. */
    to: z.string(),
    answer: z.string().nullable(),
    /** Tasks ahead of it. */
    ahead: z.number(),
    /** Whether the recipient is available now. */
    available: z.boolean(),
    /** If a routed team's message names several roles: each has a task of its own, and `taskId` joins their results. */
    branches: z.array(z.object({ taskId: z.string(), role: z.string(), available: z.boolean() })),
    /** Agents at work that find an interrupt in the answer to their next call. */
    told: z.array(z.string()),
    /** Whether a class, the server's prices or a runner here has the named model; `null`: none was named. */
    isModelKnown: z.boolean().nullable(),
    /** Mail of the agent that sent it. */
    messages: DeliveryReply.shape.messages,
    seq: z.number(),
  }),
});

const MessageParam = RoomParam.extend({
  /** A message's id, or that of the task as which it waits. */
  message: z.union([MessageUuid, TaskIdText]),
});
const change = { params: MessageParam, keyed: true } as const;
const keepers = { who: "room", persons: "approver", agents: false } as const;
const Placed = z.object({
  messageId: z.string(),
  taskId: z.string(),
  /** Tasks ahead of it now. */
  ahead: z.number(),
  seq: z.number(),
});

export const editMessage = defineRoute("PUT /rooms/:room/messages/:message", {
  command: {
    usage: "message edit <message> [body...]",
    help: "reword a queued message",
    more: "The id is the message's own or its task's (PLAN-003).",
    text: "body",
    options: {
      body: ["--message <text>", "the new words; also from --message-file, the words after the id, or stdin"],
    },
    says: "Reworded {taskId}; [ahead?{ahead} ahead of it|nothing ahead of it].",
  },
  ...change,
  summary: "Rewords a queued message; its sender and leads may, until it is taken.",
  access: keepers,
  body: z.strictObject({ body: text(MESSAGE_MAX, 1) }),
  reply: Placed,
});

export const withdrawMessage = defineRoute("DELETE /rooms/:room/messages/:message", {
  command: {
    usage: "message withdraw <message>",
    help: "withdraw a queued message",
    says: "{taskId} is withdrawn.",
  },
  ...change,
  summary: "Withdraws a queued message: its task is cancelled, and what it answered is open again.",
  access: keepers,
  reply: Placed.omit({ ahead: true }),
});

export const moveMessageToFront = defineRoute("POST /rooms/:room/messages/:message/front", {
  command: {
    usage: "message front <message>",
    help: "move a queued message to the front",
    says: "{taskId} is next; [ahead?{ahead} ahead of it|nothing ahead of it].",
  },
  ...change,
  summary: "Moves a queued message to the front.",
  access: keepers,
  reply: Placed,
});

export const listQueue = defineRoute("GET /rooms/:room/queue", {
  command: {
    usage: "message list",
    help: "list queued messages, the next one first",
    leaves: ["cursor", "limit"],
    rows: {
      cells: ["{taskId}", "[ahead?{ahead} ahead of it|nothing ahead of it]", "{from}", "{at}", "{body:60}"],
      none: "No message waits for {role}.",
    },
  },
  summary: "People's queued messages, in the order they will be taken.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_queue",
    description: "People's waiting messages, in order.",
    leaves: ["cursor"],
  },
  query: z.strictObject(paging(200, 1000)),
  reply: pageOf(
    z.object({
      messageId: z.string(),
      taskId: z.string(),
      from: z.string(),
      body: z.string(),
      at: z.number(),
      ahead: z.number(),
      /** What the caller may do with it. */
      allowed: z.array(z.enum(MESSAGE_MOVES)),
    }),
  ).extend({
    /** Whose queue it is: the entry point's. */
    role: RoleNameText,
    seq: z.number(),
  }),
});

export const getMessage = defineRoute("GET /rooms/:room/messages/:message", {
  command: { usage: "message show <message>", help: "show one message in full", hasPages: true },
  summary: "One message in full, with how it stands and the task it became.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: { name: "show_message", description: "One message in full." },
  params: RoomParam.extend({ message: Uuid }),
  reply: z.object({ message: z.custom<StandingMessage>() }),
});

export const listMessages = defineRoute("GET /rooms/:room/messages", {
  summary: "The conversation, newest first, with how each message stands.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject(paging(50, 200)),
  reply: pageOf(z.custom<StandingMessage>()),
});
