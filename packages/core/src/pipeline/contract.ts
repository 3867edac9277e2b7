import * as z from "zod";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { TaskIdText } from "../kernel/text.ts";

const defineRoute = routesOf("sessions");

/** More sessions than any room will have. */
const ID_MAX = 1e9;

const Step = z.object({
  id: z.string(),
  title: z.string(),
  instruction: z.string().optional(),
  requires: z.array(z.string()).readonly(),
  outputs: z.array(z.string()).readonly().optional(),
  isCheckpoint: z.boolean().optional(),
});

export const getPipelines = defineRoute("GET /rooms/:room/pipelines", {
  summary: "The pipelines of a room's team, and for those that it can't start the prefixes that no role has.",
  access: { who: "room", persons: "viewer", agents: true },
  reply: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        about: z.string(),
        steps: z.array(Step).readonly(),
        /** Prefixes without a role; empty: it can be started. */
        missing: z.array(z.string()),
      }),
    ),
  }),
});

export const dispatch = defineRoute("POST /rooms/:room/sessions/:sessionId/dispatch", {
  command: {
    usage: "dispatch <session> [tasks...]",
    help: "let tasks of a pipeline start that wait for the coordinator",
    more: "Without tasks, all that wait start. Those you leave out wait until the pipeline moves again, or you name them.",
    options: { inOrder: "one after the other, each once the one before has ended" },
    says: "[dispatched?Started: {dispatched}.|Nothing waited.][held? Still waiting: {held}.]",
  },
  summary:
    "Lets tasks of a pipeline go that wait for the coordinator: all, or those named; `inOrder`: one after the other.",
  access: { who: "room", persons: "lead", agents: true },
  tool: { name: "dispatch_tasks", description: "Starts tasks that wait for you." },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(ID_MAX) }),
  body: z
    .strictObject({
      taskIds: z.array(TaskIdText).max(200).default([]),
      inOrder: z.boolean().default(false),
    })
    .default({ taskIds: [], inOrder: false }),
  act: true,
  reply: z.object({
    sessionId: z.number(),
    seq: z.number(),
    /** They start now. */
    dispatched: z.array(z.string()),
    /** They keep waiting. */
    held: z.array(z.string()),
  }),
});
