import type { Delivery } from "@squadroom/client/agent";
import type { Client } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createToken, type Server } from "../../server.fixture.ts";

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

const ROLES = ["builder", "reviewer", "tester"];
const TEAM = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["builder", "user"] },
    { name: "builder", handsTo: ["reviewer", "lead"] },
    { name: "reviewer", handsTo: ["tester", "lead"] },
    { name: "tester", handsTo: ["lead"] },
  ],
  routing: { rules: [], tiers: { full: { branchS: 300 } } },
};

type Seat = { token: string; connection: number };

/** A routed room with an agent of each role, as what any process of the server knows them by. */
async function aTeam(name: string) {
  const { roomId: room } = await server.admin.call("createRoom", {
    body: { name, team: TEAM } as never,
  });
  const seats: Record<string, Seat> = {};
  for (const role of ["lead", ...ROLES]) {
    const token = await createToken(server.admin, room, role);
    const { connection } = await server.clientOf(token).call("joinRoom", {
      params: { room },
      body: { role, class: "manual" },
    });
    seats[role] = { token, connection };
  }
  const as = (role: string): Client => {
    const { token, connection } = seats[role] as Seat;
    return server.clientOf(token).withConnection(connection);
  };
  return { room, params: { room }, as };
}

async function take(client: Client, room: string): Promise<Delivery | null> {
  const body = { waitS: 0 } as never;
  return (await client.call("claimTask", { params: { room }, body })).task;
}

test("three agents answer apart: the middle one fails, nothing crosses, and the lead gets all three", async () => {
  const { room, params, as } = await aTeam("apart");
  const asked = "@builder @reviewer @tester Is the refund flow ready to merge?";
  const sent = await server.admin.call("sendMessage", { params, body: { body: asked } });
  expect(sent.branches.map(({ role }) => role)).toEqual(ROLES);

  // Each says something that occurs nowhere else, and reads its task again afterwards.
  const texts: Record<string, string> = {};
  for (const role of ROLES) {
    const task = (await take(as(role), room)) as Delivery;
    const { taskId, fence } = task;
    expect(task).toMatchObject({ kind: "branch", instruction: asked, earlier: [], message: null });
    const at = { params: { ...params, taskId } };
    if (role === "reviewer") await as(role).call("failTask", { ...at, body: { fence, reason: `canary-${role}` } });
    else {
      const body = { fence, result: { summary: `canary-${role}` } } as never;
      await as(role).call("completeTask", { ...at, body });
    }
    texts[role] = JSON.stringify(task);
  }
  for (const role of ROLES) for (const other of ROLES) expect(texts[role]).not.toContain(`canary-${other}`);

  const joined = (await take(as("lead"), room)) as Delivery;
  expect(joined.fanout?.branches.map(({ role, outcome, text }) => [role, outcome, text])).toEqual([
    ["builder", "fulfilled", "canary-builder"],
    ["reviewer", "rejected", "canary-reviewer"],
    ["tester", "fulfilled", "canary-tester"],
  ]);
  for (const role of ROLES) expect(joined.text).toContain(`canary-${role}`);
  expect(joined.text).toContain("rejected, no result");
  expect(await server.admin.call("verifyRoom", { params })).toMatchObject({ ok: true });
});

test("the server ends after each step and the call is sent again: no branch is there twice, and none is lost", async () => {
  const { room, params, as } = await aTeam("killed");
  /** Done, then done again by a process that knows only the database. */
  const twice = async <T>(key: string, act: (key: string) => Promise<T>): Promise<T> => {
    const reply = await act(key);
    await server.close();
    server = await aServer(db.url);
    expect(await act(key)).toEqual(reply);
    return reply;
  };
  const taken = async (role: string, key: string) => {
    let task: Delivery | null = null;
    // Whoever asks again has the same task under the same fence.
    await twice(key, async () => {
      task = await take(as(role), room);
      return [task?.taskId, task?.fence];
    });
    return task as unknown as Delivery;
  };

  const body = { body: "Check the whole refund flow before the merge." };
  await twice("say", (key) => server.admin.call("sendMessage", { params, body, key }));
  const { taskId, fence } = await taken("lead", "lead-takes");
  const branches = ROLES.map((role) => ({ role, instruction: `Is it ready, ${role}?` }));
  const opened = await twice("ask", (key) =>
    as("lead").call("fanOut", {
      params: { ...params, taskId },
      key,
      body: { fence, branches } as never,
    }),
  );
  expect(opened.branches).toHaveLength(3);
  for (const role of ROLES) {
    const task = await taken(role, `${role}-takes`);
    const at = { params: { ...params, taskId: task.taskId } };
    if (role === "reviewer")
      await twice(`${role}-ends`, (key) =>
        as(role).call("failTask", { ...at, key, body: { fence: task.fence, reason: "No suite." } }),
      );
    else
      await twice(`${role}-ends`, (key) => {
        const result = { summary: `${role} says yes.` };
        return as(role).call("completeTask", {
          ...at,
          key,
          body: { fence: task.fence, result } as never,
        });
      });
  }
  const failed = opened.branches[1]?.taskId as string;
  await twice("retry", (key) => server.admin.call("retryBranch", { params: { ...params, taskId: failed }, key }));
  expect(await take(as("lead"), room)).toBeNull();
  const again = await taken("reviewer", "reviewer-takes-again");
  await twice("reviewer-ends-again", (key) =>
    as("reviewer").call("completeTask", {
      params: { ...params, taskId: again.taskId },
      key,
      body: { fence: again.fence, result: { summary: "Now it is." } } as never,
    }),
  );
  const joined = await taken("lead", "lead-joins");
  expect(joined.taskId).toBe(taskId);
  expect(joined.fanout?.branches.map(({ outcome }) => outcome)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  const { data } = await server.admin.call("listFanouts", { params, query: {} });
  expect(data).toHaveLength(1);
  expect(data[0]?.branches.map(({ attempts }) => attempts.length)).toEqual([1, 2, 1]);
  const tasks = await server.admin.call("listTasks", { params, query: {} });
  expect(tasks.data).toHaveLength(4);
  expect(await server.admin.call("verifyRoom", { params })).toMatchObject({ ok: true });
});
