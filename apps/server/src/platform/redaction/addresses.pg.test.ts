import { joinRoom } from "@squadroom/client/agent";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aFailedTask } from "../../features/decision/squad.fixture.ts";
import { aServer, createRoom, createToken } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

let db: TestDatabase;
let server: Awaited<ReturnType<typeof aServer>>;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Every row of every table that has the text. */
async function rowsWith(text: string): Promise<string[]> {
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const hex = Buffer.from(text).toString("hex");
  const found = [];
  for (const { name } of tables) {
    const rows = await sql`
      select 1 from ${sql(name)} t where strpos(t::text, ${text}) > 0 or strpos(t::text, ${hex}) > 0`;
    if (rows.length > 0) found.push(name);
  }
  await sql.end();
  return found.toSorted();
}

/** What people and agents write, with an address in each text. */
async function write(room: string, canary: string) {
  const { admin } = server;
  const params = { room };
  const token = await createToken(admin, room, "planner");
  const planner = await joinRoom(server.clientOf(token), { role: "planner" });
  const content = Buffer.from(`By ${canary}\n`).toString("base64");
  await admin.call("addAttachment", {
    params,
    body: { name: `${canary}.txt`, type: "text/plain", content },
  });
  await admin.call("createCredential", {
    params,
    body: { name: `Agent of ${canary}`, roles: ["builder"] },
  });
  await admin.call("sendMessage", { params, body: { body: `Ask ${canary} first.` } });
  const { task } = await planner.claim();
  if (!task) throw new Error("the planner has no task");
  await planner.say(`${canary} is away.`, "user");
  await planner.progress(task, { action: `Wrote to ${canary}.` });
  return task.text;
}

test("a room that wants none has no e-mail address in any table, and tells none", async () => {
  const room = await createRoom(server.admin);
  const canary = "canary.ada@team.example";
  const options = { redactEmails: true };
  const set = await server.admin.call("setRoomOptions", { params: { room }, body: options });
  expect(set).toMatchObject({ askBeforeNext: false, redactEmails: true });

  expect(await write(room, canary)).toContain("Ask [email] first.");
  expect(await rowsWith(canary)).toEqual([]);
  const { events } = await server.admin.call("getRoom", { params: { room } });
  expect(JSON.stringify(events)).toContain("[email] is away.");
});

test("answers to many decisions at once keep none either, each by its own room", async () => {
  const failed = [await aFailedTask(server), await aFailedTask(server)];
  const [one, other] = failed.map(({ room }) => room);
  const options = { redactEmails: true };
  await server.admin.call("setRoomOptions", { params: { room: one as string }, body: options });
  const note = "Ask canary.bulk@team.example.";
  const answers = failed.map(({ room, decision }) => ({
    room,
    decisionId: decision.id,
    optionId: "retry",
    note,
  }));
  const reply = await server.admin.call("answerDecisions", { body: { answers } });
  expect(reply).toMatchObject({ applied: 2 });
  const notes = async (room = "") => {
    const { data } = await server.admin.call("listEvents", { params: { room } });
    return JSON.stringify(data.filter(({ type }) => type === "decision.answered"));
  };
  expect(await notes(one)).toContain("Ask [email].");
  expect(await notes(other)).toContain(note);
});

test("other rooms keep them, and so does a room once it wants them again", async () => {
  const other = await createRoom(server.admin);
  expect(await write(other, "canary.grace@team.example")).toContain("canary.grace@team.example");
  expect(await rowsWith("canary.grace@team.example")).toEqual(
    expect.arrayContaining(["attachments", "credentials", "events"]),
  );

  const params = { room: other };
  for (const redactEmails of [true, false])
    await server.admin.call("setRoomOptions", { params, body: { redactEmails } });
  await server.admin.call("sendMessage", { params, body: { body: "canary.lin@team.example" } });
  expect(await rowsWith("canary.lin@team.example")).toContain("events");
});
