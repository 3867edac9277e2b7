import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.type(["room", "create", "refunds", "--preset", "lifecycle"]);
  await server.type(["room", "create", "shop", "--preset", "squad"]);
});
afterAll(() => server.stop());

test("the pipelines of a team are listed, with what others lack, and one is printed", async () => {
  const all = await server.type(["pipelines", "--room", "refunds"]);
  expect(all).toMatchObject({ code: 0 });
  expect(all.out).toMatch(/^spec-only +6 steps +from a requirement to a judged specification\n/);
  expect(all.out).toContain('session add "A title" --pipeline NAME');
  const squads = await server.type(["pipelines", "--room", "shop"]);
  expect(squads.out).toMatch(/impl-only +4 steps +no role has IMPL or TEST/);
  const one = await server.type(["pipelines", "fullstack", "--room", "refunds"]);
  expect(one.out).toContain("REVIEW-001  Code review     after TEST-001 and QA-FE-001");
  const none = await server.type(["pipelines", "full", "--room", "refunds"]);
  expect(none.code).toBe(2);
  expect(none.err).toContain("There is no pipeline full.");
});

test("a session goes through one, and its room says how many run at once", async () => {
  const options = await server.type(["room", "options", "refunds", "--pipelines", "1"]);
  expect(options.out).toContain("At most 1 pipeline runs at once.");
  const add = (title: string, name: string, room = "refunds") =>
    server.type(["session", "add", title, "--pipeline", name, "--room", room]);
  expect((await add("Refunds", "spec-only")).out).toBe("Session 1. It starts.\n");
  await add("Vouchers", "spec-only");
  const list = await server.type(["session", "list", "--room", "refunds"]);
  expect(list.out).toMatch(/1 +active .*Refunds/);
  expect(list.out).toMatch(/2 +queued .*Vouchers/);
  const tasks = await server.type(["task", "list", "--room", "refunds"]);
  expect(tasks.out).toContain("QUALITY-001");
  const refused = await add("Refunds", "impl-only", "shop");
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("No role of this team has tasks that begin with IMPL or TEST");
});

test("a team takes a pipeline from a file, prints it as YAML, and goes with it to another room", async () => {
  const file = join(server.folder, "security.yaml");
  const give = (...more: string[]) => server.type(["room", "team", "pipeline", ...more]);
  const text = `name: security
title: Security check
about: from a plan to a judged one
steps:
  - id: PLAN-001
    title: Plan
  - id: SEC-001
    title: Check
    requires: [PLAN-002]
`;
  await writeFile(file, text);
  const wrong = await give("refunds", file);
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain(`${file}:9: There is no step PLAN-002.`);
  await writeFile(file, text.replace("PLAN-002", "PLAN-001"));
  const taken = await give("refunds", file);
  expect([taken.code, taken.out]).toEqual([0, expect.stringContaining(`${file}:7: This team has no role for SEC`)]);
  await writeFile(file, text.replace("PLAN-002", "PLAN-001").replaceAll("SEC", "REVIEW"));
  expect((await give("refunds", file)).out).not.toContain("No role");
  const all = await server.type(["pipelines", "--room", "refunds"]);
  expect(all.out).toMatch(/^security +2 steps +from a plan to a judged one\nspec-only/);
  const printed = await server.type(["pipelines", "security", "--yaml", "--room", "refunds"]);
  expect(printed.out).toMatch(/^```yaml\nname: security\n[\s\S]*requires:\n[\s\S]*```\n$/);
  const copy = join(server.folder, "copy.yaml");
  await server.type(["pipelines", "security", "--yaml", copy, "--room", "refunds"]);
  expect((await give("shop", copy)).code).toBe(0);
  const again = await server.type(["pipelines", "security", "--json", "--room", "shop"]);
  const first = await server.type(["pipelines", "security", "--json", "--room", "refunds"]);
  expect(again.out).toBe(first.out);
  expect(await readFile(copy, "utf8")).toContain("about: from a plan to a judged one");
  const shown = await server.type(["room", "team", "show", "refunds", "--json"]);
  const { draft } = JSON.parse(shown.out) as { draft: unknown };
  const team = join(server.folder, "team.json");
  await writeFile(team, JSON.stringify(draft));
  await server.type(["room", "create", "returns", "--team", team]);
  const third = await server.type(["pipelines", "security", "--json", "--room", "returns"]);
  expect(third.out).toBe(first.out);
  expect((await server.type(["room", "team", "show", "returns"])).out).toContain("Its own pipelines: security.");
  expect((await give("shop", "--remove", "security")).out).toBe("shop no longer has the pipeline security.\n");
  expect((await give("shop", "--remove", "security")).err).toContain("no pipeline security");
  expect((await give("shop")).err).toContain("`--remove NAME`");
});

