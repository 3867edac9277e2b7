import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, FenceInt, line, TaskIdText, text } from "../kernel/text.ts";
import { FIX_OUTCOMES, SEVERITIES } from "./reported-error.ts";

const defineRoute = routesOf("errors");

const Place = z.number().int().min(1).max(1e7);
const Count = z.coerce.number().int().min(1).max(1e9);

const FixBody = z.strictObject({
  fix: line(500),
  /** `not_tried`: it might work, but isn't yours to do. */
  outcome: z.enum(FIX_OUTCOMES).default("failed"),
  /** Its outcome. */
  note: line(500).optional(),
});

export const ErrorRow = z.object({
  id: z.number(),
  severity: z.enum(SEVERITIES),
  type: z.string().nullable(),
  message: z.string(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  attemptedFixes: z.array(FixBody.extend({ outcome: z.enum(FIX_OUTCOMES) })),
  requiresIntervention: z.boolean(),
  suggestedAgent: z.string().nullable(),
  taskId: z.string(),
  sessionId: z.number().nullable(),
  /** `null`: no runner started its agent. */
  runId: z.number().nullable(),
  by: z.object({ agentId: z.string(), name: z.string(), role: z.string() }),
  at: z.number(),
  /** Errors of the agent's run up to this one, which is included; warnings don't count. */
  count: z.number(),
  /** It stopped the agent. */
  stopped: z.boolean(),
});
export type ErrorRow = z.infer<typeof ErrorRow>;

/** As document 002 has it. */
const SAID = {
  severity: "error",
  type: "TypeScriptCompilationError",
  message: "Type 'string' is not assignable to type 'number'.",
  file: "src/card.ts",
  line: 45,
  column: 12,
};
const TRIED = { fix: "Changed the type annotation", outcome: "failed", note: "A new error." };

export const reportError = defineRoute("POST /rooms/:room/tasks/:taskId/errors", {
  summary:
    "Reports an error met at the task in hand. The third that is no warning, in one run of the agent over all its tasks, stops the agent: the task fails, its run ends, and a person is asked.",
  access: { who: "agent" },
  tool: {
    name: "report_error",
    description: "Reports an error; the third stops you.",
    leaves: ["note"],
  },
  params: RoomParam.extend({ taskId: TaskIdText }),
  body: z.strictObject({
    fence: FenceInt,
    severity: z.enum(SEVERITIES).default("error"),
    /** The tool's name for it. */
    type: line(100).optional(),
    message: text(4_000, 1),
    file: line(500).optional(),
    line: Place.optional(),
    column: Place.optional(),
    attemptedFixes: z.array(FixBody).max(20).default([]),
    /** You can't continue: a person is asked, and the task's clock is paused. */
    requiresIntervention: z.boolean().default(false),
    /** A role or an agent that could do it instead. */
    suggestedAgent: line(100).optional(),
  }),
  example: { body: { fence: 3, ...SAID, attemptedFixes: [TRIED] } },
  keyed: true,
  refuses: ["worker_stopped"],
  reply: z.object({
    id: z.number(),
    /** Errors of your run so far, without warnings. */
    count: z.number(),
    /** The task is taken from you: stop. */
    stopped: z.boolean(),
    /** The question about this task that waits for a person, if the error needs one. */
    decisionId: z.string().nullable(),
    seq: z.number(),
  }),
});

export const listErrors = defineRoute("GET /rooms/:room/errors", {
  command: {
    usage: "errors",
    help: "list errors that agents reported, the newest first",
    gives: { limit: 200 },
    leaves: ["cursor", "agent"],
    options: { task: ["--task <id>", "of this task"], run: ["--run <id>", "of this run"] },
  },
  summary: "Errors that agents reported, the newest first, with what they tried.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject({
    task: TaskIdText.optional(),
    session: Count.optional(),
    agent: AgentUuid.optional(),
    run: Count.optional(),
    severity: z.enum(SEVERITIES).optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(ErrorRow).extend({ seq: z.number() }),
  example: {
    reply: {
      data: [
        {
          id: 7,
          ...SAID,
          attemptedFixes: [TRIED],
          requiresIntervention: false,
          suggestedAgent: null,
          taskId: "DEV-001",
          sessionId: 4,
          runId: null,
          by: { agentId: "0198a7c2-5b1e-7c3a-9f40-2d6e8b1a4c57", name: "Ada", role: "builder" },
          at: 1_764_000_000_000,
          count: 1,
          stopped: false,
        },
      ],
      next: null,
      seq: 42,
    },
  },
});
