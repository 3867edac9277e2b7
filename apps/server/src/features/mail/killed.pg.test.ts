import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, take } from "../decision/squad.fixture.ts";
import { createMailCourier, LEASE_MS } from "./courier.ts";
import { GAP_MS } from "./outbox.ts";
import { aPostOffice, type PostOffice } from "./post-office.fixture.ts";
import { createMailer } from "./transport.ts";

const FIXTURE = fileURLToPath(new URL("./courier-process.fixture.ts", import.meta.url));
const LOADER = new URL("../../../../../scripts/sql-loader.mjs", import.meta.url).href;

let db: TestDatabase;
let server: Server;
let office: PostOffice;

beforeAll(async () => {
  db = await testDatabase();
  office = await aPostOffice();
  server = await aServer(db.url, { mail: office.settings() });
});
afterAll(async () => {
  await server.close();
  await office.close();
  await db.drop();
});

const idOf = ({ headers }: { headers: Map<string, string> }) => headers.get("message-id");

function start(aheadMs: number): ChildProcess {
  return spawn(
    process.execPath,
    ["--import", "tsx", "--import", LOADER, FIXTURE, db.url, String(office.port), String(aheadMs)],
    { stdio: "inherit" },
  );
}

test("a mail that was taken, and its sender killed before it knew, is sent once more under the same id", async () => {
  const room = await createRoom(server.admin, "solo");
  const { client } = await aPerson(server, "Dana", { [room]: "approver" });
  await client.call("setMail", { body: { address: "dana@example.com" } });
  const code = /\d{8}/.exec(office.received.pop()?.text ?? "")?.[0] ?? "";
  await client.call("confirmMail", { body: { code } });
  const ask = async (question: string) => {
    const solo = await anAgent(server, room, "solo");
    const task = { role: "solo", title: "Dig", instruction: "Deep." };
    await server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const { taskId, fence } = await take(solo);
    const params = { room, taskId };
    await solo.client.call("askIntervention", { params, body: { fence, question } });
  };
  await ask("Half up?");
  const { sql, clock, newId, mail } = server.runtime;
  const ahead = { by: 0 };
  const aCourier = () =>
    createMailCourier({
      sql,
      now: () => clock.now() + ahead.by,
      newId,
      secret: mail.secret,
      publicUrl: "https://squad.example",
      holdMs: 60_000,
      send: createMailer(office.settings()),
      log: { error: () => undefined, notice: () => undefined },
    });
  await aCourier().step();
  ahead.by = GAP_MS;

  // It has the mail, and hasn't said so when the sender is killed.
  office.answers(() => "nothing");
  const child = start(ahead.by);
  await eventually(() => expect(office.received).toHaveLength(1));
  child.kill("SIGKILL");
  await once(child, "exit");

  office.answers(() => null);
  const processes = [aCourier(), aCourier()];
  const all = () => Promise.all(processes.map((courier) => courier.step()));
  await all();
  expect(office.received).toHaveLength(1);
  await ask("Cents?");
  await all();
  // What comes meanwhile is told by another message: this one may have arrived.
  ahead.by += Math.max(LEASE_MS, GAP_MS) + 5_000;
  await processes[0]?.step();
  const of = (question: string) => office.received.filter(({ text }) => text.includes(question)).map(idOf);
  expect(of("> Half up?")).toHaveLength(2);
  expect(new Set(of("> Half up?")).size).toBe(1);
  expect(of("> Cents?")).toHaveLength(1);
  expect(await client.call("getMail")).toMatchObject({ problem: null, sentAt: expect.any(Number) });
  for (let n = 0; n < 3; n++) await all();
  expect(office.received).toHaveLength(3);
  expect(of("> Half up?")).not.toContain(of("> Cents?")[0]);
});
