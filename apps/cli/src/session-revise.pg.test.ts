import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.type(["room", "create", "refunds", "--preset", "lifecycle"]);
});
afterAll(() => server.stop());

test("a lead and the coordinator have finished steps redone, after seeing what it costs", async () => {
  const tokens = {
    planner: await server.credential("refunds", "planner"),
    coordinator: await server.credential("refunds", "coordinator"),
  };
  const planner = { token: tokens.planner };
  const coordinator = { token: tokens.coordinator };
  for (const one of [planner, coordinator]) await server.type(["join"], one);
  await server.type(["session", "add", "Refunds", "--pipeline", "impl-only", "--room", "refunds"]);
  const revise = (...more: string[]) => ["session", "revise", "1", ...more, "--room", "refunds"];

  const early = await server.type(revise("PLAN-001", "--note", "Smaller."));
  expect([early.code, early.err]).toEqual([4, expect.stringContaining("PLAN-001 isn't finished")]);
  await server.type(["wait"], planner);
  await server.type(["done", "Three parts.", "--tokens-in", "900"], planner);

  const cost = await server.type(revise("PLAN-001", "--dry-run"));
  expect(cost.out).toMatch(/^Redone: PLAN-001-R1, IMPL-001-R1, TEST-001-R1 and REVIEW-001-R1\n/);
  expect(cost.out).toMatch(/^Cancelled: IMPL-001, TEST-001 and REVIEW-001$/m);
  expect(cost.out).toContain('squadroom session revise 1 PLAN-001 --room refunds --note "What is to be different"`');
  const silent = await server.type(revise("PLAN-001"));
  expect([silent.code, silent.err]).toEqual([2, expect.stringContaining("Say in a note")]);
  const denied = await server.type(["session", "revise", "1", "PLAN-001", "--note", "x"], planner);
  expect(denied.err).toContain("Only the Coordinator and people steer a pipeline.");

  const by = ["session", "revise", "1", "PLAN-001", "--note", "Two parts are enough."];
  expect((await server.type(by, coordinator)).out).toContain("Redone: PLAN-001-R1");
  const next = await server.type(["wait"], planner);
  expect(next.out).toContain("PLAN-001-R1");
  expect(next.out).toContain("Do it again: Two parts are enough.");
  const old = await server.type(["task", "show", "PLAN-001", "--room", "refunds"]);
  expect(old.out).toContain("Three parts.");
  const again = await server.type(revise("PLAN-001", "--note", "x"));
  expect(again.err).toContain("PLAN-001 was redone as PLAN-001-R1; name the latest.");

  await server.type(["done", "Two parts."], planner);
  const shorter = ["session", "revise", "1", "PLAN-001-R1", "--note", "One part."];
  expect((await server.type(shorter, coordinator)).out).toContain("Redone: PLAN-001-R2");
  await server.type(["wait"], planner);
  await server.type(["done", "One part."], planner);
  const third = ["session", "revise", "1", "PLAN-001-R2", "--note", "None."];
  const asked = await server.type(third, coordinator);
  expect(asked.out).toContain("Nothing has changed yet: from the third revision on, a person decides.");
  const [, id = ""] = /decision (\S+)\)/.exec(asked.out) ?? [];
  const twice = await server.type(third, coordinator);
  expect([twice.code, twice.err]).toEqual([4, expect.stringContaining("A person is already asked about that: ")]);
  const decisions = await server.type(["decisions", "--room", "refunds"]);
  expect(decisions.out).toContain("Redo PLAN-001-R2 as PLAN-001-R3?");
  expect(decisions.out).toContain("Redo PLAN-001-R2");
  expect((await server.type(["decide", id, "redo", "--room", "refunds"])).code).toBe(0);
  const told = await server.type(["wait", "--timeout", "0"], coordinator);
  expect(told.out).toContain("Redo PLAN-001-R2");
  const last = await server.type(["wait"], planner);
  expect(last.out).toContain("PLAN-001-R3");
  expect(last.out).toContain("Do it again: None.");
});
