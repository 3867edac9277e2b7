import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.type(["room", "create", "refunds", "--preset", "lifecycle"]);
  await server.type(["room", "create", "shop", "--preset", "squad"]);
});
afterAll(() => server.stop());

test("the pipelines of a team are listed, with what others lack, and one is printed", async () => {
  const all = await server.type(["pipelines", "--room", "refunds"]);
  expect(all).toMatchObject({ code: 0 });
  expect(all.out).toMatch(/^spec-only +6 steps +from a requirement to a judged specification\n/);
  expect(all.out).toContain('session add "A title" --pipeline NAME');
  const squads = await server.type(["pipelines", "--room", "shop"]);
  expect(squads.out).toMatch(/impl-only +4 steps +no role has IMPL or TEST/);
  const one = await server.type(["pipelines", "fullstack", "--room", "refunds"]);
  expect(one.out).toContain("REVIEW-001  Code review     after TEST-001 and QA-FE-001");
  const none = await server.type(["pipelines", "full", "--room", "refunds"]);
  expect(none.code).toBe(2);
  expect(none.err).toContain("There is no pipeline full.");
});

test("a session goes through one, and its room says how many run at once", async () => {
  const options = await server.type(["room", "options", "refunds", "--pipelines", "1"]);
  expect(options.out).toContain("At most 1 pipeline runs at once.");
  const add = (title: string, name: string, room = "refunds") =>
    server.type(["session", "add", title, "--pipeline", name, "--room", room]);
  expect((await add("Refunds", "spec-only")).out).toBe("Session 1. It starts.\n");
  await add("Vouchers", "spec-only");
  const list = await server.type(["session", "list", "--room", "refunds"]);
  expect(list.out).toMatch(/1 +active .*Refunds/);
  expect(list.out).toMatch(/2 +queued .*Vouchers/);
  const tasks = await server.type(["task", "list", "--room", "refunds"]);
  expect(tasks.out).toContain("QUALITY-001");
  const refused = await add("Refunds", "impl-only", "shop");
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("No role of this team has tasks that begin with IMPL or TEST");
});
