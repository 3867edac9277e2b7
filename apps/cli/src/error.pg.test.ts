import type { Reply } from "@squadroom/client/call";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function aBuilder(room: string) {
  await server.type(["room", "create", room, "--preset", "squad"]);
  const token = await server.credential(room, "builder", "builder one");
  const builder = (...argv: string[]) => server.type(argv, { token });
  await builder("join");
  const create = ["task", "create", "--room", room, "--role", "builder", "--title", "Banner"];
  await server.type([...create, "--instruction", "Draw it."]);
  await builder("wait");
  return builder;
}

test("error says where and what was tried, counts, and tells the third time that the agent is stopped", async () => {
  const builder = await aBuilder("stops");
  const first = await builder(
    "error",
    "Not assignable",
    "--severity",
    "critical",
    "--type",
    "TypeError",
    "--file",
    "src/a.ts:31:9",
    "--tried",
    "widen it => breaks 4 files",
    "--tried",
    "not_tried: export it",
    "--tried",
    "worked: restore the margin",
    "--suggest",
    "reviewer",
  );
  expect(first.out).toBe("Noted as error 1; 1 of your run so far. You still hold DEV-001.\n");
  expect((await builder("error", "Unused import", "--severity", "warning")).out).toContain("; 1 of");
  await builder("error", "Not exported");
  const third = await builder("error", "Differs");
  expect(third.out).toContain("Error 4 is number 3 of your run: you are stopped.");
  const fourth = await builder("error", "Again");
  expect(fourth.code).toBe(4);
  expect(fourth.err).toContain("(worker_stopped");

  const listed = await server.type(["errors", "--room", "stops"]);
  expect(listed.out).toBe(
    [
      "error 4: Differs [DEV-001, builder one (builder)]",
      "  It stopped the agent.",
      "error 3: Not exported [DEV-001, builder one (builder)]",
      "warning 2: Unused import [DEV-001, builder one (builder)]",
      "critical 1: Not assignable [src/a.ts:31:9, DEV-001, builder one (builder)]",
      "  failed: widen it => breaks 4 files",
      "  worked: restore the margin",
      "  not tried: export it",
      "  suggests reviewer",
      "",
    ].join("\n"),
  );
  const shown = await server.type(["task", "show", "DEV-001", "--room", "stops"]);
  expect(shown.out).toContain(`Errors, the newest first:\n${listed.out}`);
  expect(shown.out).toMatch(/, attempts used: 1\nLast attempt ended \S+ \S+, stopped: .*3 errors/);
  const decisions = await server.type(["decisions", "--json", "--room", "stops"]);
  const [asked] = (JSON.parse(decisions.out) as Reply<"listDecisions">).data;
  expect(asked?.question).toContain("builder one was stopped after 3 errors in one run");
  await server.type(["decide", asked?.id ?? "", "retry", "--room", "stops"]);
  const again = await server.type(["task", "show", "DEV-001", "--room", "stops"]);
  expect(again.out).toMatch(/attempts used: 0\nLast attempt ended .*, stopped: /);
});

test("error --needs-person asks one, with a way to whoever is suggested", async () => {
  const builder = await aBuilder("asks");
  const said = await builder("error", "No access", "--needs-person", "--suggest", "reviewer");
  expect(said.out).toContain("A person is asked; you keep DEV-001");
  const decisions = await server.type(["decisions", "--room", "asks"]);
  expect(decisions.out).toContain("can't get past an error in DEV-001: No access");
  expect(decisions.out).toContain("Give it to Reviewer");
});

test("a session's step goes to whom its agent suggests in the same role; of another one, who decides reads why not", async () => {
  const room = ["--room", "steps"];
  await server.type(["room", "create", "steps", "--preset", "squad"]);
  const [one, two] = await Promise.all(
    ["planner one", "planner two"].map(async (name) => {
      const token = await server.credential("steps", "planner", name);
      const planner = (...argv: string[]) => server.type(argv, { token });
      await planner("join");
      return planner;
    }),
  );
  if (!one || !two) throw new Error("no planners");
  await server.type(["session", "add", "One store", ...room]);
  expect((await one("wait")).out).toContain("PLAN-001");
  await one("error", "No access", "--needs-person", "--suggest", "reviewer");
  const [first] = await asked(room);
  expect(first?.reason).toContain(
    "planner one suggests Reviewer, but the session waits for the reply to PLAN-001, which only Planner gives.",
  );
  expect(first?.options.map(({ label }) => label)).toEqual(["Try again", "Answer", "Cancel the task"]);
  await server.type(["decide", first?.id ?? "", "retry", ...room]);
  await one("error", "No access", "--needs-person", "--suggest", "planner two");
  const [second] = await asked(room);
  const give = second?.options.find(({ label }) => label === "Give it to planner two");
  const given = await server.type(["decide", second?.id ?? "", give?.id ?? "", ...room]);
  expect(given).toMatchObject({ code: 0 });
  expect((await two("wait")).out).toContain("# PLAN-001");
});

async function asked(room: string[]) {
  const { out } = await server.type(["decisions", ...room, "--json"]);
  const { data } = JSON.parse(out) as Reply<"listDecisions">;
  return data;
}
