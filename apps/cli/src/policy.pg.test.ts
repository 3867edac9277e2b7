import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("the policy of a room by the command line: shown, tried, changed role by role", async () => {
  await server.ask(["room", "new", "guarded", "--preset", "duo"]);
  const lead = async (...args: string[]) => {
    const done = await server.type(["policy", ...args]);
    return [done.code, done.err || done.out];
  };
  const room = ["--room", "guarded"];

  expect(await lead("show", ...room)).toEqual([0, expect.stringContaining("Preset safe.")]);
  const [code, tried] = await lead("try", ...room, "--", "sudo", "git", "push", "-f");
  expect(code).toBe(0);
  expect(tried).toContain("deny by rule 12: Nobody force-pushes");
  expect(tried).toContain("  git push -f");
  expect(await lead("set", ...room, "--mode", "ask")).toEqual([2, expect.stringContaining("belong to a role")]);
  const builder = ["--role", "builder", "--allow", "read", "--allow", "$ npm test"];
  expect(await lead("set", ...room, "--preset", "open", ...builder)).toEqual([0, "guarded is on open.\n"]);
  const [, shown] = await lead("show", ...room);
  expect(shown).toContain("builder: room; only read, $ npm test");
  const asBuilder = [...room, "--role", "builder", "--"];
  expect((await lead("try", ...asBuilder, "npm", "run", "build"))[1]).toContain("deny by rule 3");
  expect((await lead("try", ...asBuilder, "npm", "test"))[1]).toContain("allow");
  expect(await lead("verdicts", ...room)).toEqual([0, "No call was checked.\n"]);
});
