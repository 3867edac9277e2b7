import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** The smallest of the common clients shows its model so much of what a command prints. */
const CLIENT_BYTES = 10_000;

type Typing = (args: string[]) => Promise<{ out: string; err: string }>;

/** A text of words that are each other's neighbours once, so that what is missing is seen. */
const words = (length: number, word: string) => {
  let text = "";
  for (let i = 0; text.length < length; i++) text += `${word}${i} `;
  return text.slice(0, length).trim();
};

/** Everything that a command prints, page by page; none is longer than what clients show. */
async function readAll(by: Typing, line: string): Promise<string> {
  const [, ...args] = line.split(" ");
  let all = "";
  for (let page: string[] = []; ; ) {
    const { out, err } = await by([...args, ...page]);
    expect(err).toBe("");
    expect(Buffer.byteLength(out)).toBeLessThan(CLIENT_BYTES);
    const [, at] = /The next: `.+ --page (\d+)`/.exec(out) ?? [];
    expect((out.match(/^`{3,}\w*$/gm) ?? []).length % 2).toBe(0);
    all += out.replace(/\n\nPage \d+ of \d+\.[^\n]*\n$/, "").replace(/^`{3,}\w*$/gm, "");
    if (!at) return all;
    page = ["--page", at];
  }
}

/** The commands that a delivery names where it leaves something out. */
const waysOn = (out: string) => [...out.matchAll(/`(squadroom [^`]+)` prints/g)].map(([, c]) => c);

test("an instruction and a message of 20,000 characters reach the agent whole, whatever its client cuts", async () => {
  const { planner, builder, lead } = await aSquad(server, "long");
  const message = words(19_900, "said");
  const instruction = words(19_900, "do");
  await lead("message", message);
  await planner(["wait"]);
  await planner(["handoff", "builder", "--message", instruction, "--criterion", "tests pass"]);
  const { out } = await builder(["wait"]);
  expect(Buffer.byteLength(out)).toBeLessThan(CLIENT_BYTES);
  expect(out).toContain("## How to end it");
  expect(out).toContain("1. tests pass");
  const read = await Promise.all(waysOn(out).map((line) => readAll(builder, line ?? "")));
  const all = read.join("\n").replace(/\s+/g, "");
  expect(all).toContain(instruction.replace(/\s+/g, ""));
  expect(all).toContain(message.replace(/\s+/g, ""));
  const whole = await readAll(builder, "squadroom context --task");
  expect(whole.replace(/\s+/g, "")).toContain(message.replace(/\s+/g, ""));
});

test("a task is shown with what binds it, several at once, and to a person without pages", async () => {
  const { planner, lead } = await aSquad(server, "shown");
  await lead("message", "Round.");
  await planner(["wait"]);
  const bound = ["--criterion", "tests pass", "--allow", "src/**", "--forbid", "src/secret/**"];
  const long = words(12_000, "do");
  await planner(["handoff", "builder", "--message", long, ...bound, "--output", "src/round.ts"]);
  const shown = (await lead("task", "show", "DEV-001", "PLAN-001")).out;
  for (const text of [
    "Change only: src/**",
    "Do not change: src/secret/**",
    "Outputs: src/round.ts",
    "1. tests pass",
    "\n\nPLAN-001: Round.",
    "LONG",
  ])
    expect(shown.replace(long, "LONG")).toContain(text);
});
