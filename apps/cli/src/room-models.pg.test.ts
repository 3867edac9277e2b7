import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a room's models are set layer by layer, and taken back", async () => {
  await server.ask(["room", "new", "dear", "--preset", "duo"]);
  const options = (...more: string[]) => server.type(["room", "options", "dear", ...more]);
  const set = ["--role-model", "builder=large,small", "--default-model", "medium"];
  const first = await options(...set, "--economy", "on");
  expect(first.err).toBe("");
  expect(first.out).toContain("builder works with large, and with small to save money.");
  expect((await options("--model", "huge")).out).toContain("All runs work with huge.");
  const last = await options("--model", "none", "--role-model", "builder=none");
  expect(last.out).not.toContain("huge");
  const { out } = await options();
  expect(out.trim().split("\n").slice(1)).toEqual([
    "Where nobody names a model: medium.",
    "The room saves money.",
  ]);
  expect((await options("--role-model", "builder")).code).not.toBe(0);
});
