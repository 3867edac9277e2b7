import { createHash, randomBytes } from "node:crypto";
import { type Agent, joinRoom } from "@squadroom/client/agent";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { createRetention } from "../../platform/room/retention.ts";
import { aServer, createRoom, createToken } from "../../server.fixture.ts";
import { forgetUnsent } from "./index.ts";

let db: TestDatabase;
let server: Awaited<ReturnType<typeof aServer>>;
let room: string;
let planner: Agent;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});
beforeEach(async () => {
  room = await createRoom(server.admin);
  const token = await createToken(server.admin, room, "planner");
  planner = await joinRoom(server.clientOf(token), { role: "planner" });
});

const store = (content: Uint8Array, name = "shot.png", by = server.admin) =>
  by.call("addAttachment", {
    params: { room },
    body: { name, type: "image/png", content: Buffer.from(content).toString("base64") },
  });
const read = async (attachment: string, by = server.admin) =>
  by.call("getAttachment", { params: { room, attachment } });
const say = (attachments: string[], by = server.admin) =>
  by.call("sendMessage", { params: { room }, body: { body: "Look.", attachments } });
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "not refused",
    (error: { refusal?: unknown }) => error.refusal ?? error,
  );

describe("a file", () => {
  test("goes with a message, byte for byte, and is told to the agent that gets it", async () => {
    const bytes = randomBytes(1_000_000);
    const file = await store(bytes, "C:\\Users\\lea\\shot.png");
    expect(file).toMatchObject({ name: "shot.png", type: "image/png", size: 1_000_000 });
    expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    await say([file.id]);

    const { task } = await planner.claim();
    expect(task?.text).toContain(`shot.png (image/png, 1.0 MB): \`GET …/attachments/${file.id}\``);
    const found = await read(file.id, planner.client);
    expect(Buffer.from(found.content, "base64").equals(bytes)).toBe(true);

    const { data: messages } = await server.admin.call("listMessages", { params: { room } });
    expect(messages).toMatchObject([{ body: "Look.", attachments: [file] }]);
    expect(await server.admin.call("verifyRoom", { params: { room } })).toMatchObject({ ok: true });
  });

  test("that no message carries has a share of its own, which sending gives back", async () => {
    const files: string[] = [];
    for (let n = 0; n < 20; n++) files.push((await store(randomBytes(1_000_000), `${n}.png`)).id);
    expect(await refusalOf(store(Buffer.from("one more"), "more.txt"))).toMatchObject({
      code: "limit_reached",
      message: expect.stringContaining("Send messages with them"),
    });
    // Others have theirs.
    await store(Buffer.from("mine"), "mine.txt", planner.client);
    await say(files.slice(0, 5));
    await store(Buffer.from("one more"), "more.txt");
  });

  test("stays with the message when its words change, and comes along with an interrupt", async () => {
    await say([]);
    await planner.claim();
    const file = await store(Buffer.from("one"), "one.txt");
    const { messageId } = await say([file.id]);
    await server.admin.call("editMessage", {
      params: { room, message: messageId },
      body: { body: "Look again." },
    });
    const { data: messages } = await server.admin.call("listMessages", { params: { room } });
    expect(messages[0]).toMatchObject({ body: "Look again.", attachments: [file] });

    const other = await store(Buffer.from("two"), "two.txt");
    await server.admin.call("sendMessage", {
      params: { room },
      body: { body: "Now this.", attachments: [other.id], interrupt: true },
    });
    const again = await planner.claim();
    expect(again.task?.messages).toMatchObject([{ attachments: [other] }]);
    expect(again.task?.text).toContain("two.txt");
  });

  test("of an agent reaches the user", async () => {
    const file = await store(Buffer.from("log"), "run.log", planner.client);
    await planner.client.call("sendMessage", {
      params: { room },
      body: { to: "user", body: "The log.", attachments: [file.id] },
    });
    const { data: messages } = await server.admin.call("listMessages", { params: { room } });
    expect(messages).toMatchObject([{ attachments: [{ name: "run.log" }] }]);
  });

  test("loses its secrets where it is a text, and keeps other bytes", async () => {
    const secret = `token=${"ghp_"}${"a1B2".repeat(9)}`;
    const text = await store(Buffer.from(`all well\n${secret}\n`), "env.txt");
    const stored = Buffer.from((await read(text.id)).content, "base64").toString();
    expect(stored).toContain("all well");
    expect(stored).toContain("[redacted:");
    expect(stored).not.toContain(secret);
    expect(text.size).toBe(Buffer.byteLength(stored));
  });
});

