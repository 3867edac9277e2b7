import type { RunChunk } from "@squadroom/core/run/output";
import { expect, test } from "vitest";
import { isShown, type Output, turnsOf, withNewer, withOlder } from "./output.ts";

const say = (n: number, text: string, turn = 1, kind: "text" | "prompt" = "text"): RunChunk => ({
  n,
  at: n * 1_000,
  turn,
  kind,
  text,
});
type Tool = Extract<RunChunk, { kind: "tool" }>["tool"];
const call = (n: number, tool: Partial<Tool> & { id: string }, turn = 1): RunChunk => ({
  n,
  at: n * 1_000,
  turn,
  kind: "tool",
  tool: { name: "Bash", state: "start", ...tool },
});

test("a turn is called after the first words said in it, and text that belongs together is one entry", () => {
  const turns = turnsOf([
    say(1, "# DEV-001\nDo it.", 1, "prompt"),
    say(2, "I look "),
    say(3, "at the timer."),
    say(4, "Next.", 2),
  ]);
  expect(turns.map(({ turn, title }) => [turn, title])).toEqual([
    [1, "I look at the timer."],
    [2, "Next."],
  ]);
  expect(turns[0]?.entries.map(({ kind }) => kind)).toEqual(["prompt", "text"]);
});

test("the chunks of a call are one entry, which says how it stands, in each turn of its own", () => {
  const [first, second] = turnsOf([
    call(1, { id: "a", input: "npm test" }),
    call(2, { id: "b", input: "git push" }),
    call(3, { id: "a", state: "failed", output: "1 failed", durationMs: 900 }),
    call(4, { id: "b", state: "denied", verdict: "deny", rule: "push" }),
    call(5, { id: "a", input: "npm test" }, 2),
  ]);
  expect(first).toMatchObject({ calls: 2, failed: 1, denied: 1, fromAt: 1_000, toAt: 4_000 });
  expect(first?.entries).toMatchObject([
    { key: 1, input: "npm test", state: "failed", output: "1 failed", durationMs: 900 },
    { key: 2, input: "git push", state: "denied", rule: "push" },
  ]);
  expect(second).toMatchObject({ calls: 1, entries: [{ state: "start" }] });
});

test("missing numbers are told where they are missing", () => {
  const [turn] = turnsOf([say(4, "a"), say(7, "b")]);
  expect(turn?.entries).toMatchObject([
    { kind: "text", text: "a" },
    { kind: "gap", count: 2 },
    { kind: "text", text: "b" },
  ]);
});

test("what is shown is of one kind, and has the words that are looked for", () => {
  const entries = turnsOf([
    say(1, "Hello"),
    call(2, { id: "a", state: "ok", input: "ls", output: "Greeting.txt" }),
    call(3, { id: "b", state: "failed" }),
  ]).flatMap((turn) => turn.entries);
  const keys = (shown: Parameters<typeof isShown>[1], query = "") =>
    entries.filter((entry) => isShown(entry, shown, query)).map(({ key }) => key);
  expect([keys("all"), keys("text"), keys("tools"), keys("look")]).toEqual([[1, 2, 3], [1], [2, 3], [3]]);
  expect([keys("all", "greeting"), keys("text", "greeting")]).toEqual([[2], []]);
});

test("pages come in front and news behind, nothing twice, and the oldest go", () => {
  const output: Output = { chunks: [say(5, "e")], older: "cursor", keptFrom: 1, epoch: 1 };
  const whole = withOlder(withNewer(output, [say(5, "e"), say(6, "f")]), {
    data: [say(4, "d"), say(3, "c")],
    next: null,
  });
  expect(whole.chunks.map(({ n }) => n)).toEqual([3, 4, 5, 6]);
  expect(whole.older).toBeNull();
  expect(withNewer(whole, [say(2, "b")])).toBe(whole);
  const many = Array.from({ length: 4_500 }, (_, i) => say(i + 7, "x"));
  const trimmed = withNewer(whole, many);
  expect([trimmed.chunks.length, trimmed.keptFrom]).toEqual([4_000, 507]);
});
