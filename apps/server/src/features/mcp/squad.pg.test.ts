import type { RoomId } from "@squadroom/core/kernel/ids";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aCaller, type Caller, type Told } from "./mcp.fixture.ts";

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

const taskOf = ({ data }: Told) => data.task as { taskId: string; title: string };
const untilWaits = (room: string, count: number) =>
  until(() => server.runtime.waiters.agentsIn(room as RoomId).length === count);
const say = (room: string, body: string) => server.admin.call("sendMessage", { params: { room }, body: { body } });

async function aSquad() {
  const room = await createRoom(server.admin, "squad");
  const connect = async (role: string, era: "2025" | "2026") =>
    aCaller(server, await createToken(server.admin, room, role), { era, name: `${role}-client` });
  const planner = await connect("planner", "2026");
  const builder = await connect("builder", "2025");
  const reviewer = await connect("reviewer", "2026");
  const all: Caller[] = [planner, builder, reviewer];
  const close = async () => {
    for (const one of all) await one.close();
  };
  return { room, planner, builder, reviewer, close };
}

test("a squad serves a message by tools alone, each with one call for each task", async () => {
  const { room, planner, builder, reviewer, close } = await aSquad();
  // The one that each has to say first; from then on every call returns what comes next.
  const first = { planner: planner.call("wait_for_task"), builder: builder.call("wait_for_task") };
  const toReview = reviewer.call("wait_for_task");
  await untilWaits(room, 3);
  await say(room, "Round half even.");

  const asked = await first.planner;
  expect(asked.text).toContain('hand_off {"taskId":"PLAN-001","to":"builder","intent":"work"');
  const plannerNext = planner.call("hand_off", {
    taskId: taskOf(asked).taskId,
    to: "builder",
    intent: "work",
    message: "Round half even in src/round.ts.",
    task: { successCriteria: ["the tests pass"] },
  });
  const built = await first.builder;
  const builderNext = builder.call("hand_off", {
    taskId: taskOf(built).taskId,
    to: "reviewer",
    intent: "work",
    message: "Rounded.",
    result: {
      criteria: [{ criterion: 1, met: true }],
      artifacts: [{ path: "src/round.ts", status: "modified" }],
    },
  });
  const review = await toReview;
  const reviewerNext = reviewer.call("hand_off", {
    taskId: taskOf(review).taskId,
    to: "planner",
    intent: "work",
    message: "It is right.",
  });
  const back = await plannerNext;
  expect(back.text).toContain("It is right.");
  await planner.call("hand_off", {
    taskId: taskOf(back).taskId,
    to: "user",
    intent: "deliver",
    message: "It rounds.",
    wait: false,
  });

  const { data: events } = await server.admin.call("listEvents", {
    params: { room },
    query: { limit: 500 },
  });
  const handoffs = events.flatMap((one) => (one.type === "handoff.delivered" ? [one.data.to] : []));
  expect(handoffs).toEqual(["builder", "reviewer", "planner", "user"]);
  expect(events.filter(({ type }) => type === "agent.joined")).toHaveLength(3);
  const { differences } = await server.admin.call("verifyRoom", { params: { room } });
  expect(differences).toEqual([]);

  // What comes next for those who wait still; who asks meanwhile is answered beside them.
  await say(room, "And now round up.");
  expect((await planner.call("wait_for_task")).text).toContain("And now round up.");
  await close();
  await Promise.allSettled([builderNext, reviewerNext]);
});

test("a person's answer comes with the wait, and mail with whatever is called next", async () => {
  const { room, planner, builder, close } = await aSquad();
  await builder.call("show_team");
  await say(room, "Choose a colour.");
  const { taskId } = taskOf(await planner.call("wait_for_task"));
  const question = { question: "Red or blue?", options: [{ label: "Red" }, { label: "Blue" }] };
  const asked = await planner.call("ask_person", { taskId, ...question });
  const decisionId = String(asked.data.decisionId);
  const [red] = asked.data.options as { id: string }[];
  const optionId = red?.id ?? "";
  const waiting = planner.call("wait_for_task");
  await untilWaits(room, 1);
  await server.admin.call("answerDecision", {
    params: { room, decisionId },
    body: { optionId },
  });
  expect((await waiting).text).toContain("Red");

  await builder.call("send_message", { to: "planner", body: "Blue would be better." });
  const told = await planner.call("report_progress", { taskId, percent: 10 });
  expect(JSON.stringify(told.data.messages)).toContain("Blue would be better.");
  const created = await planner.call("create_tasks", {
    tasks: [{ role: "builder", title: "Paint it", instruction: "Red." }],
  });
  expect(created.data.tasks).toMatchObject([{ role: "builder" }]);
  await close();
});

