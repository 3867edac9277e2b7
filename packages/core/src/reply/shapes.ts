import * as z from "zod";
import { COMPLEXITIES } from "../flow/steps.ts";
import { OUTPUTS_MAX, OutputBody, PATTERNS_MAX, readOutputs, TimeLimit } from "../kernel/assignment.ts";
import { PRIORITIES } from "../kernel/priority.ts";
import type { WordField } from "../kernel/text.ts";
import { DEFAULT_TIMEOUT_S } from "../kernel/time-limit.ts";
import {
  choiceFacts,
  fieldFacts,
  identifiedField,
  idField,
  itemFacts,
  lineField,
  listFacts,
  listField,
  numberFacts,
  patternField,
  roleField,
  textField,
} from "./fields.ts";
import { FINDING_SEVERITIES } from "./severities.ts";

/**
 * What agents answer with. Every text and every list has a bound, every id is unique in its list, and an empty proposal
 * (an empty list or text) is not a proposal.
 *
 * @source domain.md § 6
 */

/** Steps that a triage may leave out. */
export const SKIPPABLE_STEPS = ["questions", "approaches", "design"] as const;
export type SkippableStep = (typeof SKIPPABLE_STEPS)[number];

export const QUESTION_TYPES = ["choice", "input"] as const;

/** Characters; for a list, elements. */
const LINE_MAX = 200;
const NOTE_MAX = 4_000;
const CONTENT_MAX = 20_000;
const PATH_MAX = 500;
const QUESTION_MAX = 2_000;
const LISTED_MAX = 100;
const SCOPE_MAX = 20;
const QUESTIONS_MAX = 30;
const APPROACHES_MAX = 12;
const SECTIONS_MAX = 20;
const TASKS_MAX = 200;
const FINDINGS_MAX = 200;
/** Limit for one point of view: many of them meet in one round. */
const POINT_MAX = 500;
const POINTS_MAX = 10;

const ScoutedFile = z
  .object({
    path: lineField(PATH_MAX, "path in the repository"),
    why: lineField(1_000, "why it matters").optional(),
  })
  .register(itemFacts, { main: "path" });

export const ScoutReply = z
  .object({
    type: z.literal("scout"),
    angle: lineField(LINE_MAX, "what you looked for"),
    keywords: listField(lineField(LINE_MAX, "keyword"), LISTED_MAX).default([]),
    files: listField(ScoutedFile, 500).default([]),
    patterns: listField(textField(NOTE_MAX, "a pattern the code follows"), LISTED_MAX).default([]),
    top5: listField(lineField(1_000, "one of the five most important places"), 10).default([]),
    notes: textField(CONTENT_MAX, "what else the planner should know").optional(),
  })
  .refine(
    ({ files, patterns, top5, notes }) => files.length + patterns.length + top5.length > 0 || notes !== undefined,
    { message: "something found: files, patterns, top5 or notes" },
  );
export type ScoutReply = z.infer<typeof ScoutReply>;

const ScopePart = z.object({
  title: lineField(LINE_MAX, "title"),
  description: textField(NOTE_MAX, "what belongs to it"),
});
export type ScopePart = z.infer<typeof ScopePart>;

export const TriageReply = z.object({
  type: z.literal("triage"),
  level: z.enum(COMPLEXITIES),
  reasoning: textField(NOTE_MAX, "why this level"),
  suggestedSkips: listField(z.enum(SKIPPABLE_STEPS), 10).default([]),
  batches: listField(ScopePart, SCOPE_MAX).default([]),
  splits: listField(ScopePart, SCOPE_MAX).default([]),
});
export type TriageReply = z.infer<typeof TriageReply>;

const Question = z
  .object({
    id: idField("q1"),
    text: textField(QUESTION_MAX, "the question"),
    type: z.enum(QUESTION_TYPES),
    options: listField(lineField(500, "an answer to choose"), SCOPE_MAX).optional(),
  })
  .refine(({ type, options }) => type !== "choice" || (options?.length ?? 0) > 0, {
    path: ["options"],
    message: 'answers to choose from, as the question is of type "choice"',
  });
