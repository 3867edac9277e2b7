import { type RouteId, routes } from "@squadroom/core/contract/routes";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";

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

/** Doors by which an agent changes something; joining is how one takes over. */
const DOORS = (Object.keys(routes) as RouteId[]).filter((id) => {
  const { method, access } = routes[id];
  const isAgents = access.who === "agent" || (access.who === "room" && access.agents);
  return id !== "joinRoom" && method !== "GET" && isAgents;
});

const result = { summary: "done" };
/** A call of each door that would be taken from whoever holds DEV-001 under this fence. */
const bodies = (fence: number): Partial<Record<RouteId, object>> => ({
  leaveRoom: {},
  renewLease: {},
  claimTask: { waitS: 0 },
  checkCall: { callId: "1", harness: "claude", tool: "Bash", input: { command: "ls" } },
  reportProgress: { fence, percent: 10 },
  reportError: { fence, message: "x" },
  completeTask: { fence, result },
  failTask: { fence, reason: "no luck" },
  fanOut: { fence, branches: [1, 2].map(() => ({ role: "builder", instruction: "look" })) },
  retryBranch: {},
  createTasks: { fence, tasks: [{ role: "builder", title: "more", instruction: "do it" }] },
  handOff: { taskId: "DEV-001", fence, to: "user", intent: "question", message: "Which?", result },
  askIntervention: { fence, question: "Which?", reason: "Both would do." },
  addAttachment: { name: "a.txt", type: "text/plain", content: "YQ==" },
  sendMessage: { body: "hello", to: "planner" },
  addItems: { items: [{ title: "an item" }] },
  editItem: { title: "another" },
  moveItem: { to: "last" },
  pickItem: {},
  deferItem: { reason: "later" },
  finishItem: { summary: "done" },
  putBackItem: { reason: "not now" },
  putBackTask: { fence, reason: "not mine" },
  closeItem: { reason: "done" },
  dropItem: { reason: "no" },
  createSession: { title: "a session" },
  dispatch: {},
  reviseSteps: { taskIds: ["DEV-001"], note: "shorter" },
  saveScout: { reply: "{}" },
  startRun: { role: "builder" },
  orderRun: { act: "stop" },
  stopRuns: {},
  addWisdom: { entries: [{ kind: "learning", text: "It rounds." }] },
  supersedeWisdom: { entry: { kind: "learning", text: "It rounds." } },
  takeLock: { patterns: ["a"] },
  releaseLock: {},
  closeBlocker: {},
  commentLines: { task: "DEV-001", comments: [{ file: "a.ts", line: 1, text: "Why?" }] },
});
/** Of these the fence alone would tell an older process. */
const FENCED: RouteId[] = [
  ...(["reportProgress", "reportError", "completeTask", "failTask"] as const),
  ...(["createTasks", "handOff", "askIntervention", "putBackTask", "fanOut"] as const),
];

async function call(
  token: string,
  id: RouteId,
  { room, body, connection }: { room: string; body?: object; connection?: number },
): Promise<{ status: number; reply: Record<string, unknown> }> {
  const { method, path } = routes[id];
  const names: Record<string, string> = {
    room,
    taskId: "DEV-001",
    item: "1",
    sessionId: "1",
    run: "1",
    wisdomId: "1",
    lockId: "1",
    blocker: "1",
  };
  const url = path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? "");
  const response = await fetch(`${server.baseUrl}${API_PREFIX}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(connection === undefined ? {} : { "x-squadroom-connection": String(connection) }),
    },
    body: method === "GET" ? null : JSON.stringify(body ?? {}),
  });
  return { status: response.status, reply: (await response.json()) as Record<string, unknown> };
}

/** A builder at work whose credential then joined once more: the fence of each process. */
async function aTakeOver() {
  const room = await createRoom(server.admin, "duo");
  const token = await createToken(server.admin, room, "builder");
  const tasks = [{ role: "builder", title: "a part", instruction: "do it" }];
  const join = () => call(token, "joinRoom", { room, body: { role: "builder" } });
  const claim = async (connection: number) => {
    const { reply } = await call(token, "claimTask", { room, connection });
    return (reply.task as { fence: number }).fence;
  };
  await server.admin.call("addItems", { params: { room }, body: { items: [{ title: "one" }] } });
  await server.admin.call("createTasks", { params: { room }, body: { tasks } });
  await join();
  const older = await claim(1);
  await join();
  return { room, token, older, newer: await claim(2) };
}

test("knows a call for each door", () => {
  expect(Object.keys(bodies(1)).sort()).toEqual([...DOORS].sort());
});

test("a process whose credential joined anew is refused at every door, whatever it sends", async () => {
  const { room, token, older, newer } = await aTakeOver();
  expect(newer).toBeGreaterThan(older);
  const seqOf = async () => (await server.admin.call("getRoom", { params: { room } })).view.seq;
  const before = await seqOf();
  const answers: Record<string, unknown[]> = {};
  for (const id of DOORS) {
    const body = bodies(older)[id];
    for (const connection of FENCED.includes(id) ? [undefined, 1, 2] : [undefined, 1]) {
      const { reply } = await call(token, id, { room, body, ...(connection && { connection }) });
      answers[id] = [...(answers[id] ?? []), reply.code ?? reply];
    }
  }
  const refused = ["connection_required", "superseded"];
  const wanted = DOORS.map((id) => [id, FENCED.includes(id) ? [...refused, "lease_lost"] : refused]);
  expect(answers).toEqual(Object.fromEntries(wanted));
  expect(await seqOf()).toBe(before);

  const body = bodies(newer).failTask;
  const ended = await call(token, "failTask", { room, body, connection: 2 });
  expect(ended.status).toBe(200);
});

test("a process that joined alone needs no number", async () => {
  const room = await createRoom(server.admin, "duo");
  const token = await createToken(server.admin, room, "builder");
  await call(token, "joinRoom", { room, body: {} });
  expect((await call(token, "claimTask", { room })).status).toBe(200);
});
