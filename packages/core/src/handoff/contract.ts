import * as z from "zod";
import { DeliveryReply } from "../delivery/contract.ts";
import { WisdomBodies } from "../delivery/wisdom-body.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { FenceInt, RoleNameText, TaskIdText, text } from "../kernel/text.ts";
import { MESSAGE_MAX } from "../message/message.ts";
import { ResultBody, TaskBody } from "../task/contract.ts";
import { INTENTS } from "../team/team.ts";
import { UsageBody } from "../usage/contract.ts";

const defineRoute = routesOf("handoffs");

export const HandoffReply = z.object({
  /** `null`: it was handed back too often with nothing changed, and has failed. */
  handoffId: z.string().nullable(),
  /** Where it went; differs from the requested target if it was rerouted. */
  to: z.string(),
  intent: z.enum(INTENTS),
  /** The next role's task; `null` when it went to the user. */
  taskId: z.string().nullable(),
  variant: z.string(),
  unreviewed: z.boolean(),
  rerouted: z.object({ wanted: z.string(), reason: z.string() }).nullable(),
  /** A person lets it wait for a role that nobody fills; nobody is asked about it until the role has been there. */
  queuedAnyway: z.boolean(),
  /** For a delivery to the user: open tasks of the same message; their results reach nobody by themselves. */
  stillOpen: z.array(z.string()),
  /** The task's outputs that are missing from the result; the next task's outputs that it may not change. */
  warnings: z.array(z.string()),
  /** The next task, taken in the same commit, if `next` was asked for. */
  next: DeliveryReply.nullable(),
  seq: z.number(),
});
export type HandoffReply = z.infer<typeof HandoffReply>;

const Target = z.union([z.literal("user"), RoleNameText]);
const FollowUp = TaskBody.pick({
  agentId: true,
  title: true,
  priority: true,
  timeoutS: true,
  boundaries: true,
  outputs: true,
  successCriteria: true,
}).partial();

export const handOff = defineRoute("POST /rooms/:room/handoffs", {
  summary:
    "Passes the ball: completes the task in hand, delivers the message and creates the next role's task, in one step.",
  access: { who: "agent" },
  tool: {
    name: "hand_off",
    description: "Passes your task on; returns your next one.",
    endsTask: true,
    leaves: ["stage", "timeoutS", "priority", "files", "labels", "roles"],
  },
  body: z.strictObject({
    taskId: TaskIdText,
    fence: FenceInt,
    to: Target,
    intent: z.enum(INTENTS).default("work"),
    message: text(MESSAGE_MAX, 1),
    /** The task's result; the message serves as the summary if it is left out. */
    result: ResultBody.omit({ verdict: true }).partial({ summary: true }).optional(),
    task: FollowUp.optional(),
    next: z.boolean().default(false),
    usage: UsageBody.optional(),
    /** What the team should know beyond this task. */
    wisdom: WisdomBodies.optional(),
  }),
  keyed: true,
  bodyLimit: 2_500_000,
  reply: HandoffReply,
});

export const handOn = defineRoute("POST /rooms/:room/tasks/:taskId/hand-on", {
  summary: "Moves the ball to another role, for leads; `queueAnyway` lets it wait for a role that nobody fills.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam.extend({ taskId: TaskIdText }),
  body: z.strictObject({
    to: RoleNameText,
    intent: z.enum(INTENTS).default("work"),
    message: text(MESSAGE_MAX, 1),
    task: FollowUp.optional(),
    queueAnyway: z.boolean().default(false),
  }),
  keyed: true,
  reply: HandoffReply.omit({ next: true, stillOpen: true, warnings: true }).extend({
    /** `null`: a task of a plan keeps its place there, and went to the other role as it is. */
    handoffId: z.string().nullable(),
  }),
});