export type Question = z.infer<typeof Question>;

export const QuestionsReply = z.object({
  type: z.literal("questions"),
  questions: identifiedField(Question, QUESTIONS_MAX, "q"),
});
export type QuestionsReply = z.infer<typeof QuestionsReply>;

const Approach = z.object({
  id: idField("a1"),
  title: lineField(LINE_MAX, "title"),
  summary: textField(NOTE_MAX, "what you would do"),
  tradeoffs: textField(NOTE_MAX, "pros and cons"),
  /** Tasks that it would take. */
  taskEstimate: z.number().int().min(0).max(1_000),
});
export type Approach = z.infer<typeof Approach>;

export const ApproachesReply = z
  .object({
    type: z.literal("approaches"),
    approaches: identifiedField(Approach, APPROACHES_MAX, "a"),
    /** The id of one of them. */
    recommendation: lineField(LINE_MAX, "the id of one of them").optional(),
    reasoning: textField(NOTE_MAX, "why this one").optional(),
  })
  .superRefine(({ approaches, recommendation }, context) => {
    const ids = approaches.map(({ id }) => id);
    if (recommendation === undefined || ids.includes(recommendation)) return;
    const message = `the id of one of the approaches (${ids.join(", ")})`;
    context.addIssue({ code: "custom", path: ["recommendation"], message });
  });
export type ApproachesReply = z.infer<typeof ApproachesReply>;

const DesignSection = z.object({
  id: idField("s1"),
  title: lineField(LINE_MAX, "title"),
  content: textField(CONTENT_MAX, "the section in markdown"),
});
export type DesignSection = z.infer<typeof DesignSection>;

export const DesignReply = z.object({
  type: z.literal("design"),
  sections: identifiedField(DesignSection, SECTIONS_MAX, "s"),
  /** If no person chose one: the id of the approach that it takes, or a name for it. */
  approachId: idField("a1").optional(),
});
export type DesignReply = z.infer<typeof DesignReply>;

const patterns = (hint: string) => listField(patternField(hint), PATTERNS_MAX).default([]);

const PlanOutputs = z
  .array(OutputBody)
  .max(OUTPUTS_MAX)
  .register(listFacts, { min: 0, max: OUTPUTS_MAX, idPrefix: null, read: readOutputs });
const { name: outputName, path: outputPath } = OutputBody.options[1].shape;
outputName.register(fieldFacts, { holds: "line", hint: "what you call it" });
outputPath.register(fieldFacts, { holds: "line", hint: "path in the repository" });

const PlanTask = z.object({
  id: idField("t1"),
  title: lineField(LINE_MAX, "title"),
  instruction: textField(CONTENT_MAX, "what to do, complete enough for somebody who knows nothing else"),
  files: listField(lineField(PATH_MAX, "path in the repository"), LISTED_MAX).default([]),
  /** Ids of tasks that come before; the plan's preflight checks that they exist and form no circle. */
  requires: listField(idField("t0"), LISTED_MAX).default([]),
  role: roleField("role"),
  /** Roles that judge it besides those that always do. */
  reviewers: listField(lineField(LINE_MAX, "a further role that reviews it") as WordField, 10).optional(),
  successCriteria: listField(lineField(500, "what must be true when it is done"), 50).default([]),
  priority: z.enum(PRIORITIES).optional(),
  timeoutS: TimeLimit.register(numberFacts, { example: DEFAULT_TIMEOUT_S }).optional(),
  /** This task's own, inside those of its session. */
  boundaries: z
    .object({
      allowed: patterns("pattern of what it may change, as src/**"),
      forbidden: patterns("pattern of what it must not change"),
    })
    .optional(),
  /** What it has to make, by name; `files` are outputs, too. */
  outputs: PlanOutputs.optional(),
});
export type PlanTask = z.infer<typeof PlanTask>;

