import * as z from "zod";
import { AttachmentShape } from "../attachment/contract.ts";
import { SESSION_STEPS } from "../flow/steps.ts";
import { REPLY_TYPES } from "../reply/shapes.ts";
import { INTENTS } from "../team/team.ts";
import { DONE_EFFECTS, TASK_KINDS } from "./ends.ts";
import { BoundariesShape, SessionFacts } from "./session-facts.ts";
import { WisdomSourceShape } from "./wisdom-body.ts";

const Artifact = z.object({
  path: z.string(),
  status: z.enum(["created", "modified", "deleted"]),
  lines: z.number().optional(),
  stage: z.enum(["draft", "final"]).optional(),
  hash: z.string().optional(),
  size: z.number().optional(),
  /** Who reported it like this, by name. */
  producer: z.string().optional(),
  /** The file with its content. */
  contentId: z.string().optional(),
});
/** A path, or one with what the assignment calls it. */
export const OutputShape = z.union([z.string(), z.object({ name: z.string(), path: z.string() })]);
const ProgressCheckShape = z.object({
  name: z.string(),
  /** Left out: not run yet. */
  passed: z.boolean().optional(),
  value: z.number().optional(),
});
const BlockerShape = z.object({
  id: z.number(),
  description: z.string(),
  requiresAgent: z.string().nullable(),
  since: z.number(),
  messageId: z.string().optional(),
});
const Result = z.object({
  summary: z.string(),
  criteria: z.array(z.object({ criterion: z.string(), met: z.boolean(), note: z.string().optional() })),
  keyDecisions: z.array(z.string()),
  warnings: z.array(z.string()),
  artifacts: z.array(Artifact),
  diff: AttachmentShape.nullable(),
  /** What was run on it. */
  checks: z.array(z.object({ name: z.string(), passed: z.boolean(), value: z.number().optional() })),
});
const Word = z.object({ text: z.string(), by: z.string() });
const Boundaries = BoundariesShape.extend({
  /** What people allowed beyond them, in this task alone. */
  lifted: z.array(z.object({ paths: z.array(z.string()), by: z.string(), reason: z.string() })),
});
const Finding = z.object({
  severity: z.string(),
  file: z.string(),
  line: z.number().optional(),
  issue: z.string(),
  suggestion: z.string().optional(),
});
const Verdict = z.object({
  role: z.string(),
  /** `null`: a person let it go without this review. */
  by: z.string().nullable(),
  passed: z.boolean(),
  summary: z.string(),
  mustFix: z.array(z.string()),
  findings: z.array(Finding),
});

/** How a task may end, the expected way first. */
export const EndShape = z.union([
  z.object({
    action: z.literal("handOff"),
    to: z.string(),
    intent: z.enum(INTENTS),
    /** It would be marked: nobody checked it. */
    unreviewed: z.boolean(),
  }),
  /** `delivers`: the summary answers the user; `submits`: its reviewers get it; all but `ends` want `reply`. */
  z.object({ action: z.literal("completeTask"), effect: z.enum(DONE_EFFECTS) }),
  z.object({ action: z.literal("failTask") }),
]);

