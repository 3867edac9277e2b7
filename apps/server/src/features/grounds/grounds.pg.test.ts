import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aFailedTask, anAgent, aPerson, onlyPending, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let server: Server;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const groundsOf = (room: string, decisionId: string, client = server.admin) =>
  client.call("getGrounds", { params: { room, decisionId } });

/** Takes the next task and ends it with a document. */
async function write(agent: Agent, path: string, content: string, more: object = {}) {
  const task = await take(agent);
  const artifacts = [{ path, status: "created", content }];
  await agent.complete(task, { result: { summary: `Wrote ${path}.`, artifacts, ...more } } as never);
  return task.taskId;
}

test("a checkpoint rests on its steps' documents and on what speaks against them, and tells what changed", async () => {
  const { roomId: room } = await server.admin.call("createRoom", { body: { name: "grounds", preset: "lifecycle" } });
  const { draft, version } = await server.admin.call("getTeam", { params: { room } });
  const roles = draft.roles.map(({ spec = "", ...role }) => ({
    ...role,
    spec: spec.replace(/^discuss_rounds: .*$/m, "discuss_rounds: []"),
  }));
  await server.admin.call("changeTeam", {
    params: { room },
    body: { team: { ...draft, roles }, version, remap: {} },
  } as never);
  const [analyst, writer, reviewer] = await Promise.all(
    ["analyst", "writer", "reviewer"].map((role) => anAgent(server, room, role)),
  );
  if (!analyst || !writer || !reviewer) throw new Error("they have joined");
  const session = { title: "Refunds", description: "Money back.", pipeline: "full-lifecycle" };
  await server.admin.call("createSession", { params: { room }, body: session });
  await write(analyst, "spec/research.md", "# Research\n");
  for (const name of ["brief", "requirements", "architecture", "epics"])
    await write(writer, `spec/${name}.md`, `# ${name}\n`);
  await write(reviewer, "spec/readiness.md", "# Ready\n", {
    verdict: "failed",
    warnings: ["Story 12 needs a number."],
    checks: [{ name: "links", passed: false, value: 2 }],
  });

  const asked = await onlyPending(server.admin, room);
  const first = await groundsOf(room, asked.id);
  expect(first).toMatchObject({ left: 0, branch: null, since: null });
  expect(first.tasks.map(({ id, said }) => [id, said])).toEqual([
    ["RESEARCH-001", "Wrote spec/research.md."],
    ...["brief", "requirements", "architecture", "epics"].map((name, i) => [
      `DRAFT-00${i + 1}`,
      `Wrote spec/${name}.md.`,
    ]),
    ["QUALITY-001", "Wrote spec/readiness.md."],
  ]);
  expect(first.documents.map(({ path, file }) => [path, file?.size])).toContainEqual(["spec/brief.md", 8]);
  expect(first.documents).toHaveLength(6);
  const [failed, ...others] = first.warnings;
  expect(failed).toMatch(/links/);
  expect(others.at(-1)).toBe("QUALITY-001: Story 12 needs a number.");

  // Redone: only that has changed for whoever asked for it, and its text can be compared.
  const redo = asked.options.find(({ label }) => label.includes("Epics"));
  await server.admin.call("answerDecision", {
    params: { room, decisionId: asked.id },
    body: { optionId: redo?.id ?? "", note: "Smaller." },
  });
  const redone = await write(writer, "spec/epics.md", "# epics, smaller\n");
  await write(reviewer, "spec/readiness.md", "# Ready\n", { verdict: "passed" });
  const again = await groundsOf(room, (await onlyPending(server.admin, room)).id);
  expect(again.since).toMatchObject({ answer: redo?.label });
  const changed = again.documents.filter(({ at }) => at > (again.since?.at ?? 0));
  expect(changed.map(({ path }) => path).sort()).toEqual(["spec/epics.md", "spec/readiness.md"]);
  expect(again.documents.find(({ path }) => path === "spec/epics.md")).toMatchObject({
    taskId: redone,
    before: { size: 8 },
  });
  expect(again.warnings).toEqual([]);
});

test("only who is in the room reads them; another decision, or none, has its own", async () => {
  const { room, decision } = await aFailedTask(server);
  const viewer = await aPerson(server, "Vi", { [room]: "viewer" });
  const stranger = await aPerson(server, "Strange", { [await createRoom(server.admin, "duo")]: "owner" });
  const { tasks, documents, warnings } = await groundsOf(room, decision.id, viewer.client);
  expect({ tasks, documents, warnings }).toEqual({
    tasks: [{ id: "DEV-001", title: "Refunds", said: null }],
    documents: [],
    warnings: [],
  });
  await expect(groundsOf(room, decision.id, stranger.client)).rejects.toMatchObject({ code: "room_unknown" });
  const builder = await anAgent(server, room, "builder");
  await expect(groundsOf(room, decision.id, builder.client)).rejects.toMatchObject({ code: "forbidden" });
  await expect(groundsOf(room, "019a0000-0000-7000-8000-000000000000")).rejects.toMatchObject({
    code: "decision_unknown",
  });
});

test("a failed task rests on its files and its checks", async () => {
  const room = await createRoom(server.admin, "duo");
  const builder = await anAgent(server, room, "builder");
  const task = { role: "builder", title: "Refunds", instruction: "Make refunds idempotent." };
  await server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
  const held = await take(builder);
  await builder.progress(held, {
    artifacts: [{ path: "src/refund.ts", status: "created", content: "export {};\n" }],
    checks: [{ name: "tests", passed: false, value: 3 }],
  } as never);
  await builder.fail(held, "no key");
  for (let attempt = 1; attempt < 3; attempt++) await builder.fail(await take(builder), "no key");
  const { data } = await server.admin.call("listDecisions", { params: { room }, query: { state: "pending" } });
  const decision = data.find(({ kind }) => kind === "task_failed");
  const grounds = await groundsOf(room, decision?.id ?? "");
  expect(grounds.warnings[0]).toBe("DEV-001: tests: failed, 3");
  expect(grounds.documents).toMatchObject([{ path: "src/refund.ts", file: { size: 11 }, before: null }]);
});
