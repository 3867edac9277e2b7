import { afterAll, beforeAll, expect, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { run } from "./run.ts";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("whoever joins by hand in a terminal is told in two lines that the text is for an agent", async () => {
  await server.ask(["room", "new", "by-hand", "--preset", "solo"]);
  const token = await server.credential("by-hand", "solo");
  const join = async (more: object) => {
    const { io, said } = anIo({ env: server.env(token), fetch, ...more });
    expect(await run(["join"], io)).toBe(0);
    return said.out.trimEnd().split("\n");
  };
  const told = "Are you a person? The text above is for an agent, and none is working yet.";
  const byHand = await join({ isPersonThere: true, self: "node /a/squadroom.mjs" });
  expect(byHand.slice(-2)).toEqual([
    told,
    "Start your agent in this folder and tell it: Run `node /a/squadroom.mjs context`, then do what it prints.",
  ]);
  expect(await join({ isPersonThere: false })).not.toContain(told);
  expect(await join({ isPersonThere: true, commandsAbove: () => [["claude"]] })).not.toContain(told);
});
