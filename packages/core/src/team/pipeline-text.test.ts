import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circleIn, taskRequires } from "../pipeline/graph.ts";
import type { Pipeline, PipelineStep } from "../pipeline/pipeline.ts";
import { PIPELINES } from "../pipeline/presets.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { PIPELINE_TEXT_MAX, readPipeline, writePipeline, writePipelineJson } from "./pipeline-text.ts";

const TEXT = `# How we check a change
name: security
title: Security check
about: from a change to a judged one
steps:
  - id: PLAN-001
    title: Plan
  - id: CHECKPOINT-1
    title: Start the check
    checkpoint: true
    requires: [PLAN-001]
  - id: REVIEW-001
    title: Review
    instruction: |
      Look for secrets.
      Then for injections.
    requires:
      - CHECKPOINT-1
    outputs: [review/security.md]
`;

/** `4: …`, one for each problem of the text with this in place of that. */
function said(that = "", by = ""): string[] {
  expect(TEXT).toContain(that);
  return readPipeline(TEXT.replace(that, by)).problems.map(
    ({ level, line, message }) => `${line} ${level}: ${message}`,
  );
}

describe("a pipeline as YAML", () => {
  it("is read with its steps, checkpoints, instructions and files", () => {
    expect(readPipeline(TEXT)).toMatchObject({
      problems: [],
      stepLines: [6, 8, 12],
      pipeline: {
        name: "security",
        title: "Security check",
        about: "from a change to a judged one",
        steps: [
          { id: "PLAN-001", title: "Plan", requires: [] },
          {
            id: "CHECKPOINT-1",
            title: "Start the check",
            isCheckpoint: true,
            requires: ["PLAN-001"],
          },
          {
            id: "REVIEW-001",
            title: "Review",
            requires: ["CHECKPOINT-1"],
            instruction: "Look for secrets.\nThen for injections.\n",
            outputs: ["review/security.md"],
          },
        ],
      },
    });
  });

  it("refuses a circle, and names it", () => {
    expect(said("    title: Plan\n", "    title: Plan\n    requires: [REVIEW-001]\n")).toEqual([
      "8 error: These steps wait for each other: PLAN-001 → REVIEW-001 → CHECKPOINT-1 → PLAN-001.",
    ]);
    expect(said("- CHECKPOINT-1", "- REVIEW-001")).toEqual([
      "17 error: These steps wait for each other: REVIEW-001 → REVIEW-001.",
    ]);
  });

  it("refuses a requirement that is no step, or named twice", () => {
    expect(said("- CHECKPOINT-1", "- CHECKPOINT-1\n      - TEST-001")).toEqual([
      "19 error: There is no step TEST-001.",
    ]);
    expect(said("[PLAN-001]", "[PLAN-001, PLAN-001]")).toEqual(["11 error: PLAN-001 is named twice."]);
  });

  it("refuses an id that is doubled, or no prefix and number", () => {
    expect(said("id: REVIEW-001", "id: PLAN-001")).toContain("12 error: There is already a step PLAN-001.");
    for (const id of ["review", "REVIEW", "REVIEW-", "REVIEW-00001", "REVIEW-001-R1", "Ü-1", '""'])
      expect(said("REVIEW-001", id)).toEqual([
        "12 error: An id is a prefix and a number, such as DRAFT-001, up to 32 characters.",
      ]);
  });

  it("refuses a checkpoint with nothing in front of it, with work of its own, or alone", () => {
    expect(said("    requires: [PLAN-001]\n", "")).toEqual([
      "8 error: CHECKPOINT-1 needs a step in front of it; name it under `requires`.",
    ]);
    const work = "checkpoint: true\n    instruction: Look.\n    outputs: [a.md]";
    expect(said("checkpoint: true", work)).toEqual([
      "11 error: A person answers a checkpoint; it has no `instruction`.",
      "12 error: A person answers a checkpoint; it has no `outputs`.",
    ]);
    expect(said("checkpoint: true", "checkpoint: maybe")).toEqual(["10 error: `checkpoint` is true or false."]);
    const alone = "name: a\ntitle: A\nabout: b\nsteps: [{ id: C-1, title: C, checkpoint: true }]";
    expect(readPipeline(alone).problems.map(({ message }) => message)).toContain(
      "A pipeline needs a step that is no checkpoint.",
    );
  });

  it("refuses what has no name, no words or no steps", () => {
    expect(said("name: security", "name: Security check")).toEqual([
      "2 error: A pipeline's name is up to 40 lower-case letters, digits and hyphens.",
    ]);
    expect(said("title: Security check\n", "")).toEqual(["2 error: Give the pipeline a title."]);
    expect(said("about: from a change to a judged one", 'about: "a\\nb"')).toEqual(["4 error: Write it in one line."]);
    expect(said("title: Plan", "title: [Plan]")).toEqual(["7 error: `title` must be text."]);
    expect(said("requires: [PLAN-001]", "requires: { a: b }")).toEqual([
      "11 error: `requires` must be a list of words, each up to 200 characters.",
    ]);
    for (const text of ["", "# nothing", "- a", "text", "null"])
      expect(readPipeline(text).problems).toEqual([
        {
          level: "error",
          line: 1,
          message: "A pipeline has `name`, `title`, `about` and `steps`.",
        },
      ]);
    expect(readPipeline("name: a\nsteps: []").problems).toEqual([
      { level: "error", line: 2, message: "A pipeline needs a list of `steps`." },
    ]);
  });

  it("says on which line it is no YAML, and warns of keys that mean nothing", () => {
    expect(said("requires: [PLAN-001]", "requires: [PLAN-001")[0]).toMatch(/^1[12] error: /);
    expect(said("    outputs:", "    reviewer: me\n    outputs:")).toEqual([
      "19 warning: `reviewer` means nothing here; it is left out.",
    ]);
    expect(said("title: Review", "title: &a Review\n    instruction: *a").join()).toContain("error");
  });

  it("keeps words that YAML would read as something else", () => {
    const { pipeline } = readPipeline(TEXT.replace("title: Plan", "title: 1.0"));
    expect(pipeline?.steps[0]?.title).toBe("1.0");
  });

  it("is read within a second or two, however it nests", () => {
    for (const text of ["[", "- ", "? ", "{a: ", "a: &b [*b, "]) {
      const all = text.repeat(PIPELINE_TEXT_MAX / text.length);
      expect(readPipeline(all).pipeline).toBeNull();
    }
    expect(readPipeline("a".repeat(PIPELINE_TEXT_MAX + 1)).problems[0]?.message).toContain(`${PIPELINE_TEXT_MAX}`);
  });

  it.each(PIPELINES)("$name, which every team has, is written and read again", (pipeline) => {
    expect(readPipeline(writePipeline(pipeline))).toMatchObject({ pipeline, problems: [] });
  });

  it("is the same once it is written and read again, whatever its words are", () => {
    fc.assert(
      fc.property(pipelines, (pipeline) => {
        const text = writePipeline(pipeline);
        const read = readPipeline(text);
        expect(read).toMatchObject({ pipeline, problems: [] });
        expect(writePipeline(read.pipeline as Pipeline)).toBe(text);
        const json = writePipelineJson(pipeline);
        expect(() => JSON.parse(json)).not.toThrow();
        expect(readPipeline(json)).toMatchObject({ pipeline, problems: [] });
      }),
      { numRuns: shareOf(200) },
    );
  });

  it("has a reading whatever the text is, and a pipeline only without errors", () => {
    const words = fc.constantFrom(
      "name: a\n",
      "title: b\n",
      "about: c\n",
      "steps:\n",
      "- id: D-1\n",
      "  title: e\n",
      "  requires: [D-1]\n",
      "  requires:\n",
      "  checkpoint: true\n",
      "  - D-2\n",
      "- id: D-2\n",
      "*a",
      "&a ",
      "!!int ",
      "? ",
      "| \n",
      "\t",
      "---\n",
      '"',
      "{",
      "]",
      "\u2028",
      "<<: ",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 14 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { pipeline, problems } = readPipeline(text);
        const lines = text.split("\n").length;
        expect(pipeline === null).toBe(problems.some(({ level }) => level === "error"));
        for (const { line } of problems) expect(line > 0 && line <= lines).toBe(true);
        if (!pipeline) return;
        expect(circleIn(pipeline.steps)).toBeNull();
        for (const step of pipeline.steps)
          if (step.isCheckpoint) expect(taskRequires(pipeline.steps, step)).not.toEqual([]);
        expect(readPipeline(writePipeline(pipeline)).pipeline).toEqual(pipeline);
      }),
      { numRuns: shareOf(500) },
    );
  });
});

