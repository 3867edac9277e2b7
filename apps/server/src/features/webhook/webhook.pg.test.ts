import { joinRoom } from "@squadroom/client/agent";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { OFF_AFTER_MS } from "@squadroom/core/webhook/webhook";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { createCourier } from "./courier.ts";
import { aReceiver, isSignedBy } from "./receiver.fixture.ts";

let db: TestDatabase;
let server: Server;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let room: string;
/** What couriers couldn't send, and nobody else hears of. */
const failures: unknown[] = [];

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url, { allowPrivateWebhooks: true });
});
beforeEach(async () => {
  receiver = await aReceiver();
  room = await createRoom(server.admin, "solo");
});
afterEach(async () => {
  expect(failures.splice(0)).toEqual([]);
  const { sql } = server.runtime;
  await receiver.close();
  // The next test's rounds are its own.
  await sql`DELETE FROM webhook_deliveries`;
  await sql`DELETE FROM webhooks`;
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const params = () => ({ room });
const add = (body: Record<string, unknown> = {}) =>
  server.admin.call("createWebhook", { params: params(), body: { url: receiver.url, ...body } });
const deliveriesOf = async (webhookId: string) =>
  (await server.admin.call("listWebhookDeliveries", { params: { room, webhookId } })).data;
const webhook = async () => (await server.admin.call("listWebhooks", { params: params() })).data[0];
const kindsReceived = () => receiver.received.map(({ body }) => JSON.parse(body).kind as string);

/** A process of its own, with a clock that can be set forward. */
function aCourier(more: Partial<Parameters<typeof createCourier>[0]> = {}, aheadMs = { by: 0 }) {
  const { sql, clock, newId } = server.runtime;
  return createCourier({
    sql,
    now: () => clock.now() + aheadMs.by,
    newId,
    publicUrl: "https://squad.example",
    allowPrivate: true,
    random: () => 0.5,
    timeoutMs: 500,
    log: { error: (details) => failures.push(details), notice: () => undefined },
    ...more,
  });
}

async function failThrice(reason = "no luck") {
  const agent = await joinRoom(server.clientOf(await createToken(server.admin, room, "solo")), {
    role: "solo",
  });
  await server.admin.call("createTasks", {
    params: params(),
    body: { tasks: [{ role: "solo", title: "Dig", instruction: "Deep." }] },
  });
  for (let n = 0; n < 3; n++) {
    const { task } = await agent.claim();
    if (task) await agent.fail(task, reason);
  }
}

describe("what a room tells its webhooks", () => {
  test("is made from the log, signed, in order, each once, and its secret is shown once", async () => {
    const { webhook: made, secret } = await add();
    await failThrice();
    const courier = aCourier();
    await courier.step();
    await courier.step();

    expect(kindsReceived()).toEqual(["task.failed", "decision.opened"]);
    for (const got of receiver.received) expect(isSignedBy(secret, got)).toBe(true);
    expect(receiver.received.some((got) => isSignedBy(`whsec_${btoa("other")}`, got))).toBe(false);
    const [, opened] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(opened).toMatchObject({
      version: 1,
      room: { id: room, url: expect.stringContaining("https://squad.example/rooms/") },
      data: {
        urgency: "medium",
        options: expect.arrayContaining([expect.objectContaining({ id: "retry" })]),
      },
    });
    const sent = await deliveriesOf(made.id);
    expect(sent.map(({ kind, state }) => [kind, state])).toEqual([
      ["decision.opened", "delivered"],
      ["task.failed", "delivered"],
    ]);
    expect(sent[0]?.attempts).toMatchObject([{ status: 200, error: null, response: "ok" }]);
    expect(JSON.stringify(await webhook())).not.toContain(secret);
  });

  test.each([
    ["slack", { text: expect.stringContaining("Needs you"), blocks: [{ type: "section" }] }] as const,
    ["discord", { content: expect.stringMatching(/\/inbox\?item=[\w-]{36}&room=/), allowed_mentions: {} }] as const,
  ])("is only what was chosen, and in the form that was chosen: %s", async (form, body) => {
    await add({ kinds: ["decision.opened"], form });
    await failThrice();
    await aCourier().step();
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject(body);
  });

  test("has no secret that the redaction knows", async () => {
    await add();
    await failThrice("AKIAIOSFODNN7EXAMPLE and password=hunter2secret");
    await aCourier().step();
    const all = receiver.received.map(({ body }) => body).join();
    expect(all).toContain("[redacted:");
    expect(all).not.toMatch(/AKIAIOSFODNN7EXAMPLE|hunter2secret/);
  });

  test("begins where it was added, and leaves out what happened while it was off", async () => {
    await failThrice();
    const { webhook: made } = await add();
    const update = (on: boolean) =>
      server.admin.call("updateWebhook", { params: { room, webhookId: made.id }, body: { on } });
    expect((await update(false)).webhook.off).toMatchObject({ byServer: false });
    await failThrice();
    await aCourier().step();
    await update(true);
    await aCourier().step();
    expect(receiver.received).toEqual([]);
    await failThrice();
    await aCourier().step();
    expect(kindsReceived()).toEqual(["task.failed", "decision.opened"]);
  });
});

describe("a receiver that does not take it", () => {
  const AHEAD = 3_600_000 * 7;

  test.each([
    [
      "fails",
      (r: import("node:http").ServerResponse) => r.writeHead(500).end("down"),
      { status: 500, response: "down" },
    ],
    [
      "redirects",
      (r: import("node:http").ServerResponse) => r.writeHead(302, { location: "/other" }).end(),
      { status: 302, error: "It answered 302; redirects are not followed." },
    ],
    ["hangs", () => undefined, { status: null, error: "No answer within 0.5 s." }],
    [
      "begins and hangs",
      (r: import("node:http").ServerResponse) => void r.writeHead(200).write("a"),
      { status: null, error: "No answer within 0.5 s." },
    ],
    [
      "hangs up",
      (r: import("node:http").ServerResponse) => void r.destroy(),
      { status: null, error: "socket hang up" },
    ],
  ])("that %s is tried again later, under the same id", async (_, answers, attempt) => {
    const { webhook: made } = await add();
    await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    receiver.answers(answers);
    const ahead = { by: 0 };
    const courier = aCourier({}, ahead);
    await courier.step();
    expect(await deliveriesOf(made.id)).toMatchObject([{ state: "pending", attempts: [attempt] }]);
    expect(await webhook()).toMatchObject({ failingSince: expect.any(Number), waiting: 1 });
    await courier.step();
    expect(receiver.received).toHaveLength(1);

    receiver.answers((response) => response.end());
    ahead.by = AHEAD;
    await courier.step();
    expect(receiver.received.every(({ path }) => path === "/hook")).toBe(true);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await deliveriesOf(made.id)).toMatchObject([{ state: "delivered" }]);
    expect(await webhook()).toMatchObject({ failingSince: null, waiting: 0 });
  });

  test("with a huge answer costs no more than its beginning", async () => {
    const { webhook: made } = await add();
    await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    const piece = Buffer.alloc(1_000_000, "x");
    let written = 0;
    receiver.answers((response) => {
      const more = (): void => {
        written += piece.length;
        if (written < 500_000_000 && !response.destroyed) response.write(piece, more);
      };
      more();
    });
    await aCourier().step();
    const [delivery] = await deliveriesOf(made.id);
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.attempts[0]?.response).toHaveLength(2_000);
    expect(written).toBeLessThan(100_000_000);
  });

  test("is given up after twelve attempts, and a lead sends it again by hand", async () => {
    const { webhook: made } = await add();
    await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    receiver.answers((response) => response.writeHead(503).end());
    const ahead = { by: 0 };
    const courier = aCourier({}, ahead);
    for (let n = 0; n < 14; n++) {
      await courier.step();
      ahead.by += AHEAD / 2;
      if (n < 11) ahead.by += AHEAD / 2;
      // Long outages switch it off, which is another test's.
      await server.runtime.sql`UPDATE webhooks SET failing_since = ${server.runtime.clock.now() + ahead.by}`;
    }
    const [gaveUp] = await deliveriesOf(made.id);
    expect(gaveUp).toMatchObject({ state: "gave_up", nextAt: null });
    expect(gaveUp?.attempts).toHaveLength(12);
    expect(await webhook()).toMatchObject({ gaveUp: 1, off: null });

    receiver.answers((response) => response.end());
    const deliveryId = gaveUp?.id ?? "";
    await server.admin.call("redeliverWebhook", {
      params: { room, webhookId: made.id, deliveryId },
    });
    await courier.step();
    expect(await deliveriesOf(made.id)).toMatchObject([{ id: deliveryId, state: "delivered" }]);
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(deliveryId);
  });

  test("for three days, or that says it is gone, is called no more, and its leads are told why", async () => {
    const { webhook: made } = await add();
    const test = () => server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    await test();
    receiver.answers((response) => response.writeHead(500).end());
    const ahead = { by: 0 };
    const courier = aCourier({}, ahead);
    await courier.step();
    expect((await webhook())?.off).toBeNull();
    ahead.by = OFF_AFTER_MS + 1_000;
    await courier.step();
    expect((await webhook())?.off).toMatchObject({
      byServer: true,
      reason: "Nothing has arrived for three days. The last attempt: It answered 500.",
    });
    const refused = await test().catch((error: { code: string }) => error.code);
    expect(refused).toBe("webhook_off");

    await server.admin.call("updateWebhook", {
      params: { room, webhookId: made.id },
      body: { on: true },
    });
    await server.runtime.sql`DELETE FROM webhook_deliveries`;
    receiver.answers((response) => response.writeHead(410).end());
    await test();
    await courier.step();
    expect((await webhook())?.off?.reason).toBe("The receiver answered 410: it is gone for good.");
  });

  test.each(["http://127.0.0.1:1/x", "http://localhost:1/x", "http://[::1]:1/", "http://[::ffff:7f00:1]:1/"])(
    "at %s is not called where only public addresses may be",
    async (url) => {
      const { webhook: made } = await add({ url });
      await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
      await aCourier({ allowPrivate: false }).step();
      expect(await deliveriesOf(made.id)).toMatchObject([
        {
          state: "pending",
          attempts: [{ status: null, error: expect.stringContaining("inside of a network") }],
        },
      ]);
    },
  );
});

