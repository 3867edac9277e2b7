import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Refusal, RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliError } from "./failure.ts";
import { anIo } from "./io.fixture.ts";
import { run } from "./run.ts";
import { Seat } from "./seat.ts";
import { type Cli, readSettings } from "./settings.ts";

const ME = {
  kind: "agent",
  id: "01a20055-354a-725f-9be7-293a9a2b425c",
  name: "Builder",
  roomId: "01a20055-2b52-76a6-9bd4-042531077565",
  roomName: "shop",
  roles: ["builder"],
};
const KEYS = {
  handoff: "01a20055-0000-7000-8000-000000000001",
  done: "01a20055-0000-7000-8000-000000000002",
  fail: "01a20055-0000-7000-8000-000000000003",
};
const DELIVERY = {
  taskId: "DEV-001",
  fence: 4,
  title: "Refunds",
  successCriteria: ["tests pass"],
  keys: KEYS,
};

type Answer = { reply: unknown } | { no: Refusal } | "silence";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "squadroom-seat-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A command line whose server answers by path; what it was asked is kept. */
function aCli(answers: Record<string, Answer>, now = Date.now()) {
  const asked: { path: string; key: string | null; connection: string | null; body: unknown }[] = [];
  const { io } = anIo({
    env: { SQUADROOM_TOKEN: "sqr_test", SQUADROOM_STATE: folder },
    now: () => now,
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname.replace(/^\/api\/v1/, "").replace(`/rooms/${ME.roomId}`, "");
      const headers = new Headers(init?.headers);
      asked.push({
        path,
        key: headers.get("idempotency-key"),
        connection: headers.get("x-squadroom-connection"),
        body: init?.body ? JSON.parse(String(init.body)) : null,
      });
      const answer = answers[path] ?? { no: refusal("not_found", "No such route.") };
      if (answer === "silence") return new Promise<Response>(() => undefined);
      if ("reply" in answer) return Response.json(answer.reply);
      return Response.json({ ...answer.no, requestId: "req" }, { status: refusalTable[answer.no.code].status });
    },
  });
  const cli: Cli = { io, settings: readSettings(io) };
  return { cli, asked };
}

const fails = (seat: Seat) =>
  seat.send(
    "failTask",
    { params: { room: seat.room, taskId: "DEV-001" }, body: { fence: 4, reason: "no" } },
    { delivered: KEYS.fail, learn: () => ({ task: null }) },
  );
const FAILURE = "/tasks/DEV-001/failure";
const CONTEXT = "/agents/me/context";

test("needs only the token: room and task in hand come from the server when there is no state", async () => {
  const { cli } = aCli({ "/me": { reply: ME }, [CONTEXT]: { reply: { delivery: DELIVERY } } });
  const seat = await Seat.open(cli);
  expect(seat.room).toBe(ME.roomId);
  expect(await seat.held()).toMatchObject(DELIVERY);
  const again = aCli({});
  expect(await (await Seat.open(again.cli)).held()).toMatchObject(DELIVERY);
  expect(again.asked).toEqual([]);
});

test("keeps one file per agent that nobody else can read", async () => {
  const { cli } = aCli({ "/me": { reply: ME } });
  await (await Seat.open(cli)).update({ connection: 3 });
  const [name = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(name).toContain(ME.id);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, name), "utf8")).not.toContain("sqr_test");
});

test("takes a damaged file for none", async () => {
  await writeFile(join(folder, "x.json"), '{"version":1,"tok');
  const { cli } = aCli({ "/me": { reply: ME } });
  expect((await Seat.open(cli)).state.connection).toBeNull();
});

test("a command that died before its answer uses the same key when it is run again", async () => {
  const dying = aCli({ "/me": { reply: ME }, [FAILURE]: "silence" });
  const seat = await Seat.open(dying.cli);
  await seat.update({ connection: 2, task: DELIVERY });
  void fails(seat);
  await expect.poll(() => dying.asked.length).toBe(2);

  const next = aCli({ [FAILURE]: { reply: { state: "pending" } } });
  const after = await Seat.open(next.cli);
  await fails(after);
  expect(next.asked.map(({ key, connection }) => [key, connection])).toEqual([[KEYS.fail, "2"]]);
  expect(dying.asked[1]?.key).toBe(KEYS.fail);
  expect(after.state).toMatchObject({ task: null, pending: {} });
});

test("an answer uses the key up, a refusal too: the next wish has a new one", async () => {
  const { cli, asked } = aCli({
    "/me": { reply: ME },
    [FAILURE]: { no: refusal("evidence_missing", "No.") },
  });
  const seat = await Seat.open(cli);
  await seat.update({ task: DELIVERY });
  await expect(fails(seat)).rejects.toThrow(RefusalError);
  await expect(fails(seat)).rejects.toThrow(RefusalError);
  const [, first, second] = asked.map(({ key }) => key);
  expect(first).toBe(KEYS.fail);
  expect(second).not.toBe(KEYS.fail);
  expect(seat.state.task).toMatchObject(DELIVERY);
});

test("an old question without an answer is asked anew", async () => {
  const dying = aCli({ "/me": { reply: ME }, "/messages": "silence" });
  const say = (seat: Seat) =>
    seat.send("sendMessage", { params: { room: seat.room }, body: { body: "hi", to: "user" } });
  void say(await Seat.open(dying.cli));
  await expect.poll(() => dying.asked.length).toBe(2);
  const later = aCli({ "/me": { reply: ME }, "/messages": { reply: {} } }, Date.now() + 3_600_000);
  await say(await Seat.open(later.cli));
  expect(later.asked.at(-1)?.key).not.toBe(dying.asked[1]?.key);
});

test("forgets a task whose claim is lost", async () => {
  const { cli } = aCli({ "/me": { reply: ME }, [FAILURE]: { no: refusal("lease_lost", "Gone.") } });
  const seat = await Seat.open(cli);
  await seat.update({ task: DELIVERY });
  await expect(fails(seat)).rejects.toThrow("Gone.");
  expect(seat.state.task).toBeNull();
});

test("says so when there is no task in hand", async () => {
  const { cli } = aCli({ "/me": { reply: ME }, [CONTEXT]: { reply: { delivery: null } } });
  await expect((await Seat.open(cli)).held()).rejects.toThrow(CliError);
});

test("keeps what other commands of the agent wrote in the meantime", async () => {
  const { cli } = aCli({ "/me": { reply: ME } });
  const waiting = await Seat.open(cli);
  await waiting.update({ connection: 2 });
  const other = await Seat.open(cli);
  await other.update({ spent: [KEYS.done] });
  await waiting.update({ task: DELIVERY });
  expect((await Seat.open(cli)).state).toMatchObject({
    connection: 2,
    spent: [KEYS.done],
    task: DELIVERY,
  });
});

test.each(["5", "4.999", "1.001", "0"])("waits %s s, whatever the clock reads", async (timeout) => {
  const none = { task: null, reason: "no_tasks", detail: "Nothing waits.", retryAfterS: 9 };
  const { cli, asked } = aCli({
    "/me": { reply: ME },
    "/claims": { reply: { ...none, messages: [] } },
  });
  let now = 1_795_336_000_000;
  const { io } = anIo({ ...cli.io, now: () => now++ });
  expect(await run(["wait", "--timeout", timeout], io)).toBe(0);
  expect(asked.at(-1)?.path).toBe("/claims");
});
