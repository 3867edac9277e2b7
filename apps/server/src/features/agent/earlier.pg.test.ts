import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { EARLIER_MAX } from "@squadroom/core/task/earlier";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, refusalOf, take } from "../decision/squad.fixture.ts";
import { earlierTasks } from "./earlier.ts";

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

const CHARGE = {
  boundaries: { allowed: ["src/**"], forbidden: ["src/secret/**"] },
  outputs: ["src/round.ts"],
  successCriteria: ["tests pass"],
};
const MET = [{ criterion: "tests pass", met: true }];

/** A squad in which the planner has told the builder to round, and what binds it. */
async function aSquad() {
  const room = await createRoom(server.admin, "squad");
  const params = { room };
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  const reviewer = await anAgent(server, room, "reviewer");
  await server.admin.call("sendMessage", { params, body: { body: "Rounding is wrong." } });
  await planner.handOff(await take(planner), {
    to: "builder",
    intent: "work",
    message: "Round half even. Keep the API stable.",
    task: CHARGE,
  });
  return { params, planner, builder, reviewer };
}

test("what was asked, bound, decided and warned of goes along the whole chain, rework included", async () => {
  const { planner, builder, reviewer } = await aSquad();
  await builder.handOff(await take(builder), {
    to: "reviewer",
    intent: "work",
    message: "Rounded.",
    result: {
      criteria: MET,
      warnings: ["The API of parse() changed."],
      keyDecisions: ["Banker's rounding everywhere."],
      artifacts: [{ path: "src/round.ts", status: "modified" }],
    },
  });
  const review = await take(reviewer);
  for (const text of [
    "Keep the API stable.",
    "- Do not change: `src/secret/**`",
    "- Change only: `src/**`",
    "- Criterion met: tests pass",
    "- Warning: The API of parse() changed.",
    "- File modified: src/round.ts",
    "Rounding is wrong.",
  ])
    expect(review.text).toContain(text);
  await reviewer.handOff(review, {
    to: "builder",
    intent: "findings",
    message: "Leave the key alone.",
  });
  const fix = await take(builder);
  expect(fix.successCriteria).toEqual(CHARGE.successCriteria);
  for (const text of [
    "Leave the key alone.",
    "Keep the API stable.",
    "1. tests pass",
    "- Do not change: `src/secret/**`",
    "- Outputs: `src/round.ts`",
  ])
    expect(fix.text).toContain(text);
  const bare = builder.handOff(fix, { to: "reviewer", intent: "work", message: "Left alone." });
  expect((await refusalOf(bare)).code).toBe("evidence_missing");
  const result = { criteria: MET };
  await builder.handOff(fix, { to: "reviewer", intent: "work", message: "Left alone.", result });
  const second = await take(reviewer);
  for (const text of ["Leave the key alone.", "Keep the API stable.", "The API of parse() changed"])
    expect(second.text).toContain(text);
  await reviewer.handOff(second, { to: "planner", intent: "work", message: "Fine." });
  const last = await take(planner);
  for (const text of ["The API of parse() changed.", "Banker's rounding everywhere.", "Fine."])
    expect(last.text).toContain(text);
});

test("what came of required tasks is there, also where one was handed on", async () => {
  const { params, planner, builder, reviewer } = await aSquad();
  const tasks = [
    { ref: "a", role: "builder", title: "Part a", instruction: "Make a." },
    {
      role: "planner",
      title: "Sum up",
      instruction: "Sum it up.",
      requires: ["ref:a", "DEV-001"],
    },
  ];
  await server.admin.call("createTasks", { params, body: { tasks } });
  await builder.handOff(await take(builder), {
    to: "reviewer",
    intent: "work",
    message: "Rounded.",
    result: { criteria: MET, warnings: ["It is slow."] },
  });
  const a = await take(builder);
  await builder.complete(a, { result: { summary: "Made a.", keyDecisions: ["a is a list"] } });
  await reviewer.handOff(await take(reviewer), {
    to: "planner",
    intent: "work",
    message: "Looked at it.",
    result: { warnings: ["No test of NaN."] },
  });
  const sum = await take(planner);
  expect(sum.title).toBe("Sum up");
  for (const text of ["Made a.", "a is a list", "It is slow.", "Looked at it.", "No test of NaN."])
    expect(sum.text).toContain(text);
});