/** What the text of a delivery says about its task, for programs. Times are epoch milliseconds. */
export const DeliveryFacts = z.object({
  /** Its kind, which decides how it ends. */
  kind: z.enum(TASK_KINDS),
  from: z.object({
    kind: z.enum(["person", "agent", "server"]),
    name: z.string(),
    role: z.string().nullable(),
  }),
  /** How it arrived; `null` where nobody handed it off. */
  intent: z.enum(INTENTS).nullable(),
  /** The task that was handed off to make this one. */
  fromTaskId: z.string().nullable(),
  /** The results that it joins, in the order in which they were asked for. */
  fanout: z
    .object({
      id: z.number(),
      branches: z.array(
        z.object({
          taskId: z.string(),
          role: z.string(),
          title: z.string(),
          /** `null`: it was retried, and continues. */
          outcome: z.enum(["fulfilled", "rejected", "timed_out", "empty"]).nullable(),
          /** The result, cut if long, or why there is none. */
          text: z.string(),
          by: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** Why it is this role's part, in sentences, if it would normally be another's. */
  part: z.array(z.string()),
  /** Roles that the user named in the message. */
  mentions: z.array(z.string()),
  /** Attempts that end without a result and fail it; `attempt` says which one this is. */
  attemptsMax: z.number(),
  deadlineAt: z.number(),
  timeoutS: z.number(),
  /** Seconds without a call that end the claim. */
  leaseS: z.number(),
  boundaries: Boundaries,
  outputs: z.array(OutputShape),
  /**
   * An earlier attempt was cut short after it had finished these files: if they are as they were, the task is done
   * (`found` of its completion).
   */
  kept: z.array(z.object({ path: z.string(), hash: z.string() })),
  requires: z.array(z.string()),
  /** Tasks that wait for this one. */
  waitedForBy: z.array(z.object({ taskId: z.string(), role: z.string() })),
  /** Other tasks of the same user's message that are still open. */
  openOfMessage: z.array(z.string()),
  /** Files that go with it. */
  attachments: z.array(AttachmentShape),
  /** The questions that the message answers. */
  answers: z.array(z.object({ from: z.string(), role: z.string(), text: z.string(), at: z.number() })),
  /** The user's message that it came from, where the instruction is another text. */
  message: z
    .object({
      from: z.string(),
      body: z.string(),
      at: z.number(),
      attachments: z.array(AttachmentShape),
    })
    .nullable(),
  /** What came before it, the newest first, with what became of it. */
  earlier: z.array(
    z.object({
      taskId: z.string(),
      role: z.string(),
      title: z.string(),
      instruction: z.string(),
      intent: z.enum(INTENTS).nullable(),
      /** Who made it, and who ended it. */
      from: z.object({ name: z.string(), role: z.string().nullable() }),
      by: z.string().nullable(),
      boundaries: Boundaries,
      outputs: z.array(OutputShape),
      successCriteria: z.array(z.string()),
      result: Result.nullable(),
    }),
  ),
  /** For a session's task: what people decided about the session so far, the oldest first. */
  decided: z.array(
    z.object({
      step: z.enum(SESSION_STEPS),
      /** From 1: the batch that was under way; `null` for what all batches share. */
      batch: z.number().nullable(),
      by: z.string(),
      at: z.number(),
      /** The answer, as the person saw it. */
      chosen: z.string(),
      /** The note given with it: it binds whoever comes after. */
      note: z.string(),
    }),
  ),
  /** What reviews of earlier batches found and nobody mended; `decided` says who let it stand, and why. */
  carried: z.array(
    z.object({
      batch: z.number(),
      /** `null`: the review of the whole found it. */
      taskId: z.string().nullable(),
      /** `null`: it was said only that it must change. */
      severity: z.string().nullable(),
      file: z.string().nullable(),
      line: z.number().nullable(),
      issue: z.string(),
    }),
  ),
  /** The session that it is part of. */
  session: SessionFacts.nullable(),
  /** Whose work it continues, and how often whose work on it was rejected. */
  continues: z
    .object({
      from: z.string(),
      rejected: z.array(z.object({ name: z.string(), times: z.number() })),
    })
    .nullable(),
  /** What earlier attempts left. */
  previous: z
    .object({
      lastEnd: z.object({ how: z.string(), reason: z.string(), at: z.number() }).nullable(),
      progress: z
        .object({
          percent: z.number().optional(),
          action: z.string().optional(),
          completed: z.array(z.string()),
          remaining: z.array(z.string()),
          artifacts: z.array(Artifact),
          checks: z.array(ProgressCheckShape).optional(),
          blockers: z.array(BlockerShape).optional(),
          at: z.number(),
        })
        .nullable(),
    })
    .nullable(),
  /** What is to be judged, or what was found about this task's own last submission. */
  review: z
    .object({
      taskId: z.string(),
      title: z.string(),
      instruction: z.string(),
      boundaries: Boundaries,
      round: z.number(),
      by: z.string(),
      result: Result,
      /** For work to be judged: those of the round before. For its own: those of this round. */
      verdicts: z.array(Verdict),
      note: Word.nullable(),
      /** For a point of view: earlier steps whose results it is judged against, required ones first. */
      buildsOn: z
        .array(
          z.object({
            taskId: z.string(),
            title: z.string(),
            files: z.array(z.string()),
            /** Otherwise the files are the planned ones. */
            reported: z.boolean(),
          }),
        )
        .optional(),
      /** For a point of view: outputs that its author didn't report. */
      missing: z.array(OutputShape).optional(),
      /** For a point of view: which one, in which round about which step. */
      discussion: z
        .object({
          round: z.string(),
          step: z.string(),
          perspective: z.string(),
          persona: z.string(),
          focus: z.string(),
          tool: z.string(),
        })
        .optional(),
      /** Why the last reply could not be used. */
      refused: z.string().nullable(),
    })
    .nullable(),
  /** The reply that it ends with. */
  reply: z.object({ type: z.enum(REPLY_TYPES), schema: z.unknown() }).nullable(),
  ends: z.array(EndShape),
  /** What is sent to a role that is away goes to another. */
  reroutes: z.array(z.object({ wanted: z.string(), got: z.string() })),
  team: z.object({
    variant: z.string(),
    chain: z.array(z.string()),
    note: z.string(),
    /** It was changed after this agent joined: `getContext` has the rules of now. */
    changedAt: z.number().nullable(),
    roles: z.array(
      z.object({
        name: z.string(),
        specialty: z.string(),
        agents: z.array(
          z.object({
            name: z.string(),
            online: z.boolean(),
            offlineSince: z.number().nullable(),
            taskId: z.string().nullable(),
          }),
        ),
        /** How many others there are: those present are named before those absent. */
        more: z.number(),
      }),
    ),
  }),
  /** Mode and queue of the room, for the entry point. */
  mode: z
    .object({
      workflowMode: z.enum(["normal", "backlog_clearing"]),
      paused: z.boolean(),
      messagesWaiting: z.number(),
      itemsOpen: z.number(),
    })
    .nullable(),
  /** The backlog item that it is the work on. */
  item: z
    .object({
      itemId: z.number(),
      title: z.string(),
      priority: z.string(),
      labels: z.array(z.string()),
      lastTry: z.object({ how: z.string(), reason: z.string() }).nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  /** What the team knows that matters for it, the most important first. */
  wisdom: z.array(
    z.object({
      wisdomId: z.number(),
      kind: z.enum(["decision", "convention", "issue", "learning"]),
      text: z.string(),
      /** Whose word it is; for what came with a squad, its author's, not that of whoever brought it in. */
      by: z.string(),
      source: WisdomSourceShape.nullable(),
      taskId: z.string().nullable(),
      files: z.array(z.string()),
    }),
  ),
  /** What the others in its session decided, and how far they are; `null`: it is not part of a plan at work. */
  shared: z
    .object({
      decisions: z.array(
        z.object({
          text: z.string(),
          by: z.string(),
          taskId: z.string().nullable(),
          at: z.number(),
        }),
      ),
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
          patterns: z.array(z.string()),
          state: z.enum(["held", "waiting"]),
          by: z.string(),
          taskId: z.string().nullable(),
        }),
      ),
      pending: z.array(
        z.object({
          taskId: z.string(),
          title: z.string(),
          state: z.string(),
          by: z.string().nullable(),
        }),
      ),
      completed: z.array(z.object({ taskId: z.string(), title: z.string(), by: z.string().nullable() })),
    })
    .nullable(),
  /** The agent's own last ended tasks, the latest first. */
  /** What the loop that it is in has made so far, the oldest first. */
  accumulator: z.array(
    z.object({
      task: z.string(),
      /** The file that it is about. */
      artifact: z.string().nullable(),
      keyDecisions: z.array(z.string()),
      /** How its last round of discussion ended; `null`: it was not discussed. */
      consensus: z
        .object({
          outcome: z.enum(["reached", "blocked", "skipped"]),
          severity: z.enum(["high", "medium", "low", "none"]),
        })
        .nullable(),
      rating: z.number().nullable(),
      summary: z.string(),
    }),
  ),
  recent: z.array(z.object({ taskId: z.string(), title: z.string(), summary: z.string() })),
});
export type DeliveryFacts = z.infer<typeof DeliveryFacts>;
