import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const REPLIES = {
  scout: { type: "scout", angle: "what there is", notes: "Two stores that disagree." },
  triage: { type: "triage", level: "exploration", reasoning: "A choice is to be made." },
  plan: {
    type: "plan",
    tasks: [
      { id: "t1", title: "Make it", instruction: "Make the store.", role: "builder" },
      { id: "t2", title: "Read it", instruction: "Read the store.", role: "builder" },
    ],
  },
  review: { type: "review", passed: true, summary: "It is right." },
};

test("gates of a session by the command line: evidence, what holds it up, and an override", async () => {
  const { builder, reviewer, lead, present, decide } = await aSquad(server, "gated");
  const status = async () => (await lead("session", "status", "1")).out;

  expect((await lead("session", "gates", "silver")).code).toBe(2);
  expect((await lead("session", "gates", "gold")).out).toBe("The gates of new sessions ask for: gold.\n");
  await lead("session", "add", "One", "store", "--gates", "production");
  expect(await status()).toContain("requirements: in progress");
  expect(await status()).toMatch(/^Started: \d{4}-\d\d-\d\d \d\d:\d\dZ$/m);
  await present(REPLIES.scout);
  await present(REPLIES.triage);
  await decide("skip");
  await present(REPLIES.plan);
  await decide("approve");
  const delivered = await builder(["wait"]);
  expect(delivered.out).toContain("--check coverage:passing:PERCENT%");
  expect(await status()).toMatch(/At work: .*\(builder\)\nTasks: 0 of 2 passed/);
  const bad = await builder(["done", "--summary", "Made it.", "--check", "tests"]);
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining("tests:passing")]);
  await builder(["done", "--summary", "Made it.", "--check", "tests:passing"]);
  await present(REPLIES.review, reviewer);
  await builder(["wait"]);
  const check = ["--check", "coverage=passed:65.5"];
  await builder(["done", "--summary", "Read it.", "--check", "tests=passed", ...check]);
  await present(REPLIES.review, reviewer);
  await present(REPLIES.review, reviewer);

  const held = await status();
  expect(held).toContain("Session 1: waiting on human, quality");
  expect(held).toContain("quality: failed");
  expect(held).toContain("DEV-002 reported coverage (65.5 %): not good enough");
  const early = await lead("session", "override", "1", "design", "--reason", "so");
  expect([early.code, early.err]).toEqual([4, expect.stringContaining("(gate_state")]);
  const silent = await decide("override");
  expect([silent.code, silent.err]).toEqual([2, expect.stringContaining("(note_required")]);
  const done = await lead("session", "override", "1", "quality", "--reason", "The rest is generated.");
  expect(done.out).toBe("The quality gate of session 1 is overridden.\n");
  const ended = await status();
  expect(ended).toMatch(/^Session 1: completed, quality\nStarted: .*\nTasks: 2 of 2 passed/);
  expect(ended).toContain("Gates ask for: production\n");
  expect(ended).toMatch(/quality: overridden\n.+: The rest is generated\./);
  const json = await server.ask(["session", "status", "1", "--room", "gated"]);
  expect(json).toMatchObject({
    id: 1,
    status: "completed",
    agentsActive: [],
    gates: { requirements: "passed", implementation: "passed", quality: "overridden" },
  });
  expect((await server.type(["verify", "gated"])).code).toBe(0);
});