export const PlanReply = z.object({
  type: z.literal("plan"),
  tasks: identifiedField(PlanTask, TASKS_MAX, "t"),
});
export type PlanReply = z.infer<typeof PlanReply>;

/**
 * The names that reviewers, linters and trackers use.
 *
 * @source document 002 (`error`, `warning`); the usual words of linters and trackers
 */
const SEVERITY_SYNONYMS: Record<string, (typeof FINDING_SEVERITIES)[number]> = {
  blocker: "critical",
  blocking: "critical",
  fatal: "critical",
  error: "high",
  major: "high",
  severe: "high",
  serious: "high",
  important: "high",
  warning: "medium",
  warn: "medium",
  moderate: "medium",
  normal: "medium",
  minor: "low",
  info: "low",
  note: "low",
  nit: "low",
  nitpick: "low",
  trivial: "low",
  style: "low",
  suggestion: "low",
};

const Finding = z.object({
  severity: z.enum(FINDING_SEVERITIES).register(choiceFacts, { synonyms: SEVERITY_SYNONYMS }),
  file: lineField(PATH_MAX, "path in the repository"),
  /** From 1; 0 stands for the file as a whole. */
  line: z.number().int().min(0).max(100_000_000).optional(),
  issue: textField(NOTE_MAX, "what is wrong"),
  suggestion: textField(NOTE_MAX, "what would be right").optional(),
});
export type Finding = z.infer<typeof Finding>;

export const ReviewReply = z.object({
  type: z.literal("review"),
  passed: z.boolean(),
  findings: listField(Finding, FINDINGS_MAX).default([]),
  mustFix: listField(textField(NOTE_MAX, "what must change before it passes"), LISTED_MAX).default([]),
  summary: textField(NOTE_MAX, "your judgement in a few sentences"),
});
export type ReviewReply = z.infer<typeof ReviewReply>;

const RISK_SEVERITIES = ["high", "medium", "low"] as const;

const Risk = z
  .object({
    severity: z.enum(RISK_SEVERITIES).register(choiceFacts, {
      synonyms: {
        critical: "high",
        severe: "high",
        major: "high",
        moderate: "medium",
        minor: "low",
      },
    }),
    risk: lineField(POINT_MAX, "what may go wrong"),
  })
  .register(itemFacts, { main: "risk" });

const points = (hint: string) => listField(lineField(POINT_MAX, hint), POINTS_MAX).default([]);

/** What one point of view says about finished work. @source domain.md § 10, document 004 (discuss subagent) */
export const PerspectiveReply = z.object({
  type: z.literal("perspective"),
  /** From 1, unusable, to 5. */
  rating: z.number().int().min(1).max(5),
  summary: lineField(300, "your judgement in one sentence"),
  convergent: points("what is right and should stay"),
  divergent: points("what you would decide differently"),
  missing: points("a requirement that is missing"),
  risks: listField(Risk, POINTS_MAX).default([]),
  actionItems: points("what should be done, the most important first"),
});
export type PerspectiveReply = z.infer<typeof PerspectiveReply>;

export const replyShapes = {
  scout: ScoutReply,
  triage: TriageReply,
  questions: QuestionsReply,
  approaches: ApproachesReply,
  design: DesignReply,
  plan: PlanReply,
  review: ReviewReply,
  perspective: PerspectiveReply,
} as const;

export type ReplyType = keyof typeof replyShapes;
export type ReplyOf<T extends ReplyType> = z.infer<(typeof replyShapes)[T]>;
export type Reply = ReplyOf<ReplyType>;
export const REPLY_TYPES = Object.keys(replyShapes) as ReplyType[];

/** Wrong case and surrounding spaces don't make it another type. */
export function replyTypeOf(value: unknown): ReplyType | null {
  if (typeof value !== "string" || value.length > 40) return null;
  const type = value.trim().toLowerCase();
  return REPLY_TYPES.find((one) => one === type) ?? null;
}
