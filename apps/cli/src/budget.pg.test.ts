import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("usage, budgets and the next session by the command line", async () => {
  await server.ask(["room", "new", "costs", "--preset", "duo"]);
  const token = await server.credential("costs", "planner");
  await server.type(["join"], { token });
  const planner = (...args: string[]) => server.type(args, { token });
  const lead = async (...args: string[]) => {
    const done = await server.type([...args, "--room", "costs"]);
    return [done.code, done.err || done.out];
  };
  const pending = async () => {
    const asked = await server.ask(["decisions", "--room", "costs"]);
    const [decision] = (asked as { data: { id: string; question: string }[] }).data;
    return decision;
  };

  expect(await lead("session", "add", "One", "--usd", "1", "--warn-at", "0.5")).toEqual([0, "Session 1. It starts.\n"]);
  await planner("wait");
  const noTokens = await planner("progress", "--cost", "0.2");
  expect([noTokens.code, noTokens.err]).toEqual([2, expect.stringContaining("(no_tokens")]);
  const half = ["--tokens-in", "900", "--tokens-out", "100", "--cost", "0.6", "--model", "large"];
  expect((await planner("progress", "reading", ...half)).code).toBe(0);
  expect(await lead("session", "show", "1")).toEqual([
    0,
    expect.stringContaining("Used: 0.60 USD, 1000 tokens, 1 run; budget: 0.60 of 1.00 USD."),
  ]);
  expect((await server.type(["status", "costs"])).out).toContain("Session 1: One, 0.60 USD");
  expect((await server.type(["status", "costs"])).out).toMatch(/ planner .* 0\.60 USD, 1000 tokens/);
  expect(await server.ask(["status", "costs"])).toMatchObject({
    usage: [{ role: "planner", usage: { inputTokens: 900, outputTokens: 100 } }],
    session: { id: 1, usage: { costUsdMicros: 600_000 }, budget: { costUsdMicros: 1_000_000 } },
  });
  await planner("fail", "no luck", "--tokens-in", "500");
  const log = (await server.type(["worklog", "--room", "costs", "--session", "1"])).out;
  expect(log).toMatch(/^[A-Z]+-001 +open \(failed\) +planner \(planner\) /);
  expect(log).toContain("session 1 · large · 0.60 USD and what 500 tokens of unknown price cost");
  const file = join(server.folder, "log.md");
  const all = await server.type(["worklog", "--room", "costs", "--export", file]);
  expect(all.out).toBe(`1 task written to ${file}.\n`);
  expect(await readFile(file, "utf8")).toMatch(/\| session 1 \|.* large \|.* 1500 \|/);
  const unnamed = await server.type(["worklog", "--room", "costs", "--export", "log.txt"]);
  expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining("says no format")]);
  expect(await lead("session", "show", "1")).toEqual([
    0,
    expect.stringContaining("0.60 USD and what 500 tokens of unknown price cost, 1500 tokens"),
  ]);
  await planner("wait");
  await planner("progress", ...half);
  expect(await lead("session", "resume", "1")).toEqual([4, expect.stringContaining("(budget_reached")]);
  expect((await pending())?.question).toContain("has used its budget of 1.00 USD");
  expect(await lead("session", "budget", "1")).toEqual([0, "Session 1: 1.20 of 1.00 USD.\n"]);
  const raise = ["--detail", '{"budget":{"costUsd":3}}'];
  expect((await lead("decide", (await pending())?.id ?? "", "raise", ...raise))[0]).toBe(0);
  expect(await lead("session", "budget", "1", "--runs", "40", "--tokens", "90000")).toEqual([
    0,
    "Session 1 may use 90,000 tokens, 40 runs.\n",
  ]);
  expect(await lead("session", "budget", "1", "--none")).toEqual([0, "Session 1 has no limit.\n"]);

  expect(await lead("budget", "--agent", "nobody", "--runs", "3")).toEqual([
    2,
    expect.stringContaining("(agent_unknown"),
  ]);
  expect(await lead("budget", "--usd", "20")).toEqual([0, "This room: 0.00 of 20.00 USD.\n"]);
  expect(await lead("budget")).toEqual([0, "This room: 0.00 of 20.00 USD.\n"]);
  expect(await lead("budget", "--none")).toEqual([0, "It has no limit now.\n"]);
  expect(await lead("budget")).toEqual([0, "No budget is set.\n"]);

  const option = ["room", "options", "costs", "--ask-before-next"];
  expect((await server.type([...option, "on"])).out).toBe("costs asks a person before the next session starts.\n");
  expect((await server.type(["room", "options", "costs"])).out).toContain("asks a person");
  await lead("session", "add", "Two");
  await lead("session", "add", "Three");
  await lead("session", "stop", "1");
  const asked = await pending();
  expect(asked?.question).toBe("Start “Two” next?");
  expect((await lead("decide", asked?.id ?? "", "hold"))[0]).toBe(0);
  expect(await lead("session", "start", "3")).toEqual([0, "Session 3 is started.\n"]);
  expect((await server.type(["verify", "costs"])).code).toBe(0);
});
