import fc from "fast-check";
import { COMPLEXITIES } from "../flow/steps.ts";
import { PRIORITIES } from "../kernel/priority.ts";
import { FINDING_SEVERITIES } from "./severities.ts";
import { QUESTION_TYPES, type Reply, type ReplyType, SKIPPABLE_STEPS } from "./shapes.ts";

/** Text that is hard on whoever reads JSON, fences or markdown. */
const hard = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("a", "Z", "7", " ", "ä", "\u{1f600}") },
    fc.constantFrom("\n", "\r\n", "\t", "\u2028", "\u00a0", "\u0001"),
    fc.constantFrom("```", "```json\n", "\n```\n", "~~~", "`", "//", "/*", "*/", "#"),
    fc.constantFrom("{", "}", "[", "]", ":", ",", '"', "'", "\\", "\u201c", "\u201d", '{"type":"plan"}'),
  ),
  minLength: 1,
  maxLength: 40,
});
const text = hard.filter((s) => s.trim() !== "");
const oneLine = hard
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
  .map((s) => s.replace(/[\u0000-\u001f\u007f]/g, "").trim())
  .filter((s) => s !== "");
const glob = fc.constantFrom("src/**", "src/a.ts", "docs/*.md", ".env");
const role = fc.constantFrom("builder", "planner", "qa-2");
const id = fc.stringMatching(/^[A-Za-z0-9_.-]{1,8}$/);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });

/** Elements with ids of their own. */
function identified<T>(facts: fc.Arbitrary<T>): fc.Arbitrary<(T & { id: string })[]> {
  return fc
    .uniqueArray(id, { minLength: 1, maxLength: 4 })
    .chain((ids) => fc.tuple(...ids.map((one) => facts.map((rest) => ({ ...rest, id: one })))));
}

const part = fc.record({ title: oneLine, description: text });

const byType: { [T in ReplyType]: fc.Arbitrary<Reply & { type: T }> } = {
  scout: fc.record({
    type: fc.constant("scout" as const),
    angle: oneLine,
    keywords: some(oneLine),
    files: some(fc.record({ path: oneLine, why: optional(oneLine) })),
    patterns: some(text),
    top5: some(oneLine),
    notes: text,
  }),
  triage: fc.record({
    type: fc.constant("triage" as const),
    level: fc.constantFrom(...COMPLEXITIES),
    reasoning: text,
    suggestedSkips: some(fc.constantFrom(...SKIPPABLE_STEPS)),
    batches: some(part),
    splits: some(part),
  }),
  questions: fc.record({
    type: fc.constant("questions" as const),
    questions: identified(
      fc.record({
        text,
        type: fc.constantFrom(...QUESTION_TYPES),
        options: fc.array(oneLine, { minLength: 1, maxLength: 3 }),
      }),
    ),
  }),
  approaches: identified(
    fc.record({
      title: oneLine,
      summary: text,
      tradeoffs: text,
      taskEstimate: fc.nat({ max: 1_000 }),
    }),
  ).chain((approaches) =>
    fc.record({
      type: fc.constant("approaches" as const),
      approaches: fc.constant(approaches),
      recommendation: optional(fc.constantFrom(...approaches.map((one) => one.id))),
      reasoning: optional(text),
    }),
  ),
  design: fc.record({
    type: fc.constant("design" as const),
    sections: identified(fc.record({ title: oneLine, content: text })),
  }),
  plan: fc.record({
    type: fc.constant("plan" as const),
    tasks: identified(
      fc.record({
        title: oneLine,
        instruction: text,
        files: some(oneLine),
        // Case alone must not make another id of one that is there.
        requires: some(fc.constant("elsewhere-1")),
        role,
        reviewers: optional(some(role)),
        successCriteria: some(oneLine),
        priority: optional(fc.constantFrom(...PRIORITIES)),
        timeoutS: optional(fc.integer({ min: 1, max: 604_800 })),
        boundaries: optional(fc.record({ allowed: some(glob), forbidden: some(glob) })),
        outputs: optional(some(fc.oneof(glob, fc.record({ name: fc.constant("tests"), path: glob })))),
      }),
    ),
  }),
  review: fc.record({
    type: fc.constant("review" as const),
    passed: fc.boolean(),
    findings: some(
      fc.record({
        severity: fc.constantFrom(...FINDING_SEVERITIES),
        file: oneLine,
        line: optional(fc.nat({ max: 9_999 })),
        issue: text,
        suggestion: optional(text),
      }),
    ),
    mustFix: some(text),
    summary: text,
  }),
  perspective: fc.record({
    type: fc.constant("perspective" as const),
    rating: fc.integer({ min: 1, max: 5 }),
    summary: oneLine,
    convergent: some(oneLine),
    divergent: some(oneLine),
    missing: some(oneLine),
    risks: some(fc.record({ severity: fc.constantFrom("high", "medium", "low"), risk: oneLine })),
    actionItems: some(oneLine),
  }),
};

/** A reply of any type that says what it has to say. */
export const anyReply: fc.Arbitrary<Reply> = fc.oneof(...Object.values(byType)).map(withoutUndefined);

function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Prose that comes before an answer, brackets and quotes of all kinds in it, none of them closed behind it. */
export const proseBefore = fc
  .array(
    fc.constantFrom(
      "I use {curly} braces. ",
      "see [1] and [x](y) ",
      'a "{" in quotes ',
      "a '[' too ",
      "if (a) { ",
      "[ ",
      "{} [] ",
      '{"a": ',
      '{"type": ',
      "{a: 1} ",
      "// well\n",
      "/* ",
      "it's 5\" ",
      "```\n{ x }\n```\n",
      '{"name":"x","type":"module"}\n',
      "\n\n",
      "\u201cso\u201d ",
      "\\",
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));

export const proseBehind = fc
  .array(fc.constantFrom("That is all. ", "use {curly} braces", "\n```\n", '"', "{", "[", " see [2] ", "\n"), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));

export interface Slips {
  trailingCommas: boolean;
  rawBreaks: boolean;
  comments: boolean;
  bareNames: boolean;
  nullMembers: boolean;
}
export const anySlips: fc.Arbitrary<Slips> = fc.record({
  trailingCommas: fc.boolean(),
  rawBreaks: fc.boolean(),
  comments: fc.boolean(),
  bareNames: fc.boolean(),
  nullMembers: fc.boolean(),
});

/** JSON with the slips of somebody who writes it by hand. */
export function writeSloppily(value: unknown, slips: Slips): string {
  const comma = slips.trailingCommas ? "," : "";
  const space = slips.comments ? " /* { */ // [\n" : " ";
  if (Array.isArray(value)) {
    const elements = value.map((one) => writeSloppily(one, slips));
    return elements.length === 0 ? "[]" : `[${space}${elements.join(`,${space}`)}${comma}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, one]) => `${slips.bareNames ? name : JSON.stringify(name)}:${space}${writeSloppily(one, slips)}`,
    );
    if (slips.nullMembers) members.push('"else": null');
    return `{${space}${members.join(`,${space}`)}${comma}${space}}`;
  }
  const json = JSON.stringify(value);
  if (!slips.rawBreaks || typeof value !== "string") return json;
  return json.replace(/\\\\|\\n|\\r|\\t/g, (written) => RAW[written] ?? written);
}

const RAW: Record<string, string> = { "\\n": "\n", "\\r": "\r", "\\t": "\t" };
