import { FOLDERS, GOOD, ZIPS } from "@squadroom/core/interchange/hostile.fixture";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
import { packZip } from "@squadroom/core/interchange/zip";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

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

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const bring = (room: string, more: object) =>
  server.admin.call("importSession", {
    params: { room },
    body: { name: "shop", ...more } as never,
  });
const carry = (room: string, sessionId: number) =>
  server.admin.call("exportSession", { params: { room, sessionId: String(sessionId) as never } });
const filesOf = (files: typeof GOOD) => files.map(({ path, bytes }) => ({ path, content: base64(bytes) }));

test("a session that is brought in has ended, with all it was, and goes out as it came", async () => {
  const room = await createRoom(server.admin, "duo");
  const { call } = server.admin;
  const folder = "20240115T100000Z";
  const zip = packZip(GOOD.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes })));

  const seen = await bring(room, { archive: base64(zip), preview: true });
  expect(seen).toMatchObject({ sessionId: null, session: { title: "Find users", end: "stopped" } });
  expect((await call("listSessions", { params: { room } })).data).toEqual([]);
  const { sessionId } = await bring(room, { archive: base64(zip) });
  expect(sessionId).toBe(1);
  const twice = await bring(room, { archive: base64(zip), preview: true });
  expect(twice.problems[0]?.message).toBe("Session 1 is the same one: it has the same title and times.");
  const note = { path: `${folder}/notes.md`, bytes: Buffer.from("More.") };
  const more = GOOD.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
  const grown = packZip([...more, note]);
  const seenAgain = await bring(room, { archive: base64(grown), preview: true });
  expect(seenAgain.problems[0]?.code).toBe("already_here");
  const { data } = await call("listSessions", { params: { room } });
  expect(data).toMatchObject([{ id: 1, title: "Find users", status: "stopped", endReason: "Imported from shop" }]);
  const { record, files } = await call("getImportedSession", {
    params: { room, sessionId: "1" as never },
  });
  expect(record?.tasks.map(({ name }) => name)).toEqual(["DEV-001", "DEV-002"]);
  expect(files).toHaveLength(GOOD.length);
  const { report, markdown } = await call("getReport", { params: { room, sessionId: 1 } });
  expect(report).toMatchObject({
    imported: { source: "shop", files: GOOD.length, tasks: 2, startedAt: record?.startedAt },
    figures: { tasks: 2, passed: record?.tasksCompleted },
    startedAt: record?.startedAt,
  });
  expect(report.imported?.messages).toBe(record?.messages.length);
  expect(markdown).toMatch(/imported\. In its \d+ files: \d of 2 tasks completed, /);
  expect(markdown).not.toMatch(/never started|No tasks|Agents worked/);
  const out = await carry(room, 1);
  expect(out.content).toBe(base64(zip));

  const again = await bring(room, { archive: out.content });
  expect(again.sessionId).toBe(2);
  expect((await carry(room, 2)).content).toBe(out.content);
  expect(await differencesIn(server, room)).toEqual([]);
  expect((await call("getSession", { params: { room, sessionId: "2" as never } })).description).toBe("Search by name.");
});