test("of tasks that were created together, those that the task builds on come first", async () => {
  const room = await createRoom(server.admin, "squad");
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  const reviewer = await anAgent(server, room, "reviewer");
  const one = { instruction: "Do it." };
  const tasks = [
    { ...one, ref: "look", role: "reviewer", title: "Look" },
    { ...one, ref: "plan", role: "planner", title: "Plan", requires: ["ref:look"] },
    { ...one, role: "builder", title: "Build", requires: ["ref:plan"] },
  ];
  await server.admin.call("createTasks", { params: { room }, body: { tasks } });
  for (const agent of [reviewer, planner]) await agent.complete(await take(agent), { result: { summary: "Done." } });
  const { earlier } = await take(builder);
  expect(earlier.map(({ title }) => title)).toEqual(["Plan", "Look"]);
});

test("what was discussed is there, and not what each point of view was asked", async () => {
  const room = await createRoom(server.admin, "lifecycle");
  const analyst = await anAgent(server, room, "analyst");
  const judge = await anAgent(server, room, "planner");
  const writer = await anAgent(server, room, "writer");
  const session = { title: "Refunds", description: "Money back.", pipeline: "spec-only" };
  await server.admin.call("createSession", { params: { room }, body: session });
  const research = await take(analyst);
  await analyst.complete(research, { result: { summary: "Four requirements." } });
  const point = { type: "perspective", rating: 4, summary: "It will do." };
  for (const agent of [judge, writer, judge, writer, judge])
    await agent.complete(await take(agent), { result: { summary: "Judged." }, reply: point });
  const draft = await take(writer);
  expect(draft.taskId).toBe("DRAFT-001");
  expect(draft.text).toContain("## Result of RESEARCH-001");
  expect(draft.text).toContain("Four requirements.");
  expect(draft.text).not.toContain("What DISCUSS-");
  expect(draft.text).not.toContain("Result of DISCUSS-");
});

test("a long chain that is remembered is the one in the tables, with what was allowed on the way", async () => {
  const { params, planner, builder, reviewer } = await aSquad();
  const ring = { planner: "builder", builder: "reviewer", reviewer: "planner" } as const;
  const agents = { planner, builder, reviewer };
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  let role: keyof typeof ring = "builder";
  for (let round = 1; round <= 20; round++) {
    const delivery = await take(agents[role]);
    const tables = await earlierTasks(sql, params.room as RoomId, {
      fromTaskId: delivery.fromTaskId as TaskId,
      requires: [],
      said: null,
    });
    const told = tables.map(({ id, createdBy, boundaries, result, ...task }) => {
      const { role, title, instruction, intent, by, outputs, successCriteria } = task;
      const { lifted = [], ...bounds } = boundaries;
      return {
        taskId: id,
        role,
        title,
        instruction,
        intent,
        by,
        outputs,
        successCriteria,
        from: { name: createdBy.name, role: createdBy.role ?? null },
        boundaries: {
          ...bounds,
          lifted: lifted.map(({ paths, by: who, reason }) => ({ paths, by: who, reason })),
        },
        result: { ...result, diff: null, checks: [] },
      };
    });
    expect(delivery.earlier).toEqual(told);
    expect(delivery.earlier).toHaveLength(Math.min(round, EARLIER_MAX));
    if (round === 4)
      await server.admin.call("allowPaths", {
        params: { ...params, taskId: delivery.taskId },
        body: { paths: ["docs/a.md"], reason: "It belongs to it." },
      });
    const charge = role === "reviewer" ? { task: CHARGE } : {};
    await agents[role].handOff(delivery, {
      to: ring[role],
      intent: "work",
      message: `Round ${round}.`,
      ...charge,
      result: { criteria: delivery.successCriteria.map((criterion) => ({ criterion, met: true })) },
    });
    role = ring[role];
  }
  await sql.end();
});