test("session show says of each step why it waits, what its checkpoint asks, and what was logged", async () => {
  await server.type(["room", "create", "returns-spec", "--preset", "lifecycle"]);
  const token = await server.credential("returns-spec", "analyst", "Ann");
  const started = ["session", "add", "Returns", "--pipeline", "spec-only", "--room"];
  expect((await server.type([...started, "returns-spec"])).out).toBe("Session 1. It starts.\n");
  const show = (...more: string[]) => server.type(["session", "show", "1", "--room", "returns-spec", ...more]);
  const before = (await show()).out;
  expect(before).toContain("Steps of Specification, 0 of 6 done:");
  expect(before.split("\n").slice(1, 4)).toEqual([
    "active",
    "It isn't moving:",
    "  RESEARCH-001: No Analyst is connected.",
  ]);
  expect(JSON.parse((await show("--json")).out)).toMatchObject({
    stall: [{ taskId: "RESEARCH-001", kind: "role_unavailable", needsPerson: false }],
  });
  expect(before).toMatch(/RESEARCH-001 +waiting +\S.*\n {4}No .* is connected\./);
  expect(before).toMatch(/DRAFT-001 +waiting +\S.*\n {4}Waiting for RESEARCH-001 “/);
  expect(before).not.toContain("Log");
  await server.type(["join"], { token });
  await server.type(["wait"], { token });
  for (const line of ["one", "two", "three", "four", "five", "six"])
    await server.type(["log", "progress", `Read ${line}.`, "--ref", "docs/a.md"], { token });
  const after = (await show()).out;
  expect(after).toMatch(/RESEARCH-001 +under way +\S.*\n {4}Ann is working on it\./);
  expect(after).not.toContain("It isn't moving");
  expect(JSON.parse((await show("--json")).out)).toMatchObject({ stall: null });
  expect(after).toContain("session show 1 --log 200`):");
  expect(after).toMatch(/ \S+, RESEARCH-001, docs\/a\.md: \[analyst\] Read six\.\n/);
  expect(after).not.toContain("Read one.");
  const all = (await show("--log", "200")).out;
  expect(all).toContain("\nLog:\n");
  expect(all).toContain("[analyst] Read one.");
});

test("its coordinator lets tasks start, hears what fails at the end, and session show lists the latest moves", async () => {
  await server.type(["room", "create", "failing", "--preset", "lifecycle"]);
  const specs = join(server.folder, "undiscussed");
  await mkdir(specs);
  const spec = "---\nprefix: REVIEW\ndiscuss_rounds: []\n---\nReview it.\n";
  await writeFile(join(specs, "reviewer.md"), spec);
  await server.type(["role", "import", specs, "--room", "failing"]);
  const roles = ["coordinator", "planner", "executor", "tester", "reviewer"] as const;
  const tokens = await Promise.all(roles.map((role) => server.credential("failing", role, `One ${role}`)));
  const by = Object.fromEntries(
    roles.map((role, i) => [role, (...argv: string[]) => server.type(argv, { token: tokens[i] as string })]),
  ) as Record<(typeof roles)[number], (...argv: string[]) => ReturnType<typeof server.type>>;
  for (const role of roles) await by[role]("join");
  await server.type(["session", "add", "Refunds", "--pipeline", "impl-only", "--room", "failing"]);
  for (const role of ["planner", "executor"] as const) {
    await by[role]("wait");
    expect((await by[role]("done", "As planned.")).code).toBe(0);
  }
  const asked = await by.coordinator("wait", "--timeout", "0");
  expect(asked.out).toContain("2 tasks of “Refunds” could start");
  expect(asked.out).toContain("`squadroom dispatch 1` starts all.");
  expect((await by.coordinator("dispatch", "1")).out).toContain("Started: ");
  expect((await by.tester("wait")).out).toContain("squadroom done --verdict 'passed or failed'");
  const unclear = await by.tester("done", "I looked at all of it.");
  expect(unclear.out).toContain("doesn't say whether the work passes");
  expect((await by.tester("done", "Fine.", "--verdict", "passed or failed")).code).not.toBe(0);
  expect((await by.tester("done", "3 fail.", "--check", "tests:failing:3")).code).toBe(0);
  await by.reviewer("wait");
  expect((await by.reviewer("done", "It is fine.")).code).toBe(0);
  const told = await by.coordinator("wait", "--timeout", "0");
  expect(told.out).toContain("“Refunds” may be complete");
  expect(told.out).toContain(
    "It may be complete. A person is asked what next. TEST-001 ended with a failing check: tests (3).",
  );
  const shown = (await server.type(["session", "show", "1", "--room", "failing"])).out;
  expect(shown).toMatch(/ tests_failed, TEST-001: \[tester\] TEST-001 doesn't pass: /);
  const [, ruled = ""] = shown.split("Latest moves:\n");
  const [lines = ""] = ruled.split("\n\n");
  expect(lines).toContain("One coordinator let TEST-001 and REVIEW-001 start");
  expect(lines).toContain("After PLAN-001: IMPL-001 can start");
  expect(lines).toContain("After IMPL-001: the coordinator is asked about TEST-001 and REVIEW-001");
  expect(shown).toContain("TEST-001 ended with a failing check: tests (3).");
});
