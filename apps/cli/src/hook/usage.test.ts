import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Counted } from "../agent-state.ts";
import { answersIn, failureIn, plus, type Sums, sumsOf } from "./transcript.ts";
import { countedWith, dueOf } from "./usage.ts";

const folder = mkdtempSync(join(tmpdir(), "squadroom-usage-"));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
const NOTHING: Counted = { files: [], told: {}, at: 0 };

/** An agent that tells what it used each time it is asked. */
function teller(harness: "claude" | "codex") {
  let counted = NOTHING;
  let reported: Sums = {};
  return {
    reported: () => reported,
    hear(file: string) {
      counted = countedWith(counted, harness, file);
      const sums = sumsOf(answersIn(harness, counted.files));
      const due = dueOf(sums, counted.told);
      reported = sumOf(reported, due);
      counted = { ...counted, told: sums };
    },
  };
}

function sumOf(a: Sums, b: Sums): Sums {
  const models = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...models].map((one) => [one, plus(a[one], b[one])]));
}

interface Said {
  id: string;
  model: string;
  output: number;
  five: number;
  hour: number;
}

const answer = ({ id, model, output, five, hour }: Said, share = 1) => ({
  type: "assistant",
  message: {
    id,
    model,
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      output_tokens: Math.floor(output * share),
      cache_creation_input_tokens: five + hour,
      cache_creation: { ephemeral_5m_input_tokens: five, ephemeral_1h_input_tokens: hour },
    },
  },
});
const usage = { input_tokens: 7_000, output_tokens: 7_000 };
const NOISE = [
  { type: "assistant", message: { id: "made-up", model: "<synthetic>", usage } },
  { type: "assistant", isApiErrorMessage: true, message: { id: "error", model: "large", usage } },
  { type: "user", message: { role: "user", content: "x" }, toolUseResult: { usage } },
  { type: "summary", summary: "It went well.", usage },
  { type: "progress", data: { message: { type: "assistant", message: { id: "inner", usage } } } },
];
const MODELS = ["large", "small", "claude-opus-4-6"];

function tokens(of: readonly Said[]) {
  const sum = (one: (said: Said) => number) => of.reduce((all, said) => all + one(said), 0);
  return {
    inputTokens: 10 * of.length,
    cacheReadTokens: 100 * of.length,
    outputTokens: sum(({ output }) => output),
    cacheWriteTokens: sum(({ five, hour }) => five + hour),
    cacheWrite1hTokens: sum(({ hour }) => hour),
  };
}

function byModel(said: readonly Said[]): Sums {
  const models = [...new Set(said.map(({ model }) => model))];
  return Object.fromEntries(models.map((model) => [model, tokens(said.filter((one) => one.model === model))]));
}

const SAID = fc.record({
  model: fc.constantFrom(...MODELS),
  output: fc.integer({ min: 1, max: 5_000 }),
  five: fc.constantFrom(0, 400),
  hour: fc.constantFrom(0, 900),
  shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }),
  noise: fc.array(fc.constantFrom(...NOISE), { maxLength: 2 }),
  isRepeated: fc.boolean(),
  isOfSubagent: fc.boolean(),
});

