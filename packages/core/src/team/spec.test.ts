import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { readRoleSpec } from "./spec.ts";

const read = (...lines: string[]) => readRoleSpec(lines.join("\n"));
/** `5 error: One of true …`, one for each problem. */
const said = (...lines: string[]) =>
  read(...lines).problems.map(({ level, line, message }) => `${line} ${level}: ${message}`);

describe("a role spec", () => {
  it("is read with every key that specs have, lists inline and as blocks", () => {
    const { spec, problems } = read(
      "---",
      "role: tester # who proves",
      'prefix: "TEST"',
      "additional_prefixes: [QA-FE, 'QA']",
      "inner_loop: dynamic",
      "discuss_rounds: 1",
      "subagents:",
      "  - explorer",
      "  - reader",
      "cli_tools: []",
      "additional_members:",
      "- analyst",
      "input_artifact_types: [plan, diff]",
      "delegates_to: [builder]",
      "message_types:",
      "  result: tests ran, with counts",
      "  blocked: cannot run, and why",
      "---",
      "You prove behaviour.",
    );
    expect(problems).toEqual([]);
    expect(spec).toEqual({
      role: "tester",
      prefix: "TEST",
      additionalPrefixes: ["QA-FE", "QA"],
      innerLoop: "dynamic",
      discussRounds: 1,
      subagents: ["explorer", "reader"],
      cliTools: [],
      additionalMembers: ["analyst"],
      inputArtifactTypes: ["plan", "diff"],
      delegatesTo: ["builder"],
      messageTypes: [
        { type: "result", meaning: "tests ran, with counts" },
        { type: "blocked", meaning: "cannot run, and why" },
      ],
      unknown: {},
      body: "You prove behaviour.",
    });
  });

  it("may have no front matter at all", () => {
    expect(read("You prove behaviour.")).toMatchObject({
      spec: { role: null, body: "You prove behaviour." },
      problems: [],
    });
  });

  it("has its problems by line, with what may be meant", () => {
    expect(
      said(
        "---",
        "prefix: TEST",
        "additional_prefixes: [TEST, QA-FE]",
        "inner_loop: dynamik",
        "discuss_round: 1",
        "favourite_tool: vitest",
        "---",
        "Prove it.",
      ),
    ).toEqual([
      "3 warning: TEST is already the prefix above. It is kept once.",
      "4 error: Use true, false or dynamic. Did you mean dynamic?",
      "5 warning: Unknown key, kept as it is. Did you mean discuss_rounds?",
      "6 warning: Unknown key, kept as it is.",
    ]);
  });

  it("keeps what it does not know as it is", () => {
    const { spec } = read("---", "favourite_tool: vitest", "__proto__: x", "---", "b");
    expect(Object.entries(spec.unknown)).toEqual([
      ["favourite_tool", "vitest"],
      ["__proto__", "x"],
    ]);
    expect(Object.getPrototypeOf(spec.unknown)).toBe(Object.prototype);
  });

  it.each([
    [["---", "role: a", "no closing"], "1 error: The front matter has no closing `---`"],
    [["---", "subagents: [a, b", "---", "b"], "2 error: The list has no closing `]`"],
    [["---", "a: {b: c}", "---", "b"], "2 error: Write a map as lines"],
    [["---", "just words", "---", "b"], "2 error: This isn't `key: value`."],
    [["---", "  stray: x", "---", "b"], "2 error: This is indented and belongs to no key above."],
    [["---", "\trole: x", "---", "b"], "2 error: Indent with spaces, not with tabs."],
    [["---", "role: &anchor x", "---", "b"], "2 error: `&` has no meaning here"],
    [["---", "role: |", "---", "b"], "2 error: Put text of several lines"],
    [["---", "role: a", "role: b", "---", "b"], "3 error: role appears twice."],
    [
      ["---", "subagents:", "  - a", "    - b", "---", "b"],
      "4 error: This is indented differently",
    ],
    [["---", "discuss_rounds: many", "---", "b"], "2 error: Use a number of rounds from 0 to 20."],
    [["---", "prefix: [A, B]", "---", "b"], "2 error: prefix must be one word."],
    [["---", "cli_tools: vitest", "---", "b"], "2 warning: cli_tools must be a list"],
    [["---", "role: a", "---", ""], "4 warning: Nothing says how the role works"],
  ])("says of %j: %s", (lines, problem) => {
    expect(said(...lines).join("\n")).toContain(problem);
  });

  it("has a reading whatever the text is, with problems of lines that exist", () => {
    const scrap = fc.constantFrom(
      ...["---", "\n", "\r\n", ":", " ", "\t", "- ", "[", "]", "{", "#", '"', "'", "a", "role: "],
      ...["inner_loop: ", "subagents:\n", "  - x\n", "\u0000", "\ud800", "💥", "…", "&", "\ufeff"],
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 60 }), (parts) => {
        const text = `---\n${parts.join("")}`;
        const { spec, problems } = readRoleSpec(text);
        const lines = text.split(/\r\n?|\n/).length;
        for (const { line } of problems) expect(line >= 1 && line <= lines).toBe(true);
        expect(spec.additionalPrefixes.every((one) => typeof one === "string")).toBe(true);
      }),
      { numRuns: shareOf(500) },
    );
  });

  it("takes no longer than its length for hostile text", () => {
    const text = `---\n${"a".repeat(50_000)}: [${"[".repeat(50_000)}\n${'"'.repeat(50_000)}\n---\n`;
    expect(readRoleSpec(text).problems.length).toBeGreaterThan(0);
  }, 20_000);
});
