import { expect, test } from "vitest";
import { CHUNK_TEXT_MAX, CHUNKS_MAX, RunChunk, TOOL_TEXT_MAX } from "./output.ts";

const place = { n: 1, at: 1_700_000_000_000, turn: 1 };

test("takes what a run says and what it calls", () => {
  for (const chunk of [
    { ...place, kind: "text", text: "x".repeat(CHUNK_TEXT_MAX) },
    { ...place, turn: 0, kind: "notice", text: "12 lines left out" },
    { ...place, kind: "tool", tool: { id: "a", name: "Bash", state: "start", input: "ls" } },
    {
      ...place,
      n: CHUNKS_MAX,
      kind: "tool",
      tool: {
        id: "a",
        name: "Bash",
        state: "denied",
        durationMs: 12,
        verdict: "deny",
        rule: "outside",
      },
    },
  ])
    expect(RunChunk.parse(chunk)).toEqual(chunk);
});

test.each([
  ["text without a text", { ...place, kind: "text", text: "" }],
  ["text that is longer than a chunk", { ...place, kind: "text", text: "x".repeat(4097) }],
  ["half a character", { ...place, kind: "text", text: "\ud83d" }],
  ["a tool beside a text", { ...place, kind: "text", text: "a", tool: {} }],
  ["a call without its name", { ...place, kind: "tool", tool: { id: "a", state: "ok" } }],
  [
    "more output than the end of it",
    {
      ...place,
      kind: "tool",
      tool: { id: "a", name: "b", state: "ok", output: "x".repeat(TOOL_TEXT_MAX + 1) },
    },
  ],
  ["a number before the first", { ...place, n: 0, kind: "text", text: "a" }],
])("refuses %s", (_what, chunk) => {
  expect(RunChunk.safeParse(chunk).success).toBe(false);
});
