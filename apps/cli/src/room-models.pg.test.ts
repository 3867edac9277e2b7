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
  expect((await options("--model", "huge")).out).toContain("From its next task on, each run works with huge,");
  const last = await options("--model", "none", "--role-model", "builder=none");
  expect(last.out).not.toContain("huge");
  const { out } = await options();
  expect(out.trim().split("\n").slice(1)).toEqual(["Where nobody names a model: medium.", "The room saves money."]);
  const more = ["--keep-class", "planner", "--chain", "medium, small", "--fallback-down", "on"];
  expect((await options(...more)).out).toContain("Where a model is refused: medium, then small.");
  const kept = (await options("--economy", "off")).out;
  expect(kept).toContain("planner keep their class all the same.");
  expect(kept).toContain("Lower classes are tried, too.");
  const cleared = await options("--chain", "none", "--fallback-down", "off", "--keep-class", "none");
  expect(cleared.out.trim().split("\n").slice(1)).toEqual(["Where nobody names a model: medium."]);
  expect((await options("--role-model", "builder")).code).not.toBe(0);
});

test("a message's model that nobody here has heard of is sent, and said to be unheard of", async () => {
  await server.ask(["room", "new", "near", "--preset", "duo"]);
  const send = async (model: string) =>
    (await server.type(["send", "--room", "near", "--model", model, "--message", "Plan it."])).out;
  expect(await send("nosuchmodel-9")).toContain("has a model nosuchmodel-9; a harness that");
  expect(await send("premium")).not.toContain("has a model");
  expect(await send("claude-opus-4-5-20251101")).not.toContain("has a model");
});
