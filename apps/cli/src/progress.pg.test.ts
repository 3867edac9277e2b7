import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOf } from "./file-hash.ts";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A squad whose builder has DEV-001. */
async function atWork(room: string) {
  const squad = await aSquad(server, room);
  const create = ["task", "create", "--role", "builder", "--title", "Banner"];
  await squad.planner([...create, "--instruction", "Draw it."]);
  await squad.builder(["wait"]);
  const shown = async () => (await squad.planner(["task", "show", "DEV-001"])).out;
  return { ...squad, shown };
}

test("progress --check reports checks with their figures; the task shows them, and one that fails is told", async () => {
  const { planner, builder, shown } = await atWork("checks");
  const checks = ["lint:failing:3", "coverage:passing:82%", "build:not_run"];
  const said = await builder(["progress", ...checks.flatMap((one) => ["--check", one])]);
  expect(said).toMatchObject({ code: 0, err: "", out: "Noted; you still hold DEV-001.\n" });
  expect(await shown()).toContain(
    ["Progress:", "- lint: failed, 3", "- coverage: passed, 82 %", "- build: not run", ""].join("\n"),
  );
  expect((await planner(["wait", "--timeout", "0"])).out).toContain("fails lint (3)");
  for (const wrong of ["lint", "lint:broken", ":passing", "lint:failing:many"]) {
    const refused = await builder(["progress", "--check", wrong]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`"${wrong}" is not a check.`);
    expect(refused.err).toContain("STATUS is passing, failing or not_run.");
  }
  expect(await shown()).toContain("- lint: failed, 3\n");
});

test("progress --blocker blocks the task until it is closed by whoever it needs, its agent or a person", async () => {
  const { planner, builder, reviewer, lead, shown } = await atWork("blockers");
  const said = await builder(["progress", "--blocker", "No key for the store", "--needs", "planner"]);
  expect(said).toMatchObject({ code: 0, out: "Noted; you still hold DEV-001.\n" });
  await builder(["progress", "--blocker", "How large is a page?"]);
  const blocked = await shown();
  expect(blocked).toContain("Blocked: “No key for the store”. planner can close it.\n");
  expect(blocked).toContain("Time limit 1 h from its claim; its clock is paused while it is blocked");
  expect(blocked).toContain("- blocker 1, needs planner: No key for the store\n");
  expect(blocked).toContain("- blocker 2: How large is a page?");
  expect((await planner(["wait", "--timeout", "0"])).out).toContain("is blocked on DEV-001");

  const foreign = await reviewer(["task", "close-blocker", "DEV-001", "1"]);
  expect(foreign.code).not.toBe(0);
  expect(foreign.err).toContain("Only people, the entry point and planner close this blocker.");
  const closed = await planner(["task", "close-blocker", "DEV-001", "1", "It is in the vault."]);
  expect(closed).toMatchObject({
    code: 0,
    out: "Blocker 1 of DEV-001 is closed. It has 1 left.\n",
  });
  const told = (await builder(["wait", "--timeout", "0"])).out;
  expect(told).toContain("closed a blocker of DEV-001");
  expect(told).toContain("It is in the vault.");
  const last = "Blocker 2 of DEV-001 is closed. It has none left.\n";
  expect((await lead("task", "close-blocker", "DEV-001", "2")).out).toBe(last);
  // The same wish twice says the same.
  expect((await lead("task", "close-blocker", "DEV-001", "2")).out).toBe(last);
  expect(await shown()).not.toContain("Blocked:");
  expect(await shown()).toMatch(/Time limit 1 h from its claim, due \d{4}-\d\d-\d\d \d\d:\d\dZ\n/);
  await planner(
    ["task", "create", "Test it", "--role", "reviewer", "--instruction", "Do."].concat(["--requires", "DEV-001"]),
  );
  expect(await shown()).toContain("Blocks REVIEW-001\n");
  const none = await lead("task", "close-blocker", "DEV-001", "9", "x");
  expect(none).toMatchObject({ code: 5, out: "" });
  expect(none.err).toContain("DEV-001 has no blocker 9. It has none open.");

  await builder(["progress", "--blocker", "No room"]);
  expect(await shown()).toContain("Blocked: “No room”.");
  await builder(["progress", "--no-blockers"]);
  expect(await shown()).not.toContain("Blocked:");
  expect((await lead("task", "close-blocker", "DEV-001", "1")).code).toBe(0);
  const stranger = await builder(["progress", "--blocker", "Who?", "--needs", "nobody"]);
  expect(stranger.code).not.toBe(0);
  expect(stranger.err).toContain("The room has no role and no agent called nobody");
  expect(await shown()).not.toContain("Blocked:");
});