const line = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      ..."null|~|true|404|1.0|# a|a: b|- a|[a]|{a}|'a|\"a|&a|*a|!a|| a|> a|? a|a #b|a:".split("|").filter(Boolean),
    ),
    fc.constantFrom("|", " a ", "\u0085a".trim(), "---", "...", "%a", "@a", "`a", "a ".repeat(90).trim()),
  )
  .filter((text) => text.trim() !== "" && !/[\p{Cc}\u2028\u2029]/u.test(text) && text.length <= 200);
const paragraph = fc
  .array(fc.oneof(line, fc.constantFrom("", " ", "  indented", "trailing ", "\ttab", "a\r\nb")), {
    maxLength: 6,
  })
  .map((lines) => lines.join("\n"));

/** Each step requires some before it; a checkpoint has a task in front of it. */
const pipelines: fc.Arbitrary<Pipeline> = fc
  .record({
    title: line,
    about: line,
    drafts: fc.array(
      fc.record({
        title: line,
        instruction: paragraph,
        cut: fc.nat(),
        isCheckpoint: fc.boolean(),
        outputs: fc.array(line, { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ title, about, drafts }) => {
    const steps: PipelineStep[] = [];
    for (const [i, { cut, isCheckpoint, instruction, outputs, ...rest }] of drafts.entries()) {
      const id = `S-${i}`;
      const requires = steps.flatMap((one, j) => ((cut >> j) & 1 ? [one.id] : []));
      if (isCheckpoint && taskRequires(steps, { id, title: "", requires }).length > 0)
        steps.push({ id, ...rest, requires, isCheckpoint });
      else
        steps.push({
          id,
          ...rest,
          requires,
          ...(instruction === "" ? {} : { instruction }),
          ...(outputs.length === 0 ? {} : { outputs }),
        });
    }
    return { name: "own", title, about, steps };
  });
