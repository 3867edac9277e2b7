import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { type PullRequestFacts, pullRequestText } from "./pull-request.ts";

const task = (id: string, more: Partial<PullRequestFacts["tasks"][number]> = {}) => ({
  id,
  title: "Refund settles once",
  summary: "",
  keyDecisions: [],
  reviewers: [],
  ...more,
});

const facts = (more: Partial<PullRequestFacts> = {}): PullRequestFacts => ({
  title: "Settle each refund once",
  requirement: "Refunds settle twice.\nMake them settle once.",
  tasks: [task("DEV-001")],
  checks: [],
  files: [],
  usage: NO_USAGE,
  ...more,
});

describe("a pull request's text", () => {
  it("says what was asked, done, decided, checked and reviewed, and what it cost", () => {
    const { title, body } = pullRequestText(
      facts({
        tasks: [
          task("DEV-001", {
            summary: "Reads inside the transaction.",
            keyDecisions: ["Lock the row"],
            reviewers: ["Reviewer 2", "Ada"],
          }),
          task("DEV-002", {
            title: "Test both orders.",
            summary: "Both are tested.",
            keyDecisions: ["Lock the row"],
            reviewers: ["Ada"],
          }),
        ],
        checks: [
          { name: "test", passed: true },
          { name: "lint", passed: false },
        ],
        files: ["src/refund/web_hook.ts"],
        usage: { ...NO_USAGE, inputTokens: 12_900, costUsdMicros: 410_000 },
      }),
    );
    expect(title).toBe("Settle each refund once");
    expect(body).toMatchInlineSnapshot(`
      "## What was asked

      > Refunds settle twice.
      > Make them settle once.

      ## What was done

      - **DEV-001** Refund settles once: Reads inside the transaction.
      - **DEV-002** Test both orders: Both are tested.

      ## Key decisions

      - Lock the row

      ## Checks

      - test: passed
      - lint: **failed**

      ## Reviews

      Approved by Ada and Reviewer 2.

      ## Files (1)

      - src/refund/web\\_hook.ts

      Cost: 0.41 USD, 12.9 k tokens. Made with Squadroom.
      "
    `);
    expect(pullRequestText(facts({ usage: { ...NO_USAGE, inputTokens: 5, unpricedTokens: 5 } })).body).toContain(
      "Cost: unknown, 5 tokens.",
    );
  });

  it("calls nobody, closes nothing and is formatted by nobody but us", () => {
    const { title, body } = pullRequestText(
      facts({
        title: "One\n\u202eline `of` @ada",
        requirement:
          "# Big\n- fixes #12, o/r#3 and GH-4\n<!-- hidden --> <img src=x> **bold** [x](http://a.example/b)\n1. one\n```\n@ada/team &lt;\n===",
        tasks: [
          task("DEV-001", {
            title: "a\n## b",
            summary: "closes https://github.com/o/r/issues/1 | _x_",
          }),
        ],
      }),
    );
    expect(title).toBe("One ⟨U+202E⟩line `of` @ada");
    expect(body).toMatchInlineSnapshot(`
      "## What was asked

      > \\# Big
      > \\- fixes \`#12\`, \`o/r#3\` and \`GH-4\`
      > \\<!-- hidden --\\> \\<img src=x\\> \\*\\*bold\\*\\* \\[x\\](\`http://a.example/b)\`
      > 1\\. one
      > \\\`\\\`\\\`
      > \`@ada/team\` \\&lt;
      > \\===

      ## What was done

      - **DEV-001** a ## b: closes \`https://github.com/o/r/issues/1\` | \\_x\\_

      ## Checks

      No checks were run.

      ## Reviews

      Nobody reviewed it.

      Cost: not reported. Made with Squadroom.
      "
    `);
  });

  it("fits, whatever it is told, and is the same for the same", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "@", "#1", "\n", "`", "*", "<", "漢", "😀", " ", "\u001b"),
      maxLength: 3000,
    });
    const tasks = fc.array(
      fc.record({
        id: text,
        title: text,
        summary: text,
        keyDecisions: fc.array(text),
        reviewers: fc.array(text),
      }),
      { maxLength: 40 },
    );
    const any: fc.Arbitrary<PullRequestFacts> = fc.record({
      title: text,
      requirement: text,
      tasks,
      checks: fc.array(fc.record({ name: text, passed: fc.boolean() })),
      files: fc.array(text, {
        maxLength: 200,
      }),
      usage: fc.constant(NO_USAGE),
    });
    fc.assert(
      fc.property(any, (all) => {
        const { title, body } = pullRequestText(all);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(6_000);
        expect(Array.from(title).length).toBeLessThanOrEqual(72);
        expect(title).toMatch(/^\S/);
        // Outside of code, nothing calls anybody.
        expect(body.replace(/\\./g, "·").replace(/`[^`\n]*`/g, "")).not.toMatch(/@\w|#\d/);
        expect(pullRequestText(structuredClone(all))).toEqual({ title, body });
      }),
      { numRuns: shareOf(60) },
    );
  });
});