test("session artifacts lists what a session's tasks made, draft until they are completed", async () => {
  const room = "artifacts";
  await server.type(["room", "create", room, "--preset", "lifecycle"]);
  const lead = (...argv: string[]) => server.type([...argv, "--room", room]);
  const token = await server.credential(room, "planner");
  const planner = (...argv: string[]) => server.type(argv, { token });
  await planner("join");
  await lead("session", "add", "Refunds", "--pipeline", "impl-only");
  expect((await lead("session", "artifacts", "1")).out).toBe("No artifacts.\n");

  await planner("wait");
  await planner("progress", "--artifact", "created:plan/plan.md:40");
  const listed = async (...more: string[]) => (await lead("session", "artifacts", "1", ...more)).out;
  const draft = "plan/plan.md  created  draft  40 lines    PLAN-001  planner";
  expect(await listed()).toBe(`1 artifact\n${draft}\n`);
  const done = await planner("done", "Planned.", "--artifact", "modified:README.md:3");
  expect(done.code).toBe(0);
  expect(await listed()).toBe(
    [
      "2 artifacts",
      "README.md     modified  final  3 lines     PLAN-001  planner",
      "plan/plan.md  created   final  40 lines    PLAN-001  planner",
      "",
    ].join("\n"),
  );
  expect(await listed("--status", "modified")).toMatch(/^1 artifact\nREADME\.md /);
  expect(await listed("--stage", "draft")).toBe("No artifacts.\n");
  expect(await listed("--limit", "1")).toContain("More: --cursor ");
  const unknown = await lead("session", "artifacts", "9");
  expect(unknown.code).toBe(5);
  expect(unknown.err).toContain("session_unknown");
});

test("a file outside the project is reported by no command, and its content is read by none", async () => {
  const { builder, shown } = await atWork("strays");
  const paths = ["../evil.ts", "/etc/hostname", "src/../../up.ts", "src\\a.ts", "~/notes.md"];
  for (const path of paths)
    for (const command of [["progress"], ["done", "Made it."], ["handoff", "reviewer", "Look"]]) {
      const refused = await builder([...command, "--artifact", `created:${path}:final`]);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(`${path} isn't a path in the project`);
      expect(refused.err).toContain("relative to the project, with `/`, without `..`");
    }
  expect(await shown()).not.toContain("evil.ts");
  expect(await hashOf(server.folder, "/etc/hostname")).toBeNull();
});

test("done --resume ends what an attempt before had finished, if its files are as they were", async () => {
  await server.ask(["room", "new", "resumed", "--preset", "squad"]);
  const token = await server.credential("resumed", "builder");
  const builder = (args: string[]) => server.type(args, { token, cwd: server.folder });
  const room = ["--room", "resumed"];
  await builder(["join"]);
  const create = ["task", "create", ...room, "--role", "builder", "--title", "Banner"];
  await server.ask([...create, "--instruction", "Draw it."]);
  await builder(["wait"]);
  await mkdir(join(server.folder, "spec"), { recursive: true });
  const file = join(server.folder, "spec", "banner.md");
  await writeFile(file, "# Banner\n");
  const final = ["progress", "--artifact", "created:spec/banner.md:final"];
  expect(await builder([...final, "--check", "tests:passing"])).toMatchObject({ code: 0, err: "" });
  await builder(["leave"]);
  await builder(["join"]);
  const again = (await builder(["wait"])).out;
  expect(again).toContain("All of it was final: spec/banner.md ");
  expect(again).toContain("end the task without redoing it: `squadroom done --resume`.");

  await writeFile(file, "# Another banner\n");
  const changed = await builder(["done", "--resume"]);
  expect(changed.code).not.toBe(0);
  expect(changed.err).toContain("DEV-001 is not done yet: spec/banner.md has changed since then.");
  expect(changed.err).toContain("Do what is missing, then end the task again.");
  expect(changed.err).not.toContain("criteri");
  await writeFile(file, "# Banner\n");
  const done = await builder(["done", "--resume"]);
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toContain("DEV-001 is completed.\n");
  const shown = await server.type(["task", "show", "DEV-001", ...room]);
  expect(shown.out).toContain("Unchanged since then: spec/banner.md.");
});
