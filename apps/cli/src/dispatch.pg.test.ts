import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.type(["room", "create", "refunds", "--preset", "lifecycle"]);
});
afterAll(() => server.stop());

test("tasks that wait for the coordinator are let go by command", async () => {
  const add = ["session", "add", "Refunds", "--pipeline", "impl-only", "--room", "refunds"];
  await server.type(add);
  const nothing = await server.type(["dispatch", "1", "--room", "refunds"]);
  expect(nothing).toMatchObject({ code: 0 });
  expect(nothing.out).toContain("Nothing waited.");
  const strange = await server.type(["dispatch", "1", "IMPL-404", "--room", "refunds"]);
  expect(strange.code).toBe(5);
  expect(strange.err).toContain("Session 1 has no task IMPL-404.");
  const several = ["dispatch", "1", "IMPL-404", "TEST-404", "--in-order", "--room", "refunds"];
  expect((await server.type(several)).err).toContain("no task IMPL-404 and TEST-404");
  const none = await server.type(["dispatch", "9", "--room", "refunds"]);
  expect(none.err).toContain("session 9");
});