test.each([[[]], [["plan.md"]]])(
  "what the user said is read from the table where the log is long, with its files: %j",
  async (names) => {
    const token = await createToken(server.admin, room, "builder");
    const builder = await joinRoom(server.clientOf(token), { role: "builder" });
    const files = await Promise.all(names.map((name) => store(Buffer.from("plan"), name)));
    await say(files.map(({ id }) => id));
    const { task } = await planner.claim();
    if (!task) throw new Error("the planner has no task");
    await planner.handOff(task, { to: "builder", intent: "work", message: "Build it." });
    await Promise.all(Array.from({ length: 210 }, (_, n) => planner.say(`Thought ${n}`, "user")));

    // Another process opens the room from its snapshot: the message is not among the events in memory.
    const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
    await expect.poll(async () => (await sql`SELECT 1 FROM room_snapshots WHERE room_id = ${room}`).length).toBe(1);
    await sql.end();
    const other = await aServer(db.url);
    const { next } = await builder.leave().then(async () => {
      const again = await joinRoom(other.clientOf(token), { role: "builder" });
      return { next: (await again.claim()).task };
    });
    expect(next?.text).toContain("The user's message");
    for (const name of names) expect(next?.text).toContain(name);
    await other.close();
  },
);

describe("is refused", () => {
  test("what is too large, empty, or no base64", async () => {
    const big = randomBytes(1_000_001).toString("base64");
    const body = { name: "a", type: "text/plain" };
    const add = (content: string) =>
      refusalOf(server.admin.call("addAttachment", { params: { room }, body: { ...body, content } }));
    expect(await add(big)).toMatchObject({ code: "payload_too_large" });
    expect(await add(`${big}AAAAAAAA`)).toMatchObject({ code: "bad_request" });
    expect(await add("A".repeat(1_400_000))).toMatchObject({ code: "payload_too_large" });
    expect(await add("")).toMatchObject({ code: "bad_request" });
    expect(await add("no base64!")).toMatchObject({ code: "bad_request" });
  });

  test("a file of another, of another room, or of nobody; nothing is sent then", async () => {
    const theirs = await store(Buffer.from("x"), "x.txt", planner.client);
    const elsewhere = await createRoom(server.admin);
    const foreign = await server.admin.call("addAttachment", {
      params: { room: elsewhere },
      body: { name: "y", content: "eQ==" },
    });
    for (const id of [theirs.id, foreign.id, "00000000-0000-7000-8000-000000000001"]) {
      expect(await refusalOf(say([id]))).toMatchObject({ code: "attachment_unknown" });
    }
    expect(await refusalOf(read(foreign.id, planner.client))).toMatchObject({
      code: "attachment_unknown",
    });
    expect((await server.admin.call("listMessages", { params: { room } })).data).toEqual([]);
  });

  test("more than five at once", async () => {
    const file = await store(Buffer.from("x"));
    expect(await refusalOf(say(Array(6).fill(file.id)))).toMatchObject({ code: "bad_request" });
  });
});

test("a file that no message carries is forgotten after a day, one that was sent stays", async () => {
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  const clock = {
    now: () => Date.now(),
    measure: async () => undefined,
    check: async () => undefined,
  };
  const kept = await store(Buffer.from("kept"));
  const unsent = await store(Buffer.from("unsent"));
  await say([kept.id]);
  const forgets = [forgetUnsent(sql)];
  await createRetention(sql, clock, forgets).step();
  expect((await read(unsent.id)).size).toBe(6);

  const later = { ...clock, now: () => Date.now() + 25 * 3_600_000 };
  await createRetention(sql, later, forgets).step();
  expect(await refusalOf(read(unsent.id))).toMatchObject({ code: "attachment_unknown" });
  expect((await read(kept.id)).size).toBe(4);
  await sql.end();
});
