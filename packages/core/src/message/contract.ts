import { z } from "zod";
import { defineRoute, RoomParam } from "../contract/route.ts";
import { RoleNameText, text, Uuid } from "../kernel/text.ts";
import { PRIORITIES } from "../task/task.ts";
import { MESSAGE_MAX, type Message } from "./message.ts";

export const sendMessage = defineRoute({
  id: "sendMessage",
  method: "POST",
  path: "/rooms/:room/messages",
  tag: "messages",
  summary:
    "A person's message is a task of the entry point; an agent's goes to the user, a role or one agent.",
  access: { who: "room", persons: "approver", agents: true },
  params: RoomParam,
  body: z.object({
    body: text(MESSAGE_MAX, 1),
    /** Agents only: `user`, a role, or an agent's id. */
    to: z.union([z.literal("user"), RoleNameText, Uuid]).optional(),
    repliesTo: Uuid.optional(),
    priority: z.enum(PRIORITIES).optional(),
  }),
  keyed: true,
  reply: z.object({
    messageId: z.string(),
    /** The entry point's task, for a person's message. */
    taskId: z.string().nullable(),
    to: z.string(),
    /** Tasks in front of it. */
    ahead: z.number(),
    /** Whether the recipient is there now. */
    available: z.boolean(),
    seq: z.number(),
  }),
});

export const listMessages = defineRoute({
  id: "listMessages",
  method: "GET",
  path: "/rooms/:room/messages",
  tag: "messages",
  summary: "The conversation, newest first; `before` pages by message id.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RoomParam,
  query: z.object({
    before: Uuid.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ messages: z.array(z.custom<Message>()), next: z.string().nullable() }),
});
