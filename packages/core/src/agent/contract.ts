import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { line, RoleNameText, text, Uuid } from "../kernel/text.ts";
import { CONNECTION_CLASSES, DOORS } from "./agent.ts";

const defineRoute = routesOf("agents");

export const joinRoom = defineRoute("POST /rooms/:room/agents", {
  summary: "Joins as one of the credential's roles and returns the init prompt. A newer join supersedes an older one.",
  access: { who: "agent" },
  tool: {
    name: "join_room",
    description: "Joins anew, as one of your roles; any first call joins.",
    leaves: ["class", "harness", "door", "ifAbsent"],
  },
  body: z.strictObject({
    /** May be left out when the credential has one role. */
    role: RoleNameText.optional(),
    class: z.enum(CONNECTION_CLASSES).default("manual"),
    harness: line(40).optional(),
    /** How it calls: prompts and deliveries name the command's words, routes, or tools. */
    door: z.enum(DOORS).default("cli"),
    /** An agent that is already in the room as this role keeps its connection, and nothing is superseded. */
    ifAbsent: z.boolean().optional(),
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

export const leaveRoom = defineRoute("POST /rooms/:room/agents/me/leave", {
  summary: "Leaves the room; a task in hand goes back to the queue at once.",
  access: { who: "agent" },
  tool: {
    name: "leave_room",
    description: "Leaves for good; your task goes back.",
    leaves: ["reason"],
    isDestructive: true,
  },
  body: z.strictObject({ reason: text(500).optional() }).optional(),
  act: true,
  reply: z.object({ left: z.literal(true), returnedTask: z.string().nullable(), seq: z.number() }),
});

export const renewLease = defineRoute("POST /rooms/:room/agents/me/renew", {
  repeat: "Takes no key: each request is one more sign of life.",
  summary: "A sign of life. The answer comes once it is stored.",
  access: { who: "agent" },
  reply: z.object({
    seenAt: z.number(),
    leaseS: z.number(),
    /** Messages that wait for the agent itself. Those of low priority wait for its next task: a claim brings them. */
    mail: z.number(),
    /** The task that it holds. */
    holds: z.string().nullable(),
  }),
});