describe("several processes", () => {
  test("send each fact once", async () => {
    await add();
    await failThrice();
    await failThrice();
    await Promise.all(Array.from({ length: 4 }, () => aCourier().step()));
    await Promise.all(Array.from({ length: 4 }, () => aCourier().step()));
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  test("take over what one that died had in its hand, no sooner than its lease ends", async () => {
    const { webhook: made } = await add();
    await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    // As a process leaves it that is killed between its claim and its answer.
    const { sql, clock } = server.runtime;
    await sql`UPDATE webhook_deliveries SET lease_until = ${clock.now() + 60_000}`;
    const ahead = { by: 0 };
    const courier = aCourier({}, ahead);
    await courier.step();
    expect(receiver.received).toEqual([]);
    ahead.by = 61_000;
    await courier.step();
    expect(receiver.received).toHaveLength(1);
  });

  test("do not count what came of a delivery that another one took over", async () => {
    const { webhook: made } = await add();
    await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
    const { sql, clock } = server.runtime;
    const taken = clock.now() + 1_000_000;
    receiver.answers(async (response) => {
      await sql`UPDATE webhook_deliveries SET lease_until = ${taken}`;
      response.writeHead(500).end();
    });
    await aCourier().step();
    expect(await deliveriesOf(made.id)).toMatchObject([{ state: "pending", attempts: [] }]);
  });
});

test("refuses addresses that are none, too many, and what is not there", async () => {
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => "ok",
      (error: { code: string }) => error.code,
    );
  for (const url of ["ftp://x.example/", "https://name:word@x.example/", "nothing", "file:///etc/passwd"])
    expect(await codeOf(add({ url }))).toBe("bad_request");
  const webhookId = "00000000-0000-7000-8000-000000000001";
  expect(await codeOf(server.admin.call("testWebhook", { params: { room, webhookId } }))).toBe("webhook_unknown");
  const { webhook: made } = await add();
  const unknown = { room, webhookId: made.id, deliveryId: webhookId };
  expect(await codeOf(server.admin.call("redeliverWebhook", { params: unknown }))).toBe("delivery_unknown");
  for (let n = 1; n < 20; n++) await add();
  expect(await codeOf(add())).toBe("limit_reached");
  await server.admin.call("removeWebhook", { params: { room, webhookId: made.id } });
  expect(await codeOf(add())).toBe("ok");
});

test("one that is removed while its attempt is written down is gone, with all that was to be sent", async () => {
  const { webhook: made } = await add();
  await server.admin.call("testWebhook", { params: { room, webhookId: made.id } });
  receiver.answers((response) => response.writeHead(500).end());
  const holder = postgres(db.url, { max: 2, onnotice: () => undefined });
  const waiting = async (count: number) =>
    eventually(async () => {
      const rows = await holder`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(rows).toHaveLength(count);
    });
  let ended: Promise<unknown[]> = Promise.resolve([]);
  await holder.begin(async (tx) => {
    await tx`SELECT 1 FROM webhooks WHERE id = ${made.id} FOR UPDATE`;
    const removed = server.admin.call("removeWebhook", {
      params: { room, webhookId: made.id },
    });
    await waiting(1);
    ended = Promise.all([removed, aCourier().step()]);
    await waiting(2);
  });

  expect(await ended).toEqual([{ removed: true }, undefined]);
  expect(await holder`SELECT 1 FROM webhook_deliveries`).toHaveLength(0);
  await holder.end({ timeout: 1 });
});

describe("a receiver that hangs", () => {
  /** The room's own webhooks all go to the tarpit, the other room's to the receiver. */
  async function tarpit() {
    const hanging = await aReceiver();
    hanging.answers(() => undefined);
    for (let n = 0; n < 8; n++) {
      const { webhook } = await add({ url: `${hanging.url}/${n}` });
      const test = { params: { room, webhookId: webhook.id } };
      for (let i = 0; i < 3; i++) await server.admin.call("testWebhook", test);
    }
    return hanging;
  }

  test("holds up no other room's webhook, and no other lane waits for it", async () => {
    const hanging = await tarpit();
    const other = await createRoom(server.admin, "solo");
    const { webhook: quick } = await server.admin.call("createWebhook", {
      params: { room: other },
      body: { url: receiver.url },
    });
    const params = { room: other, webhookId: quick.id };
    await server.admin.call("testWebhook", { params });
    const courier = aCourier({ timeoutMs: 30_000 });
    courier.start();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await server.admin.call("testWebhook", { params });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    await hanging.close();
    await courier.stop();
  });

  test("is tried three times at once and no more", async () => {
    const hanging = await tarpit();
    const { data: webhooks } = await server.admin.call("listWebhooks", { params: params() });
    const test = { params: { room, webhookId: webhooks[0]?.id as string } };
    await expect(server.admin.call("testWebhook", test)).rejects.toMatchObject({
      refusal: { code: "limit_reached" },
    });
    await hanging.close();
  });
});
