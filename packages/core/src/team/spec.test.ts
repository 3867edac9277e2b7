import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { readRoleSpec } from "./spec.ts";

const read = (...lines: string[]) => readRoleSpec(lines.join("\n"));
/** `5 error: One of true …`, one for each problem. */
const said = (...lines: string[]) =>
  read(...lines).problems.map(({ level, line, message }) => `${line} ${level}: ${message}`);

/** A list of words in each way that specs write one. */
const lists = (words: string[]) => [
  ` [${words.join(", ")}]`,
  ` [${words.map((word) => `"${word}"`).join(",")}]`,
  `\n${words.map((word) => `  - ${word} # one`).join("\n")}`,
  `\n${words.map((word) => `- '${word}'`).join("\n")}`,
  `\n  [\n${words.map((word) => `    ${word}`).join(",\n")}\n  ]`,
  ` ${words.join(", ")}`,
  `\n${words.map((word) => `  - name: ${word}\n    why: it helps`).join("\n")}`,
  `\n${words.map((word) => `  ${word}:\n    limit: 3`).join("\n")}`,
  `\n${words.map((word) => `  - ${word}: it helps`).join("\n")}`,
  ` {${words.map((word) => `${word}: yes`).join(", ")}}`,
];
const oneOf = (ways: string[]) => fc.constantFrom(...ways);
const LISTED = {
  additional_prefixes: ["QUALITY", "QA-FE"],
  subagents: ["explorer", "doc-writer"],
  cli_tools: ["gemini", "codex"],
  additional_members: ["analyst"],
  input_artifact_types: ["plan", "diff"],
  delegates_to: ["builder", "tester"],
};
const ROUNDS = ["DISCUSS-001", "DISCUSS-002"];
const VIEWS = ["product", "risk"];
const rounds = (views: string[]) => ROUNDS.map((id) => ({ id, perspectives: views }));