test("what a session of this server says goes into another room and out again, byte for byte", async () => {
  const room = await createRoom(server.admin, "duo");
  const { call } = server.admin;
  await call("createSession", {
    params: { room },
    body: { title: "One store", description: "Both in one: - a\n#b" } as never,
  });
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  const held = await take(planner);
  const { taskId, fence } = held;
  const progress = { fence, percent: 50, action: "Reading", remaining: ["Merge"] };
  await planner.client.call("reportProgress", { params: { room, taskId }, body: progress });
  const ask = { to: "builder", body: "Which clock?", kind: "question", responseS: 600 } as const;
  const sent = await planner.client.call("sendMessage", { params: { room }, body: ask });
  await builder.claim();
  const reply = { to: "planner", body: "UTC.", repliesTo: sent.messageId };
  await builder.client.call("sendMessage", { params: { room }, body: reply });

  const out = await carry(room, 1);
  const zip = readZip(Buffer.from(out.content, "base64"), IMPORT_LIMITS);
  const texts = zip.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()] as const);
  const textOf = (name: RegExp) => texts.find(([path]) => name.test(path))?.[1];
  expect(textOf(/role-comm-planner-task_/)).toMatch(/^time_spent: \d+$/m);
  expect(textOf(/role-comm-planner-to-builder/)).toMatch(
    /^ {2}state: answered\n {2}delivered_at: \S+Z\n|^ {2}state: answered\n/m,
  );
  for (const [, text] of texts) expect(text).not.toMatch(/\b1[6-9]\d{11}\b/);
  expect(textOf(/role-comm-planner-task_/)).toMatch(/^artifacts_created: \[\]$/m);
  const text = "--- /dev/null\n+++ b/src/c.ts\n@@ -0,0 +1 @@\n+c\n";
  const diff = await planner.client.call("addAttachment", {
    params: { room },
    body: { name: "d.diff", type: "text/plain", content: base64(Buffer.from(text)) },
  });
  const result = { summary: "Looked", diff: diff.id };
  await planner.complete(held, { result, reply: JSON.stringify(REPLIES.scout) } as never);
  const ended = readZip(Buffer.from((await carry(room, 1)).content, "base64"), IMPORT_LIMITS);
  const said = ended.files.find(({ path }) => /role-comm-planner-task_/.test(path));
  expect(Buffer.from(said?.bytes ?? []).toString()).toMatch(
    /^current_action: Reading\n[\s\S]*^remaining_steps:\n {2}- Merge\nartifacts_created:\n {2}- path: src\/c\.ts\n {4}status: final$/m,
  );
  const other = await createRoom(server.admin, "duo");
  const { sessionId } = await bring(other, { archive: out.content });
  expect((await carry(other, sessionId ?? 0)).content).toBe(out.content);
});

test("secrets of what is brought in are kept nowhere, in whatever encoding they came", async () => {
  const room = await createRoom(server.admin, "duo");
  const secret = "AKIAIOSFODNN7EXAMPLE";
  const text = `meta:\n  task_id: t1\n  priority: ${secret}\ninstruction: ${secret}\n`;
  const files = [
    { path: "session-status.md", content: base64(Buffer.from(`title: ${secret}\n`)) },
    { path: "role-plan-a.md", content: base64(Buffer.from(`\ufeff${text}`, "utf16le")) },
    { path: "artifacts/a.txt", content: base64(Buffer.from(secret)) },
  ];
  const seen = await bring(room, { files });
  expect(JSON.stringify(seen)).not.toContain(secret);
  const zip = readZip(Buffer.from((await carry(room, 1)).content, "base64"), IMPORT_LIMITS);
  expect(zip.files).toHaveLength(3);
  for (const { bytes } of zip.files) expect(Buffer.from(bytes).toString()).not.toContain(secret);
  expect((await bring(room, { files: filesOf(zip.files) })).sessionId).toBe(2);
});

test("whatever is brought in, a preview answers, and the server goes on", async () => {
  const room = await createRoom(server.admin, "duo");
  for (const name of ["lists without end", "a bomb of aliases", "two sessions", "only NUL"]) {
    const files = filesOf(FOLDERS[name]?.[0] ?? []);
    expect((await bring(room, { files, preview: true })).problems.length).toBeGreaterThan(0);
  }
  for (const name of ["a bomb", "one file that is many", "a link", "a way out"]) {
    const archive = base64(ZIPS[name]?.[0] ?? new Uint8Array());
    expect((await bring(room, { archive, preview: true })).problems).toContainEqual(
      expect.objectContaining({ code: "archive", level: "error" }),
    );
  }
  const none = await refusalOf(bring(room, { archive: base64(ZIPS["a way out"]?.[0] ?? zipless) }));
  expect(none.code).toBe("import_invalid");
  expect((await refusalOf(bring(room, {}))).code).toBe("bad_request");
});

const zipless = new Uint8Array();
