import { readFile } from "node:fs/promises";
import { createClient } from "@squadroom/client/http";
import type { RoleName } from "@squadroom/core/kernel/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A runner that offers planners, and starts none of them. */
async function aRunner(room: string): Promise<void> {
  const key = (await readFile(`${server.folder}/local-admin.key`, "utf8")).trim();
  const admin = createClient({ baseUrl: server.url, authorization: `Local ${key}` });
  const params = { room };
  const { token } = await admin.call("createRunner", { params, body: { name: "studio" } });
  await createClient({ baseUrl: server.url, token }).call("connectRunner", {
    params,
    body: {
      ...{ platform: "linux", version: "1", slots: 1, harnesses: [] },
      offers: [{ role: "planner" as RoleName, harness: "scripted" }],
      project: { name: "checkout", branch: null, hasRemote: false },
    },
  });
}

test("runs are started, listed, stopped and paused by the command line", async () => {
  await server.ask(["room", "new", "quay", "--preset", "duo"]);
  const lead = async (...args: string[]) => {
    const done = await server.type([...args, "--room", "quay"]);
    return [done.code, done.err || done.out];
  };
  expect(await lead("runs", "list")).toEqual([0, "Nothing has run in quay.\n"]);
  const [unoffered, why] = await lead("runs", "start", "planner");
  expect([unoffered, why]).toEqual([5, expect.stringContaining("(runner_unknown")]);
  await aRunner("quay");

  expect(await lead("runs", "start", "planner")).toEqual([0, "Run 1 waits for a free slot.\n"]);
  expect((await lead("runs", "list", "--live"))[1]).toContain("planner");
  expect(await lead("runs", "steer", "1", "--stop")).toEqual([0, "Run 1 is over.\n"]);
  const [unknown, none] = await lead("runs", "steer", "7", "--stop");
  expect([unknown, none]).toEqual([5, expect.stringContaining("(run_unknown")]);
  expect((await lead("runs", "stop-all"))[1]).toContain("0 stopped.");
  expect((await lead("runs", "resume"))[1]).toBe("1 runner may start agents again.\n");
});
