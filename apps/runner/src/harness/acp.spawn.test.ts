import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acpHarness } from "./acp.ts";
import type { HarnessRun, RunEvent, RunSpec, Verdict } from "./harness.ts";
import { standIn } from "./stand-in.fixture.ts";

const DEADLINE = { deadlineMs: 60_000 };

let cwd: string;
let events: RunEvent[];
const runs: HarnessRun[] = [];

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "squadroom-acp-"));
  events = [];
});
afterEach(async () => {
  await Promise.all(runs.splice(0).map((run) => run.dispose(1_000)));
  rmSync(cwd, { recursive: true, force: true });
});

async function started(mind: object, more: Partial<RunSpec> = {}, ref?: string) {
  const { argv, env } = standIn(mind);
  const harness = acpHarness({ name: "stand-in", argv, env });
  const spec: RunSpec = {
    cwd,
    env,
    permit: async () => ({ act: "allow" }),
    on: (event) => events.push(event),
    ...more,
  };
  const run = await (ref ? harness.resume?.(ref, spec) : harness.start(spec));
  if (!run) throw new Error("it can't resume");
  runs.push(run);
  return run;
}

const doing = (...steps: object[]) => ({ rules: [{ do: steps }] });

test("puts the instructions in front of the first prompt alone", async () => {
  const run = await started(doing({ say: "{{prompt}}" }), { system: "You are the builder." });

  expect((await run.send("one", DEADLINE)).text).toBe("You are the builder.\none");
  expect((await run.send("two", DEADLINE)).text).toBe("two");
});

test("goes on with the conversation that it is told", async () => {
  const run = await started(doing({ say: "{{session}}" }), { system: "You are." }, "the-same");

  expect(run.ref).toBe("the-same");
  expect((await run.send("hello", DEADLINE)).text).toBe("the-same");
});

test("moves to another folder with another conversation, in the same process", async () => {
  const run = await started(doing({ write: "made.txt", text: "here" }, { say: "{{prompt}}" }), {
    system: "You are the builder.",
  });
  await run.send("one", DEADLINE);
  const { ref, pid } = run;
  const other = mkdtempSync(join(tmpdir(), "squadroom-acp-"));
  try {
    await run.move?.(other);
    expect(run.pid).toBe(pid);
    expect(run.ref).not.toBe(ref);
    rmSync(join(cwd, "made.txt"));
    expect((await run.send("two", DEADLINE)).text).toBe("You are the builder.\ntwo");
    expect(readFileSync(join(other, "made.txt"), "utf8")).toBe("here");
    expect(existsSync(join(cwd, "made.txt"))).toBe(false);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test("a line cuts into what takes long, and the turn goes on with it", async () => {
  const run = await started({
    rules: [{ when: "^go$", do: [{ run: "sleep 600" }] }, { do: [{ say: "Heard: {{prompt}}" }] }],
  });
  const turn = run.send("go", DEADLINE);
  await expect.poll(() => events.some(({ kind }) => kind === "tool")).toBe(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await run.steer?.("One.");
    await run.steer?.("Two.");
    vi.advanceTimersByTime(10_000);
  } finally {
    vi.useRealTimers();
  }
  expect(await turn).toEqual({ why: "done", text: "Heard: One.\nTwo." });
  expect(await run.send("more", DEADLINE)).toEqual({ why: "done", text: "Heard: more" });
});

test("a line waits for what a person is asked, which isn't cut", async () => {
  let answer = (_: Verdict) => {};
  const asked = new Promise<Verdict>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  const run = await started(
    {
      rules: [
        { when: "^go$", do: [{ write: "a.txt", text: "a" }, { hang: true }] },
        { do: [{ say: "Heard: {{prompt}}" }] },
      ],
    },
    {
      permit: () => {
        isAsked = true;
        return asked;
      },
    },
  );
  const turn = run.send("go", DEADLINE);
  await expect.poll(() => isAsked).toBe(true);
  await run.steer?.("Mind the clock.");
  answer({ act: "allow" });
  expect((await turn).text).toBe("Heard: Mind the clock.");
  expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("a");
});

test("an aborted turn ends, whatever was said into it: that comes with the next", async () => {
  const run = await started({
    rules: [{ when: "^go$", do: [{ run: "sleep 600" }] }, { do: [{ say: "Heard: {{prompt}}" }] }],
  });
  const turn = run.send("go", DEADLINE);
  await expect.poll(() => events.some(({ kind }) => kind === "tool")).toBe(true);
  await run.steer?.("Mind the clock.");
  await run.abort();
  expect((await turn).why).toBe("aborted");
  expect((await run.send("next", DEADLINE)).text).toBe("Heard: Mind the clock.\nnext");
});

test("says that its own settings count where nobody can choose a model", async () => {
  const run = await started(doing({ say: "hi" }), { model: "claude-opus-4-5" });
  expect(run.ownModel).toContain("its own settings count");

  expect((await started(doing({ say: "hi" }))).ownModel).toBeUndefined();
});

test("tells what a turn cost, from the sum that the agent tells", async () => {
  const context = (amount: number) => ({
    context: { used: 40, size: 100, cost: { amount, currency: "USD" } },
  });
  const run = await started({
    rules: [
      { when: "one", do: [context(0.5)] },
      { when: "two", do: [context(0.75)] },
    ],
  });

  await run.send("one", DEADLINE);
  await run.send("two", DEADLINE);
  expect(events.flatMap((one) => (one.kind === "usage" ? [[one.costUsd, one.basis]] : []))).toEqual([
    [0.5, "estimated"],
    [0.25, "estimated"],
  ]);
  expect(events).toContainEqual({ kind: "context", used: 40, size: 100 });
});

test("what a conversation had cost before it goes on is no cost of its next turn", async () => {
  const context = (amount: number) => ({
    context: { used: 40, size: 100, cost: { amount, currency: "USD" } },
  });
  const script = {
    rules: [
      { when: "one", do: [context(10.5)] },
      { when: "two", do: [context(10.75)] },
    ],
  };
  const run = await started(script, {}, "the-same");

  await run.send("one", DEADLINE);
  await run.send("two", DEADLINE);
  expect(events.flatMap((one) => (one.kind === "usage" ? [[one.costUsd, one.basis]] : []))).toEqual([
    [null, "unknown"],
    [0.25, "estimated"],
  ]);
});

test("tells of a limit, and until when", async () => {
  const run = await started(doing({ limit: "Rate limit, resets at 2026-11-25T06:00:00Z" }));

  expect((await run.send("go", DEADLINE)).why).toBe("failed");
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "limited", untilAt: Date.parse("2026-11-25T06:00:00Z") }),
  );
});

