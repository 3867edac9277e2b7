import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { createCourier } from "./courier.ts";
import { aReceiver } from "./receiver.fixture.ts";

const FIXTURE = fileURLToPath(new URL("./courier-process.fixture.ts", import.meta.url));
const LOADER = new URL("../../../../../scripts/sql-loader.mjs", import.meta.url).href;
const LEASE_MS = 60_000;

let db: TestDatabase;
let server: Server;
let receiver: Awaited<ReturnType<typeof aReceiver>>;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url, { allowPrivateWebhooks: true });
  receiver = await aReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
  await db.drop();
});

function start(): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "--import", LOADER, FIXTURE, db.url, String(LEASE_MS)], {
    stdio: "inherit",
  });
}

test("what a process held that was killed while it sent arrives by another, under the same id", async () => {
  const room = await createRoom(server.admin, "solo");
  const { webhook } = await server.admin.call("createWebhook", {
    params: { room },
    body: { url: receiver.url },
  });
  const params = { room, webhookId: webhook.id };
  await server.admin.call("testWebhook", { params });
  // The receiver has the message and has not answered when the sender is killed.
  receiver.answers(() => undefined);
  const child = start();
  await until(() => receiver.received.length === 1);
  child.kill("SIGKILL");
  await once(child, "exit");

  receiver.answers((response) => response.end());
  const { sql, clock, newId } = server.runtime;
  const ahead = { by: 0 };
  const failures: unknown[] = [];
  const courier = createCourier({
    sql,
    now: () => clock.now() + ahead.by,
    newId,
    publicUrl: null,
    allowPrivate: true,
    log: { error: (details) => failures.push(details), notice: () => undefined },
  });
  await courier.step();
  expect(receiver.received).toHaveLength(1);
  ahead.by = LEASE_MS + 1_000;
  await courier.step();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const { data: deliveries } = await server.admin.call("listWebhookDeliveries", { params });
  expect(deliveries).toMatchObject([{ state: "delivered" }]);
  expect(failures).toEqual([]);
});
