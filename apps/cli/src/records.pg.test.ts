import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a room's lists are written as CSV and as JSON, and run as no formula", async () => {
  const { lead, planner, present } = await aSquad(server, "lists");
  await lead("session", "add", "=1+1");
  await present({ type: "scout", angle: "all", notes: "What there is." });
  await planner(["wait"]);
  await planner(["send", "builder", "=cmd()"]);
  const folder = await mkdtemp(join(tmpdir(), "squadroom-lists-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written = async (what: string, file: string) => {
    const done = await lead("export", what, join(folder, file));
    expect([done.err, done.code]).toEqual(["", 0]);
    return readFile(join(folder, file), "utf8");
  };

  expect(await written("messages", "m.csv")).toContain("'=cmd()");
  const tasks = JSON.parse(await written("tasks", "t.json")) as Record<string, unknown>[];
  expect(tasks[0]).toMatchObject({ session_id: 1, role: "planner", state: "completed" });
  expect(String(tasks[0]?.created_at)).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(await written("decisions", "d.csv")).toMatch(/^id,kind,subject,state,/);
  expect((await lead("export", "people", join(folder, "p.csv"))).code).not.toBe(0);
});
