import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { RunChunk } from "@squadroom/core/run/output";
import { expect, test } from "vitest";
import { createOutput } from "./output.ts";

function collecting(fails: (n: number) => Error | null = () => null) {
  const stored: RunChunk[] = [];
  let calls = 0;
  const output = createOutput(async (chunks) => {
    const error = fails(++calls);
    if (error) throw error;
    stored.push(...chunks.map((chunk) => RunChunk.parse(chunk)));
  });
  return { stored, output };
}

test("what a run says is stored in order, in chunks that the contract takes", async () => {
  const { stored, output } = collecting();
  output.begin(1, "Do it.");
  for (const text of ["I look", " at\0 it", "."]) output.take({ kind: "text", text, final: false });
  output.take({ kind: "text", text: "I look at it.", final: true });
  const call = { kind: "tool" as const, id: "1", name: "Bash", input: { command: "ls\0" } };
  output.take({ ...call, state: "start" });
  output.take({ ...call, state: "ok", output: `\0${"x".repeat(5_000)}` });
  await output.close();
  expect(stored.map((chunk) => [chunk.n, chunk.kind])).toEqual([
    [1, "prompt"],
    [2, "text"],
    [3, "tool"],
    [4, "tool"],
  ]);
  expect(stored[1]).toMatchObject({ text: "I look at it." });
});

test("a call is told with what policy said to it, and a text that is whole waits for nothing", async () => {
  const { stored, output } = collecting();
  const call = { kind: "tool" as const, id: "1", name: "Bash", input: { command: "git push" } };
  output.take({ ...call, state: "start" });
  output.judge("1", { verdict: "deny", rule: "push", reason: "Push after the review." });
  output.take({ ...call, state: "denied" });
  const began = Date.now();
  output.take({ kind: "text", text: "I hand it on instead", final: true });
  await expect.poll(() => stored.length, { interval: 5 }).toBe(3);
  expect(stored[2]?.at).toBeLessThan(began + 400);
  expect(stored[1]).toMatchObject({
    tool: { state: "denied", verdict: "deny", rule: "push", output: "Push after the review." },
  });
  await output.close();
});

test("what the server refuses is left out, and what it never got is sent again", async () => {
  const away = collecting((n) => (n === 1 ? new Error("fetch failed") : null));
  away.output.say("notice", "one");
  await expect.poll(() => away.stored.length).toBe(1);
  away.output.say("notice", "two");
  await away.output.close();
  expect(away.stored.map(({ n }) => n)).toEqual([1, 2]);
  const no = refusal("run_unknown", "There is no such run.");
  const refused = collecting((n) => (n === 1 ? new RefusalError(no) : null));
  refused.output.say("notice", "one");
  await refused.output.close();
  expect(refused.stored).toEqual([]);
});

test("a word that comes in pieces is one piece", async () => {
  const { stored, output } = collecting();
  output.take({ kind: "text", text: "I am half", final: false });
  await expect.poll(() => stored.length).toBe(1);
  output.take({ kind: "text", text: "way.", final: false });
  await output.close();
  const texts = stored.map((chunk) => ("text" in chunk ? chunk.text : ""));
  expect(texts).toEqual(["I am ", "halfway."]);
});

test("no secret is cut where its text is cut, by pieces or by what a chunk holds", async () => {
  const { stored, output } = collecting();
  const key = `ghp_${"aB3dE5".repeat(6)}`;
  output.take({ kind: "text", text: "Authorization: Bearer ", final: false });
  output.say("notice", `${"x".repeat(4_080)} ${key}`);
  for (const text of ["-----BEGIN RSA PRI", "VATE KEY-----\nMIIE", "pAIBAAKCAQEA\n"])
    output.take({ kind: "text", text, final: false });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const call = { kind: "tool" as const, id: "1", name: "Bash", input: { key, more: "y" } };
  output.take({ ...call, input: `${"x".repeat(2_030)} ${key}`, state: "start" });
  output.take({ ...call, state: "ok", output: `${key} ${"x".repeat(2_030)}` });
  await output.close();
  const all = JSON.stringify(stored);
  for (const part of ["ghp_", "aB3dE5", "MIIE", "pAIBAA"]) expect(all).not.toContain(part);
});

test("no address is cut where a text, a call or its answer is", async () => {
  const { stored, output } = collecting();
  const words = "ada@team.example ".repeat(1_000);
  output.begin(1, words);
  output.take({ kind: "text", text: words, final: true });
  const call = { kind: "tool" as const, id: "1", name: "Bash", input: words };
  output.take({ ...call, state: "start" });
  output.take({ ...call, state: "ok", output: words });
  await output.close();
  const told = stored.flatMap((chunk) =>
    chunk.kind === "tool" ? [chunk.tool.input, chunk.tool.output] : [chunk.text],
  );
  expect(told.length).toBeGreaterThan(6);
  for (const text of told) expect(text?.replaceAll("ada@team.example", "").trim() ?? "").toBe("");
});