test("a task whose attempt was cut short ends by what is found of its files, and not by anything else", async () => {
  const { room, builder, close } = await aSquad();
  const tasks = [{ role: "builder", title: "Banner", instruction: "Draw it." }];
  await server.admin.call("createTasks", { params: { room }, body: { tasks } });
  const { taskId } = taskOf(await builder.call("wait_for_task"));
  const hash = "a".repeat(64);
  await builder.call("report_progress", {
    taskId,
    percent: 100,
    artifacts: [{ path: "spec/banner.md", status: "created", hash }],
  });
  await builder.call("leave_room");
  const again = await builder.call("wait_for_task");
  expect(again.text).toContain('`complete_task` with `found:{"files":[{"path":');
  const end = (found: string | null) =>
    builder.call("complete_task", {
      taskId,
      result: { summary: "Unchanged." },
      wait: false,
      found: { files: [{ path: "spec/banner.md", hash: found }] },
    });
  const changed = await end("b".repeat(64));
  expect([changed.isError, changed.text]).toEqual([
    true,
    expect.stringContaining("spec/banner.md has changed since then"),
  ]);
  expect((await end(null)).text).toContain("spec/banner.md is not there");
  expect((await end(hash)).isError).toBe(false);
  const { task } = await server.admin.call("getTask", { params: { room, taskId } });
  expect(task).toMatchObject({ state: "completed", result: { summary: "Unchanged." } });
  await close();
});

test("answers stay below what clients show whole, and the rest is a call away", async () => {
  const room = await createRoom(server.admin, "solo");
  const agent = await aCaller(server, await createToken(server.admin, room, "solo"));
  const lines = Array.from({ length: 2_000 }, (_, i) => `Line ${i}: ünïcode “quoted”.`);
  const tasks = [{ role: "solo", title: "Long", instruction: lines.join("\n").slice(0, 19_900) }];
  await server.admin.call("createTasks", { params: { room }, body: { tasks } });
  const task = await agent.call("wait_for_task");
  expect(task.bytes).toBeLessThan(10_000);
  expect(taskOf(task).taskId).toBe("TASK-001");

  const whole = JSON.stringify(
    (await server.admin.call("getTask", { params: { room, taskId: "TASK-001" } })).task.instruction,
  );
  let part = await agent.call("show_task", { taskId: "TASK-001" });
  let text = String(part.data.text);
  for (let calls = 0; part.data.more !== undefined; calls++) {
    expect(calls).toBeLessThan(10);
    expect(part.bytes).toBeLessThan(10_000);
    expect(part.text).toContain("read_more {");
    part = await agent.call("read_more", part.data.more as Record<string, unknown>);
    text += String(part.data.text);
  }
  expect(text).toContain(whole);
  await agent.close();
});

test("files are stored and read, as text where they are text", async () => {
  const room = await createRoom(server.admin, "solo");
  const agent = await aCaller(server, await createToken(server.admin, room, "solo"));
  const store = async (name: string, bytes: Buffer) => {
    const stored = await agent.call("store_file", { name, content: bytes.toString("base64") });
    return { attachment: String(stored.data.id) };
  };
  const text = await agent.call("read_attachment", await store("a.txt", Buffer.from("Grüße\n")));
  expect([text.text, text.data.name]).toEqual(["Grüße\n", "a.txt"]);
  const binary = await agent.call("read_attachment", await store("a.bin", Buffer.from([0, 255])));
  expect(binary.data.content).toBe("AP8=");
  await agent.close();
});

test("a credential of several roles is asked for one, and joins as it", async () => {
  const room = await createRoom(server.admin, "squad");
  const token = await createToken(server.admin, room, "builder", "reviewer");
  const agent = await aCaller(server, token);
  const no = await agent.call("wait_for_task");
  expect(JSON.parse(no.text)).toMatchObject({ allowed: ["builder", "reviewer"] });
  const yes = await agent.call("join_room", { role: "reviewer" });
  expect(yes.text).toContain("**reviewer**");
  const { view } = await server.admin.call("getRoom", { params: { room } });
  expect(Object.values(view.agents)).toMatchObject([{ role: "reviewer", door: "mcp" }]);
  const named = await aCaller(server, await createToken(server.admin, room, "builder", "planner"), {
    path: "/mcp?role=planner",
  });
  expect((await named.call("show_context")).text).toContain("**planner**");
  await agent.close();
  await named.close();
});

test("whoever joined by the command keeps the seat when its tools are used", async () => {
  const room = await createRoom(server.admin, "solo");
  const token = await createToken(server.admin, room, "solo");
  const client = server.clientOf(token);
  const { connection } = await client.call("joinRoom", { params: { room }, body: {} });
  const agent = await aCaller(server, token);
  await say(room, `Make ${uuidv7()}.`);
  const task = await agent.call("wait_for_task");
  expect(task.text).toContain("hand_off {");
  const { task: same } = await client.withConnection(connection).call("claimTask", { params: { room }, body: {} });
  expect(same?.taskId).toBe("TASK-001");
  expect(same?.text).toContain("squadroom handoff");
  await agent.close();
});
