import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@squadroom/client/http";
import { expect, onTestFinished, test } from "vitest";
import { TestServer } from "../server.fixture.ts";
import { NEXT_QUESTION, WELCOME } from "./remark.ts";
import { runSquad } from "./squad.ts";

/** Of each 25 calls the first six are refused, as by a server whose database is away. */
async function oftenAway(url: string): Promise<string> {
  const target = new URL(url);
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = "" } = incoming;
    if (asked++ % 25 < 6) {
      incoming.resume();
      // A wait that no client has the patience for: it gives up at once.
      outgoing.writeHead(503, { "content-type": "application/json", "retry-after": "600" });
      const refusal = { code: "unavailable", message: "The database is away.", details: {} };
      outgoing.end(JSON.stringify({ ...refusal, requestId: "r" }));
      return;
    }
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the demo squad tells its whole story through outages, by itself", async () => {
  const server = await TestServer.start();
  onTestFinished(() => server.stop());
  await server.ask(["room", "new", "story"]);
  const tokens = {
    planner: await server.credential("story", "planner"),
    builder: await server.credential("story", "builder"),
    builder2: await server.credential("story", "builder", "builder 2"),
    reviewer: await server.credential("story", "reviewer"),
  };
  const ended = new AbortController();
  const url = await oftenAway(server.url);
  const squad = runSquad({ url, room: "story", tokens, pace: 0.01, signal: ended.signal });
  const { call } = createClient({ baseUrl: server.url, token: tokens.planner });
  const room = async () => (await call("getRoom", { params: { room: "story" } })).view;
  try {
    const asked = async (question: string) => {
      const isAsked = async () => Object.values((await room()).decisions).some((one) => one.question === question);
      await Promise.race([squad, expect.poll(isAsked, { interval: 200 }).toBe(true)]);
    };
    await asked("What can be refunded at first?");
    await server.ask(["decide", "all", "option-1", "--room", "story"]);
    await asked(NEXT_QUESTION.text);
    const { ended: tasks } = await room();
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(["completed"]));
    const answered = /^(Tell the user|Review): /;
    const requests = tasks.filter((one) => one.role === "planner" && !answered.test(one.title));
    expect(requests).toHaveLength(3);
  } finally {
    ended.abort();
    await squad;
  }
  expect((await server.type(["verify", "story"])).code).toBe(0);
});

test("a squad whose server died before its first words says them when it is back, and once", async () => {
  const server = await TestServer.start();
  onTestFinished(() => server.stop());
  await server.ask(["room", "new", "story"]);
  const tokens = {
    planner: await server.credential("story", "planner"),
    builder: await server.credential("story", "builder"),
  };
  const { call } = createClient({ baseUrl: server.url, token: tokens.planner });
  const params = { room: "story" };
  const log = async () => (await call("listEvents", { params, query: { after: 0, limit: 1_000 } })).data;
  const welcomes = async () =>
    (await log()).filter((event) => event.type === "message.sent" && event.data.message.body === WELCOME).length;
  const comeBack = async (isThere: () => Promise<boolean>): Promise<void> => {
    const ended = new AbortController();
    const signal = ended.signal;
    const squad = runSquad({
      url: server.url,
      room: "story",
      tokens,
      pace: 0.01,
      signal,
      isBack: true,
    });
    await Promise.race([squad, expect.poll(isThere).toBe(true)]);
    ended.abort();
    await squad;
  };
  const works = async () => (await log()).filter(({ type }) => type === "task.created").length;
  await comeBack(async () => (await works()) > 0);
  expect(await welcomes()).toBe(1);
  const claims = async () => (await log()).filter(({ type }) => type === "task.claimed").length;
  const before = await claims();
  await comeBack(async () => (await claims()) > before);
  expect(await welcomes()).toBe(1);
});
