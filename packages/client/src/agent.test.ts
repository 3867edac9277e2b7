import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { expect, test, vi } from "vitest";
import { type Delivery, joinRoom } from "./agent.ts";
import { createClient } from "./http.ts";

const JOINED = { roomId: "r1", connection: 7, class: "managed", leaseS: 0.04, role: "builder" };
const TASK = {
  taskId: "DEV-001",
  fence: 4,
  keys: { handoff: "key-handoff", done: "key-done", fail: "key-fail" },
} as Delivery;

type Answer = Refusal | Promise<Refusal> | object;

/** A client whose server has a list of answers for each path, the last one again and again. */
function aClient(answers: Record<string, Answer[]>) {
  const asked: { path: string; key: string | null; connection: string | null }[] = [];
  const client = createClient({
    baseUrl: "http://squadroom.test",
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.replace("/api/v1", "");
      const headers = new Headers(init?.headers);
      asked.push({
        path,
        key: headers.get("idempotency-key"),
        connection: headers.get("x-squadroom-connection"),
      });
      const list = answers[path] ?? [refusal("not_found", path)];
      const next = Promise.resolve(list.length > 1 ? list.shift() : list[0]);
      const answer = (await next) as Refusal | object;
      if ("code" in answer) return Response.json(answer, { status: refusalTable[answer.code].status });
      return Response.json(answer);
    },
  });
  return { client, asked, of: (path: string) => asked.filter((one) => one.path === path) };
}

test("joins the room of its credential and speaks for its connection from then on", async () => {
  const { client, asked } = aClient({
    "/me": [{ kind: "agent", roomId: "r1" }],
    "/rooms/r1/agents": [{ ...JOINED, class: "manual" }],
    "/rooms/r1/messages": [{}],
  });
  const agent = await joinRoom(client, { role: "builder" });
  await agent.say("hi", "user");
  expect(asked.map(({ path, connection }) => [path, connection])).toEqual([
    ["/me", null],
    ["/rooms/r1/agents", null],
    ["/rooms/r1/messages", "7"],
  ]);
});

test("a managed agent gives signs of life until its seat is gone", async () => {
  const renew = "/rooms/r1/agents/me/renew";
  const { client, of } = aClient({
    "/rooms/r1/agents": [JOINED],
    [renew]: [{}, refusal("internal", "Oh."), {}, refusal("superseded", "Another join.")],
  });
  const onEnd = vi.fn();
  await joinRoom(client, { room: "r1", class: "managed", onEnd });
  await eventually(() => expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ code: "superseded" })));
  expect(of(renew)).toHaveLength(4);
});

test.each(["leave", "stop"] as const)("after its %s it hears nothing of a renewal under way", async (way) => {
  const renew = "/rooms/r1/agents/me/renew";
  let answerWith: (refusal: Refusal) => void = () => {};
  const answer = new Promise<Refusal>((resolve) => {
    answerWith = resolve;
  });
  const { client, of } = aClient({
    "/rooms/r1/agents": [JOINED],
    "/rooms/r1/agents/me/leave": [{}],
    [renew]: [answer],
  });
  const onEnd = vi.fn();
  const agent = await joinRoom(client, { room: "r1", class: "managed", onEnd });
  await eventually(() => expect(of(renew)).not.toHaveLength(0));
  await agent[way]();
  answerWith(refusal("not_joined", "It left."));
  await agent.say("still there?").catch(() => undefined);
  expect(onEnd).not.toHaveBeenCalled();
});

test("ends a task with the key that came with it, and with another one after a refusal", async () => {
  const { client, of } = aClient({
    "/rooms/r1/agents": [{ ...JOINED, class: "manual" }],
    "/rooms/r1/handoffs": [refusal("target_not_allowed", "No."), { to: "reviewer" }],
    "/rooms/r1/tasks/DEV-001/completion": [{}],
    "/rooms/r1/tasks/DEV-001/failure": [{}],
  });
  const agent = await joinRoom(client, { room: "r1" });
  const handoff = { to: "user", message: "done" };
  await expect(agent.handOff(TASK, handoff)).rejects.toThrow("No.");
  await agent.handOff(TASK, { ...handoff, to: "reviewer" });
  await agent.complete(TASK, { result: { summary: "done" } });
  await agent.fail(TASK, "no");
  const [first, second] = of("/rooms/r1/handoffs").map(({ key }) => key);
  expect(first).toBe("key-handoff");
  expect(second).not.toBe("key-handoff");
  expect(of("/rooms/r1/tasks/DEV-001/completion")[0]?.key).toBe("key-done");
  expect(of("/rooms/r1/tasks/DEV-001/failure")[0]?.key).toBe("key-fail");
});

test("takes one task after the other until it is told to stop", async () => {
  const nothing = { task: null, reason: "no_tasks", detail: "", retryAfterS: 0, messages: [] };
  const { client } = aClient({
    "/rooms/r1/agents": [{ ...JOINED, class: "manual" }],
    "/rooms/r1/claims": [{ task: TASK }, nothing, { task: { ...TASK, taskId: "DEV-002" } }],
  });
  const agent = await joinRoom(client, { room: "r1" });
  const stop = new AbortController();
  const taken: string[] = [];
  for await (const { taskId } of agent.tasks({ signal: stop.signal })) {
    taken.push(taskId);
    if (taken.length === 2) stop.abort();
  }
  expect(taken).toEqual(["DEV-001", "DEV-002"]);
});

test("an agent of a time that the server was restored from joins again by itself", async () => {
  const restored = refusal("server_restored", "The server was restored.");
  const { client, of } = aClient({
    "/rooms/r1/agents": [
      { ...JOINED, class: "manual" },
      { ...JOINED, connection: 1_790_000_000 },
    ],
    "/rooms/r1/claims": [restored, { task: null, retryAfterS: 0 }],
    "/rooms/r1/tasks/DEV-001/completion": [restored],
  });
  const agent = await joinRoom(client, { room: "r1" });

  await agent.claim();
  expect(of("/rooms/r1/claims").map(({ connection }) => connection)).toEqual(["7", "1790000000"]);

  // What it has in hand may be unknown: it joins, and the next claim says what is left.
  await expect(agent.complete(TASK, { summary: "Done." } as never)).rejects.toMatchObject({
    code: "server_restored",
  });
  expect(of("/rooms/r1/agents")).toHaveLength(3);
});