test("a turn that ends with nothing said is done, and one that is refused says so", async () => {
  const run = await started({ rules: [{ when: "nothing", do: [] }, { do: [{ refuse: true }] }] });

  expect(await run.send("nothing", DEADLINE)).toEqual({ why: "done", text: "" });
  expect((await run.send("something", DEADLINE)).why).toBe("refused");
});

test("ends the process of an agent that doesn't hear that it is cancelled", async () => {
  const run = await started(doing({ say: "working" }, { hang: "deaf" }));

  expect(await run.send("go", { deadlineMs: 50 })).toEqual({ why: "deadline", text: "working" });
  expect((await run.send("go", DEADLINE)).why).toBe("failed");
});

test("says why an agent that ends at once opened no conversation", async () => {
  const harness = acpHarness({
    name: "broken",
    argv: ["/bin/sh", "-c", "echo no key >&2"],
    env: {},
  });
  const spec = { cwd, env: {}, permit: async () => ({ act: "allow" as const }), on: () => {} };

  await expect(harness.start(spec)).rejects.toThrow(/broken opened no conversation.*no key/);
});

test("an agent gets the environment that it is given, and nothing of ours", async () => {
  const run = await started(doing({ run: "env" }, { say: "{{result}}" }));
  const { text } = await run.send("go", DEADLINE);

  expect(text).not.toContain("VITEST");
});

test("an agent writes files when it may, and gets the room's tools with their headers", async () => {
  const heads: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heads.push(request.headers.authorization);
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked: string[] = [];
  const run = await started(doing({ write: "notes/a.txt", text: "written" }, { call: "complete_task", input: {} }), {
    mcp: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      headers: { Authorization: "Bearer of-the-room" },
    },
    async permit({ name }) {
      asked.push(name);
      return { act: "allow" };
    },
  });
  await run.send("go", DEADLINE);
  server.close();

  expect(readFileSync(join(cwd, "notes", "a.txt"), "utf8")).toBe("written");
  expect(asked).toEqual(["edit"]);
  expect(heads[0]).toBe("Bearer of-the-room");
  expect(events).toContainEqual(expect.objectContaining({ name: "mcp__squadroom__complete_task", state: "failed" }));
});
