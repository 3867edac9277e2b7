import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { codexHarness } from "./codex.ts";
import type { RunEvent, RunSpec } from "./harness.ts";

const usage = (input: number, output: number) => {
  const more = { cachedInputTokens: 0, cacheWriteInputTokens: 0 };
  return { totalTokens: input + output, inputTokens: input, outputTokens: output, ...more };
};

/** An app server that opens a conversation, with these settings and models, and then says these lines. */
async function opened(
  spec: Partial<RunSpec>,
  { own = null, models = ["large"] }: { own?: string | null; models?: string[] | null } = {},
) {
  const heard: RunEvent[] = [];
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let started: Record<string, unknown> = {};
  const say = (message: object) => stdout.write(`${JSON.stringify(message)}\n`);
  const hook = { key: "h", currentHash: "1", source: "sessionFlags" };
  stdin.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split("\n")) {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) continue;
      if (method === "model/list" && models === null) {
        say({ id, error: { message: "unknown method" } });
        continue;
      }
      if (method === "thread/start") started = params;
      const answers: Record<string, object> = {
        "config/read": { config: { sandbox_mode: null, model: own } },
        "model/list": { data: models?.map((model) => ({ model })) },
        "hooks/list": { data: [{ hooks: [hook] }] },
        "thread/start": { thread: { id: "T" }, model: params.model ?? own ?? "usual" },
      };
      say({ id, result: answers[method] ?? {} });
    }
  });
  const child = { pid: 1, stdin, stdout, exited: new Promise<null>(() => {}) };
  const run = await codexHarness(
    { env: {}, cwd: "/p" },
    async () => ({ ...child, complaint: () => "", end: async () => {} }),
    async () => ({ command: "ask", module: "", close: async () => {} }),
  ).start({
    cwd: "/p",
    env: {},
    permit: async () => ({ act: "allow" }),
    on: (event) => void heard.push(event),
    ...spec,
  });
  return { run, started, say, heard };
}

const asked = async (...of: Parameters<typeof opened>) => {
  const { run, started } = await opened(...of);
  return [started.model, run.ownModel];
};
const implied = { model: "large", isImplied: true };

test("a model that nobody named yields to what its user set", async () => {
  const own = expect.stringContaining("Codex is set to mine");
  expect(await asked(implied, { own: "mine" })).toEqual([undefined, own]);
  expect(await asked({ model: "large" }, { own: "mine" })).toEqual(["large", undefined]);
});

test("a model that nobody named is asked for only where this release knows it", async () => {
  expect(await asked(implied)).toEqual(["large", undefined]);
  const own = expect.stringContaining("Codex doesn't know large");
  expect(await asked(implied, { models: ["newer"] })).toEqual([undefined, own]);
  expect(await asked({ model: "large" }, { models: ["newer"] })).toEqual(["large", undefined]);
  // Older ones have no list.
  expect(await asked(implied, { models: null })).toEqual(["large", undefined]);
});

test("what its agents below it use counts by their own models, and no sum counts twice", async () => {
  const { say, heard } = await opened({ model: "large" });
  const used = (threadId: string, total: object, last: object) =>
    say({
      method: "thread/tokenUsage/updated",
      params: { threadId, tokenUsage: { total, last, modelContextWindow: 100 } },
    });
  used("T", usage(10, 1), usage(10, 1));
  say({ method: "thread/started", params: { thread: { id: "S", model: "small" } } });
  // Its sum begins with what it was told of its parent's.
  used("S", usage(500, 50), usage(5, 2));
  used("S", usage(507, 53), usage(7, 3));
  used("S", usage(507, 53), usage(7, 3));
  say({ method: "model/rerouted", params: { threadId: "T", toModel: "other" } });
  used("T", usage(14, 3), usage(4, 2));
  used("T", usage(6, 1), usage(6, 1));
  await expect
    .poll(() => heard.flatMap((one) => (one.kind === "usage" ? [[one.model, one.input, one.output]] : [])))
    .toEqual([
      ["large", 10, 1],
      ["small", 5, 2],
      ["small", 7, 3],
      ["other", 4, 2],
      ["other", 6, 1],
    ]);
  expect(heard.filter(({ kind }) => kind === "context")).toHaveLength(3);
});
