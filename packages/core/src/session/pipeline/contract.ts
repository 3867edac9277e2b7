import * as z from "zod";
import { RoomParam, routesOf } from "../../kernel/route.ts";
import { TaskIdText, text } from "../../kernel/text.ts";
import { UsageSum } from "../../usage/contract.ts";

const defineRoute = routesOf("sessions");

/** More sessions than any room will have. */
const ID_MAX = 1e9;

const RevisionTaskShape = z.object({
  taskId: z.string(),
  title: z.string(),
  /** The agent that has it; `null`: nobody. */
  by: z.string().nullable(),
});

export const reviseSteps = defineRoute("POST /rooms/:room/sessions/:sessionId/revision", {
  command: {
    usage: "session revise <session> <tasks...>",
    help: "redo finished steps of a pipeline, and all that was built on them",
    more: "Earlier versions stay readable. With --dry-run it changes nothing, and says what that costs.",
    options: {
      note: "what is to be different; their agents get it",
      dryRun: "change nothing, say what it would cost",
    },
  },
  summary:
    "Redoes finished steps of a pipeline, and all that was built on them; with `dryRun` it only says what that costs.",
  access: { who: "room", persons: "lead", agents: true },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(ID_MAX) }),
  body: z.strictObject({
    /** Tasks of the steps. */
    taskIds: z.array(TaskIdText).min(1).max(200),
    /** What has to be different; their agents get it. */
    note: text(4_000).default(""),
    dryRun: z.boolean().default(false),
  }),
  act: true,
  reply: z.object({
    sessionId: z.number(),
    seq: z.number(),
    /** False: nothing has changed. */
    isDone: z.boolean(),
    /** The coordinator asked for a third revision: a person decides here. */
    decisionId: z.string().nullable(),
    /** Resulting tasks whose third or later revision an agent asks for: a person decides about all of it. */
    decided: z.array(z.string()),
    /** What is redone, in order: the task of each step, and the one that replaces it. */
    again: z.array(
      z.object({
        step: z.string(),
        title: z.string(),
        taskId: z.string(),
        as: z.string(),
        revision: z.number(),
      }),
    ),
    /** Checkpoints that ask again. */
    asks: z.array(z.object({ step: z.string(), title: z.string() })),
    /** Unfinished tasks that are cancelled: they were made from an older version. */
    stops: z.array(RevisionTaskShape),
    /** Other work of the pipeline, which continues. */
    goesOn: z.array(RevisionTaskShape),
    /** Along the longest chain, from what those steps took, otherwise from what tasks like them took here. */
    longestMs: z.number().nullable(),
    /** Steps that the time leaves out. */
    unknown: z.number(),
    /** What those steps have taken so far. */
    took: z.object({ workMs: z.number(), usage: UsageSum }),
  }),
});
