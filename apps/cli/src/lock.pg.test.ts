import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a lock that isn't got ends the line of commands, and says why", async () => {
  const { planner, builder } = await aSquad(server, "locks");
  expect(await planner(["lock", "--wait", "src/**/x.ts"])).toMatchObject({ code: 0, err: "" });
  const taken = await builder(["lock", "src/a/x.ts"]);
  expect(taken.code).toBe(4);
  expect(taken.err).toContain("Work on something else meanwhile, or wait for it.");
  expect(taken.err.match(/[Ss]tand in line/g)).toHaveLength(1);

  const waited = await builder(["lock", "--wait", "--for", "1", "src/a/x.ts"]);
  expect(waited.code).toBe(6);
  expect(waited.out).toContain("You wait for src/a/x.ts, as lock 2, behind ");
  const waiting = builder(["lock", "--wait", "src/a/x.ts"]);
  await expect.poll(async () => (await planner(["locks"])).out).toContain("2 src/a/x.ts");
  expect((await planner(["unlock", "1"])).code).toBe(0);
  expect(await waiting).toMatchObject({ code: 0 });
});