/** Text of front matter in any of the shapes that are in use, and what it means. */
const shapes = fc
  .record({
    listed: fc.record(Object.fromEntries(Object.entries(LISTED).map(([key, words]) => [key, oneOf(lists(words))]))),
    rounds: fc.constantFrom(
      ...lists(ROUNDS).map((text) => ({ text, means: rounds([]) })),
      { text: "\n", means: [] },
      { text: " []", means: [] },
      { text: " 0", means: [] },
      { text: " none", means: [] },
      { text: " false", means: [] },
      { text: " 1", means: [{ id: "DISCUSS-001", perspectives: [], steps: [] }] },
      { text: " {draft: DISCUSS-001, review: DISCUSS-002}", means: rounds([]) },
      ...[
        `\n${ROUNDS.map((id) => `  - id: ${id}\n    perspectives: [${VIEWS.join(", ")}]`).join("\n")}`,
        `\n${ROUNDS.map((id) => `  - round: ${id}\n    perspectives:\n      - product\n      - risk`).join("\n")}`,
        `\n${ROUNDS.map((id) => `  ${id}: [product, risk]`).join("\n")}`,
        `\n${ROUNDS.map((id) => `  ${id}:\n    perspectives: product, risk`).join("\n")}`,
        `\n${ROUNDS.map((id) => `  - ${id}: [product, risk]`).join("\n")}`,
      ].map((text) => ({ text, means: rounds(VIEWS) })),
    ),
    loop: fc.constantFrom(
      ...["true", "True", '"true"', "yes", "on"].map((text) => ({ text, means: true })),
      ...["false", "no"].map((text) => ({ text, means: false })),
      { text: "dynamic # as many as there are", means: "dynamic" },
    ),
    types: fc.constantFrom(
      { text: "\n  success: research_ready\n  error: error", on: ["success", "error"] },
      { text: " {success: research_ready, error: error}", on: ["success", "error"] },
      { text: "\n  - success: research_ready\n  - error: error", on: ["success", "error"] },
      ...lists(["research_ready", "error"])
        .filter((text) => !text.includes(":"))
        .map((text) => ({ text, on: [null, null] })),
      { text: "\n  - type: research_ready\n    when: never\n  - type: error", on: [null, null] },
    ),
    prefix: fc.constantFrom("RESEARCH", "RESEARCH-", '"RESEARCH-*"', "research", "[RESEARCH]"),
    role: fc.constantFrom("analyst", '"analyst"', "'analyst'  # who asks"),
    style: fc.constantFrom(
      (key: string) => key,
      (key: string) => key.replaceAll("_", "-"),
      (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ),
    end: fc.constantFrom("\n", "\r\n"),
    mark: fc.constantFrom("", "\ufeff"),
    extra: fc.constantFrom("", "\ncolor: green", "\ndescription: |\n  Many\n  lines: here\n", "\nhint: a: b"),
  })
  .map(({ listed, rounds, loop, types, prefix, role, style, end, mark, extra }) => {
    const lines = [
      `role: ${role}`,
      `prefix: ${prefix}`,
      `${style("inner_loop")}: ${loop.text}`,
      ...Object.entries(listed).map(([key, text]) => `${style(key)}:${text}`),
      `${style("discuss_rounds")}:${rounds.text}`,
      `${style("message_types")}:${types.text}`,
    ];
    const text = `---\n${lines.join("\n")}${extra}\n---\n## Phase 2\n\nAsk.`;
    return {
      text: mark + text.replaceAll("\n", end),
      means: { rounds: rounds.means, loop: loop.means, on: types.on },
      hasExtra: extra !== "",
    };
  });

describe("a role spec", () => {
  it("means the same in whatever shape it is written, and nothing of it is lost", () => {
    fc.assert(
      fc.property(shapes, ({ text, means, hasExtra }) => {
        const { spec, problems } = readRoleSpec(text);
        expect(
          problems.filter(({ level }) => level === "error"),
          text,
        ).toEqual([]);
        expect(spec, text).toMatchObject({
          role: "analyst",
          prefix: "RESEARCH",
          innerLoop: means.loop,
          discussRounds: means.rounds,
          additionalPrefixes: LISTED.additional_prefixes,
          subagents: LISTED.subagents,
          cliTools: LISTED.cli_tools,
          additionalMembers: LISTED.additional_members,
          inputArtifactTypes: LISTED.input_artifact_types,
          delegatesTo: LISTED.delegates_to,
        });
        const types = spec.messageTypes.map(({ type }) => type);
        expect([types, spec.messageTypes.map(({ on }) => on)], text).toEqual([["research_ready", "error"], means.on]);
        expect(Object.keys(spec.unknown).length > 0, text).toBe(hasExtra);
        expect(spec.body.trim()).toMatch(/^## Phase 2\s+Ask\.$/);
      }),
      { numRuns: shareOf(400) },
    );
  });

  it("is read with every key that specs have, lists inline and as blocks", () => {
    const { spec, problems } = read(
      "---",
      "role: tester # who proves",
      'prefix: "TEST"',
      "model: premium",
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
      model: "premium",
      additionalPrefixes: ["QA-FE", "QA"],
      innerLoop: "dynamic",
      discussRounds: [{ id: "DISCUSS-001", perspectives: [], steps: [] }],
      subagents: ["explorer", "reader"],
      cliTools: [],
      additionalMembers: ["analyst"],
      inputArtifactTypes: ["plan", "diff"],
      delegatesTo: ["builder"],
      messageTypes: [
        { type: "result", meaning: "tests ran, with counts", on: null },
        { type: "blocked", meaning: "cannot run, and why", on: null },
      ],
      unknown: {},
      body: "You prove behaviour.",
    });
  });

  it("refuses a model that is longer than a name may be, with its line", () => {
    const { spec } = read("---", `model: ${"m".repeat(81)}`, "---", "You prove.");
    expect(spec.model).toBeNull();
    expect(said("---", `model: ${"m".repeat(81)}`, "---", "You prove.")).toEqual([
      "2 error: model must be a name of up to 80 letters, on one line.",
    ]);
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
      "3 warning: TEST is already the prefix. It is kept once.",
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
    [["---", "subagents: [a, b", "---", "b"], "2 error: This `[` isn't closed."],
    [["---", 'subagents: ["a, b]', "---", "b"], "2 error: This quote isn't closed."],
    [["---", "role: a", "subagents: [a,", "  b", "inner_loop: true", "---", "b"], "3 error: This `["],
    [["---", "a: b", "subagents: [a, b", "", "# note", "prefix: X", "---", "b"], "3 error: This `["],
    [["---", "x:", '  - "a', "  - c", '  - "d"', "role: y", "---", "b"], "3 error: This quote"],
    [["---", "x:", "  - it's [one", "  - [two", "  - three", "---", "b"], "4 error: This `["],
    [["---", "x:", "  a: {y: [1, 2}", "  b: c", "---", "b"], "3 error: This `["],
    [["---", "x: {a: b, # }", "  c: 'd'", "role: y", "---", "b"], "2 error: This `{"],
    [["---", "just words", "---", "b"], "2 error: This isn't `key: value`."],
    [["---", "  stray: x", "---", "b"], "2 error: This is indented and belongs to no key above."],
    [["---", "subagents:", "\t- a", "---", "b"], "3 warning: Indent with spaces, not with tabs."],
    [["---", "role: &anchor x", "---", "b"], "2 error: Write the value itself"],
    [["---", "role: *anchor", "---", "b"], "2 error: Write the value itself"],
    [
      ["---", 'message_types: "[approved, rejected]"', "---", "b"],
      "2 warning: Read as a list; take it out of its quotes.",
    ],
    [["---", "hint: Do this: that", "---", "b"], "2 warning: Read as text; put it in quotes."],
    [["---", "role: a", "role: b", "---", "b"], "3 error: role appears twice."],
    [["---", "innerLoop: true", "inner_loop: false", "---", "b"], "3 error: inner_loop appears twice"],
    [["---", "subagents:", "  - a", " - b", "---", "b"], "4 error: This is indented differently"],
    [["---", "message_types:", "  a: b", "  a: c", "---", "b"], "4 error: a appears twice."],
    [["---", "discuss_rounds: [a b]", "---", "b"], "2 error: Use ids of rounds, such as [DISCUSS-001]"],
    [["---", "discuss_rounds: true", "---", "b"], "2 error: Use ids of rounds"],
    [["---", "discuss_rounds: 21", "---", "b"], "or their number; 20 at most."],
    [["---", "discuss_rounds: [A, A]", "---", "b"], "2 error: A round appears twice."],
    [["---", "prefix: [A, B]", "---", "b"], "2 error: prefix must be one word."],
    [["---", "prefix: 1st", "---", "b"], "2 error: 1st can't begin a task's id"],
    [["---", "subagents:", "  - a: b", "    c: d", "---", "b"], "2 error: Each of subagents needs"],
    [["---", "role: a", "---", ""], "4 warning: Nothing says how the role works"],
  ])("says of %j: %s", (lines, problem) => {
    expect(said(...lines).join("\n")).toContain(problem);
  });

  it("has a reading whatever the text is, with problems of lines that exist", () => {
    const scrap = fc.constantFrom(
      "---",
      "\n",
      "\r\n",
      ":",
      " ",
      "\t",
      "- ",
      "[",
      "]",
      "{",
      "#",
      '"',
      "'",
      "a",
      "role: ",
      "inner_loop: ",
      "subagents:\n",
      "  - x\n",
      "\u0000",
      "\ud800",
      "💥",
      "…",
      "&",
      "\ufeff",
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