describe("what a conversation used", () => {
  it("is, wherever its record is cut between two reports, what its distinct answers took, by model", () => {
    fc.assert(
      fc.property(
        fc.array(SAID, { minLength: 1, maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        fc.boolean(),
        (all, cuts, isForked) => {
          const name = `c${++made}`;
          const file = join(folder, `${name}.jsonl`);
          const below = join(folder, name, "subagents");
          mkdirSync(below, { recursive: true });
          const said = all.map((one, i): Said => ({ ...one, id: `msg_${name}_${i}` }));
          const linesOf = (isMeant: (i: number) => boolean) =>
            said
              .flatMap((one, i) => {
                if (!isMeant(i)) return [];
                const { shares = [], noise = [], isRepeated } = all[i] ?? {};
                // Also the last one, said again with less: a stream that was begun anew.
                const parts = [...shares, 1, ...(isRepeated ? [0.5] : [])];
                return [...noise, ...parts.map((share) => answer(one, share))];
              })
              .map((line) => `${JSON.stringify(line)}\n`)
              .join("");
          const own = Buffer.from(linesOf((i) => !all[i]?.isOfSubagent));
          const subagents = linesOf((i) => all[i]?.isOfSubagent === true);
          const agent = teller("claude");
          writeFileSync(file, "");
          agent.hear(file);
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            writeFileSync(file, own.subarray(0, Math.floor(own.length * cut)));
            agent.hear(file);
          }
          writeFileSync(file, own);
          writeFileSync(join(below, "agent-1.jsonl"), subagents);
          agent.hear(file);
          let whole = said;
          if (isForked && own.length > 0) {
            const more = { ...(said[0] as Said), id: `msg_${name}_more`, output: 77 };
            const fork = join(folder, `${name}-fork.jsonl`);
            writeFileSync(fork, `${own}${JSON.stringify(answer(more))}\n`);
            agent.hear(fork);
            agent.hear(file);
            const isShared = all.some((one) => !one.isOfSubagent);
            whole = isShared ? [...said, more] : said;
          }
          expect(agent.reported()).toEqual(byModel(whole));
        },
      ),
      { numRuns: shareOf(100) },
    );
  });

  it("leaves out what stood in a record before the agent came", () => {
    const file = join(folder, "before.jsonl");
    const other = join(folder, "other.jsonl");
    const one = (id: string): Said => ({ id, model: "large", output: 3, five: 0, hour: 0 });
    const write = (to: string, ids: string[]) =>
      writeFileSync(to, ids.map((id) => `${JSON.stringify(answer(one(id)))}\n`).join(""));
    write(file, ["a", "b"]);
    write(other, ["x", "y"]);
    const agent = teller("claude");
    agent.hear(file);
    write(file, ["a", "b", "c"]);
    agent.hear(other);
    write(other, ["x", "y", "z"]);
    agent.hear(other);
    agent.hear(file);
    expect(agent.reported()).toEqual(byModel([one("c"), one("z")]));
  });

  it("counts a compaction that the service made by itself, and an adviser by its own model", () => {
    const file = join(folder, "beside.jsonl");
    const asked = answer({ id: "a", model: "large", output: 3, five: 0, hour: 0 });
    const iterations = [
      { type: "message", input_tokens: 10, output_tokens: 3 },
      { type: "compaction", input_tokens: 500, output_tokens: 20 },
      { type: "advisor_message", model: "wise", input_tokens: 40, output_tokens: 5 },
    ];
    const { message } = asked;
    const line = { ...asked, message: { ...message, usage: { ...message.usage, iterations } } };
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    const sums = sumsOf(answersIn("claude", [file]));
    expect(sums.large).toMatchObject({ inputTokens: 510, outputTokens: 23 });
    expect(sums.wise).toMatchObject({ inputTokens: 40, outputTokens: 5 });
  });

  it("follows Codex's sum to each model, where it is said again and where it begins anew", () => {
    const file = join(folder, "rollout.jsonl");
    const model = (named: string) => ({ type: "turn_context", payload: { model: named } });
    const sum = (input_tokens: number, cached_input_tokens: number, output_tokens: number) => {
      const info = { total_token_usage: { input_tokens, cached_input_tokens, output_tokens } };
      return { type: "event_msg", payload: { type: "token_count", info } };
    };
    const lines = [
      model("large"),
      sum(100, 60, 5),
      sum(100, 60, 5),
      model("small"),
      sum(300, 160, 25),
      { type: "event_msg", payload: { type: "token_count", info: null } },
      sum(50, 0, 2),
    ];
    const agent = teller("codex");
    writeFileSync(file, "");
    for (let end = 0; end <= lines.length; end++) {
      const text = lines.slice(0, end).map((one) => `${JSON.stringify(one)}\n`);
      writeFileSync(file, text.join(""));
      agent.hear(file);
    }
    const writes = { cacheWriteTokens: 0, cacheWrite1hTokens: 0 };
    expect(agent.reported()).toEqual({
      large: { inputTokens: 40, cacheReadTokens: 60, outputTokens: 5, ...writes },
      small: { inputTokens: 150, cacheReadTokens: 100, outputTokens: 22, ...writes },
    });
  });
});

it("knows from Claude Code's record that its service ended the last turn, and why", () => {
  const file = join(folder, "failed.jsonl");
  const usage = { input_tokens: 0, output_tokens: 0 };
  const content = [{ type: "text", text: "API Error: 529 overloaded" }];
  const failed = { type: "assistant", isApiErrorMessage: true, message: { usage, content } };
  const answer = { type: "assistant", uuid: "1", message: { usage, content: [] } };
  const write = (...lines: object[]) => writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  write(answer, failed);
  expect(failureIn(file)).toBe("API Error: 529 overloaded");
  write(failed, answer);
  expect(failureIn(file)).toBeNull();
  expect(failureIn(join(folder, "none.jsonl"))).toBeNull();
});
