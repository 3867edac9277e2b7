import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("what agents used today is listed by room and agent, with a sum", async () => {
  expect(await server.type(["usage"])).toMatchObject({ err: "", out: "Nothing reported today.\n" });
  for (const [room, ...cost] of [["dear", "--cost", "0.6"], ["plain"]] as const) {
    await server.ask(["room", "new", room, "--preset", "solo"]);
    const token = await server.credential(room, "solo");
    await server.type(["join"], { token });
    const create = ["task", "create", "--room", room, "--role", "solo", "--title", "Refunds"];
    await server.type([...create, "--instruction", "Make them idempotent."]);
    await server.type(["wait"], { token });
    const tokens = ["--tokens-in", "900", "--tokens-out", "100"];
    expect((await server.type(["progress", "reading", ...tokens, ...cost], { token })).code).toBe(0);
  }
  const { out } = await server.type(["usage"]);
  expect(out).toMatch(/^dear +\S.* 0\.60 USD +1000 tokens$/m);
  expect(out).toMatch(/^plain +\S.* cost unknown +1000 tokens$/m);
  expect(out).toMatch(/^all +0\.60 USD and more +2000 tokens$/m);
  const one = (await server.type(["usage", "dear"])).out;
  expect(one.trim().split("\n")).toHaveLength(1);
  expect((await server.type(["usage", "none"])).code).toBe(5);
});
