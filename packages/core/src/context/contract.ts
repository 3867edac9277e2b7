import * as z from "zod";
import { REASONS, WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import { SESSION_STEPS } from "../flow/steps.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { TaskIdText } from "../kernel/text.ts";
import { TASK_STATES } from "../task/task.ts";

const defineRoute = routesOf("sessions");

const SharedTaskRow = z.object({
  taskId: z.string(),
  role: z.string(),
  title: z.string(),
  state: z.enum(TASK_STATES),
  /** Who has it, or had it last. */
  by: z.string().nullable(),
  /** When it ended; if it is live, when it was claimed or made. */
  at: z.number(),
  percent: z.number().nullable(),
  /** Why it cannot continue, one sentence per reason. */
  blocked: z.array(z.string()),
});

/** One decision or entry of wisdom, and why a delivery has it or leaves it out. */
const ReceivedEntry = z.object({
  kind: z.enum(["agent_decision", ...WISDOM_KINDS]),
  /** `null`: no entry, but a decision that an agent reported. */
  wisdomId: z.number().nullable(),
  taskId: z.string().nullable(),
  text: z.string(),
  words: z.number(),
  /** What it has in common with the task. */
  reasons: z.array(z.enum(REASONS)),
  /** `null`: it is in. `full`: others come first; `unrelated`: about other files, labels and roles. */
  left: z.enum(["full", "unrelated", "other_role"]).nullable(),
});

const Receives = z.object({
  taskId: z.string(),
  role: z.string(),
  /** A word counts as 5.3 bytes at least, as the limit does. */
  words: z.number(),
  limit: z.number(),
  shares: z.object({ decisions: z.number(), wisdom: z.number(), tasks: z.number() }),
  /** The most important first. */
  entries: z.array(ReceivedEntry),
});
export type Receives = z.infer<typeof Receives>;

export const getSessionContext = defineRoute("GET /rooms/:room/sessions/:sessionId/context", {
  summary:
    "What all who work in a session share: decisions, tasks completed and pending, blockers, locks and wisdom, as they stand now.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) }),
  query: z.strictObject({
    /** Also what a delivery of this live task says about it. */
    task: TaskIdText.optional(),
  }),
  refuses: ["session_unknown"],
  reply: z.object({
    sessionId: z.number(),
    title: z.string(),
    /** By people and agents, the newest first. */
    decisions: z.array(
      z.object({
        text: z.string(),
        by: z.string(),
        /** `null`: a person's. */
        role: z.string().nullable(),
        taskId: z.string().nullable(),
        /** The step at which a person said it. */
        step: z.enum(SESSION_STEPS).nullable(),
        at: z.number(),
        files: z.array(z.string()),
      }),
    ),
    /** The latest 500, the newest first. */
    completed: z.array(SharedTaskRow),
    pending: z.array(SharedTaskRow),
    blockers: z.array(
      z.object({
        taskId: z.string(),
        blockerId: z.number(),
        description: z.string(),
        requiresAgent: z.string().nullable(),
        since: z.number(),
      }),
    ),
    locks: z.array(
      z.object({
        lockId: z.number(),
        patterns: z.array(z.string()),
        state: z.enum(["held", "waiting"]),
        by: z.string(),
        taskId: z.string().nullable(),
        since: z.number(),
        /** Who has what it waits for. */
        waitsFor: z.array(z.string()),
      }),
    ),
    /** In force and written down in this session, the newest first. */
    wisdom: z.array(
      z.object({
        wisdomId: z.number(),
        kind: z.enum(WISDOM_KINDS),
        text: z.string(),
        by: z.string(),
        taskId: z.string().nullable(),
        at: z.number(),
        files: z.array(z.string()),
        scope: z.enum(["room", "session"]),
      }),
    ),
    changed: z.object({ at: z.number(), by: z.string().nullable() }).nullable(),
    /** What whoever takes the task gets of it, and what is left out; `null`: no live task of the session was named. */
    receives: Receives.nullable(),
    /** All of it as markdown. */
    text: z.string(),
    seq: z.number(),
  }),
});
