import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a backlog by the command line, as a person and as agents", async () => {
  await server.ask(["room", "new", "shelf", "--preset", "duo"]);
  const as = async (role: string) => {
    const token = await server.credential("shelf", role);
    await server.type(["join"], { token });
    return (...args: string[]) => server.type(args, { token });
  };
  const [planner, builder] = [await as("planner"), await as("builder")];
  const lead = (...args: string[]) => server.type(["backlog", ...args, "--room", "shelf"]);

  expect((await lead("list")).out).toContain("squadroom backlog add");
  expect((await lead("add", "Fix", "anchors", "--priority", "high", "--value", "4", "--complexity", "2")).out).toBe(
    "Item 1: Fix anchors\n",
  );
  expect((await builder("backlog", "add", "One page per code")).out).toBe("Item 2: One page per code\n");
  const refused = await builder("backlog", "pick", "1");
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("(entry_point_only")]);
  expect((await planner("backlog", "pick", "1")).out).toBe("Item 1 is now PLAN-001, for the planner.\n");
  expect((await planner("wait")).out).toContain("Item 1: Fix anchors");
  await planner("handoff", "user", "--intent", "deliver", "--message", "Anchors hold.");
  expect((await lead("show", "1")).out).toContain("Pia: Anchors hold.".slice(4));
  expect((await lead("close", "1")).code).toBe(2);
  expect((await lead("close", "1", "--reason", "right")).out).toBe("Item 1 is closed.\n");
  expect((await lead("move", "2", "--after", "9")).code).toBe(5);

  expect((await lead("mode")).out).toContain("Normal mode");
  expect((await lead("mode", "on")).out).toContain("Working through the backlog");
  expect((await planner("wait")).out).toContain("One page per code");
  expect((await lead("mode", "resume")).code).toBe(4);

  const file = join(tmpdir(), `backlog-${process.pid}.csv`);
  onTestFinished(() => rm(file, { force: true }));
  await writeFile(file, "title,value\nGood,3\nBad,9\n");
  const bad = await lead("import", file);
  expect([bad.code, bad.out]).toEqual([2, expect.stringContaining("Line 3, value:")]);
  await writeFile(file, "title,value\nGood,3\n");
  expect((await lead("import", file)).out).toContain("Items 3 to 3 are added.");
  expect((await lead("export")).out).toContain("3,Good,,medium,,3,,open,");
});
