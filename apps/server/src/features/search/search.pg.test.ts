import fc from "fast-check";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SEARCH_BREAKS, wordsIn } from "../../db/schema/search-words.ts";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, take } from "../decision/squad.fixture.ts";
import { searchIn } from "./queries.ts";

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

describe("the search over all rooms", () => {
  test("finds tasks, items, sessions and messages, and of rooms that one may see alone", async () => {
    const [mine = "", other = ""] = [await createRoom(server.admin, "duo"), await createRoom(server.admin, "duo")];
    for (const room of [mine, other]) {
      const params = { room };
      await server.admin.call("createTasks", {
        params,
        body: { tasks: [{ role: "builder", title: "Paint 100% of it", instruction: "Red." }] },
      });
      await server.admin.call("addItems", { params, body: { items: [{ title: "Paint more" }] } });
      await server.admin.call("createSession", {
        params,
        body: { title: "Paint the house", description: "All of it." },
      });
      await server.admin.call("sendMessage", { params, body: { body: "Who does the painting?" } });
    }
    const viewer = await aPerson(server, "Vera", { [mine]: "viewer" });
    const find = async (text: string) => {
      const { data: found } = await viewer.client.call("search", { query: { text } });
      return found.map(({ kind, room, title }) => [kind, room.id, title]);
    };
    const all = await find("PAINT");
    expect(all.every(([, room]) => room === mine)).toBe(true);
    expect(all.map(([kind, , title]) => `${kind} ${title}`)).toEqual(
      expect.arrayContaining([
        "task Paint 100% of it",
        "item Paint more",
        "session Paint the house",
        "message Who does the painting?",
      ]),
    );
    expect(await find("dev-00")).toEqual([["task", mine, "Paint 100% of it"]]);
    expect(await find("100%")).toHaveLength(1);
    expect(await find("_00%")).toEqual([]);
    const { data: found } = await server.admin.call("search", { query: { text: "paint" } });
    expect(new Set(found.map(({ room }) => room.id))).toEqual(new Set([mine, other]));
  });

  test("finds decisions and runs, words that are not in a title, and what is old", async () => {
    const room = await createRoom(server.admin, "duo");
    const params = { room };
    const [first] = (
      await server.admin.call("createTasks", {
        params,
        body: {
          tasks: [{ role: "builder", title: "Mend it", instruction: "See src/zeppelin-guard.ts." }],
        },
      })
    ).tasks;
    await server.admin.call("addItems", {
      params,
      body: { items: [{ title: "Later", body: "The **Zeppelins** of größe." }] },
    });
    await server.admin.call("sendMessage", { params, body: { body: "Zeppelin rises at dawn" } });
    const builder = await anAgent(server, room, "builder");
    const { taskId, fence } = await take(builder);
    await builder.client.call("askIntervention", {
      params: { room, taskId },
      body: { fence, question: "Which zeppelin?" },
    });
    const sql = postgres(db.url, { max: 1 });
    await sql`INSERT INTO messages (room_id, id, seq, sender, recipient, body, mentions, at)
      SELECT ${room}, gen_random_uuid(), 1000000 + n, '{}', '{}', 'Something else ' || n, '[]', 1
      FROM generate_series(1, 2000) n`;
    await sql`INSERT INTO runs (room_id, id, name, role, state, branch, turns, usage)
      VALUES (${room}, 4, 'builder-7', 'builder', 'idle', 'squadroom/fix-zeppelins', 0, '{}')`;
    await sql.end();
    const find = async (text: string) => {
      const { data } = await server.admin.call("search", { query: { text } });
      return data.filter((one) => one.room.id === room).map(({ kind, id }) => `${kind} ${id}`);
    };
    const found = await find("zeppelin");
    // The message is a planner's task, too.
    const kinds = found.map((one) => one.split(" ")[0]);
    expect(kinds).toEqual(["task", "task", "item", "decision", "run", "message"]);
    expect(found).toContain(`task ${first?.id}`);
    const seq = Number(found.find((one) => one.startsWith("decision"))?.split(" ")[1]);
    const { data } = await server.admin.call("listEvents", {
      params,
      query: { after: seq - 1, limit: 1 },
    });
    expect(data[0]).toMatchObject({ seq, type: "decision.opened" });
    expect(await find("dawn zepp")).toHaveLength(2);
    expect(await find("GRÖSSE größe")).toHaveLength(0);
    expect(await find("größe")).toHaveLength(1);
    expect(await find("guard.ts zeppelin")).toEqual([`task ${first?.id}`]);
    expect(await find("' : & | ! \\ (*")).toEqual([]);
    expect(await find("zep:*'|zep")).toEqual(found);
    expect(await find("builder-7")).toEqual(["run 4"]);
    expect(await find("fix zep")).toEqual(["run 4"]);
  });

  test("finds what a task brought, which files it changed and why it failed, and shows the hit", async () => {
    const room = await createRoom(server.admin, "duo");
    const params = { room };
    const tasks = ["Mend totals", "Ship it"].map((title) => ({
      role: "builder",
      title,
      instruction: "See the notes.",
    }));
    await server.admin.call("createTasks", { params, body: { tasks } } as never);
    const builder = await anAgent(server, room, "builder");
    const made = await take(builder);
    const artifacts = [{ path: "src/quokka-ledger.ts", status: "created" as const }];
    const result = { summary: "Rounds like a wombat.", artifacts };
    await builder.complete(made, { result, next: false });
    const failed = await take(builder);
    await builder.fail(failed, "The numbat is missing.");
    const body = `${"Some words that come before it. ".repeat(8)}Then a bandicoot appears.`;
    await server.admin.call("sendMessage", { params, body: { body } });
    const find = async (text: string) => {
      const { data } = await server.admin.call("search", { query: { text } });
      return data.filter((one) => one.room.id === room).map(({ kind, id, title }) => [kind, id, title]);
    };
    expect(await find("wombat")).toEqual([
      ["task", made.taskId, expect.stringContaining("Mend totals: Rounds like a wombat.")],
    ]);
    expect(await find("quokka-ledger.ts")).toEqual([
      ["task", made.taskId, expect.stringContaining("quokka-ledger.ts")],
    ]);
    expect(await find("numbat")).toEqual([["task", failed.taskId, "Ship it: The numbat is missing."]]);
    const [message] = (await find("bandicoot")).filter(([kind]) => kind === "message");
    expect(message?.[2]?.indexOf("bandicoot")).toBeLessThan(60);
  });

  test("reads few rows, whether nothing has the word or half of all, however many rooms and messages there are", async () => {
    const sql = postgres(db.url, { max: 1 });
    const [rooms, messages] = [150, 300];
    await sql`INSERT INTO room_names (name, room_id, taken_by, created_at)
      SELECT 'many-' || n, gen_random_uuid(), 'x ' || n, 1 FROM generate_series(1, ${rooms}::int) n`;
    await sql`INSERT INTO messages (room_id, id, seq, sender, recipient, body, mentions, at)
      SELECT r.room_id, gen_random_uuid(), n, '{}', '{}', CASE WHEN n % 2 = 0 THEN 'The okapi sleeps' ELSE 'Nobody ' || n END, '[]', n
      FROM room_names r, generate_series(1, ${messages}::int) n WHERE r.name LIKE 'many-%'`;
    await sql`ANALYZE`;
    for (const [text, hits] of [
      ["okapi", 6],
      ["narwhal", 0],
    ] as const)
      await sql.begin(async (tx) => {
        const read = async () => {
          const [row] = await tx<{ rows: number }[]>`
            SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'messages'`;
          return row?.rows ?? 0;
        };
        const before = await read();
        const all = tx`(SELECT room_id, name FROM room_names)`;
        const found = await searchIn(tx as unknown as Sql, all as never, text);
        expect(found).toHaveLength(hits);
        expect((await read()) - before).toBeLessThan(3_000);
      });
    await sql.end();
  });

  test("finds what was handed on, as the task and as the message, however old, and no other message of its task", async () => {
    const room = await createRoom(server.admin, "duo");
    const params = { room };
    await server.admin.call("sendMessage", { params, body: { body: "Plan the platypus." } });
    const planner = await anAgent(server, room, "planner");
    await anAgent(server, room, "builder");
    const body = { to: "builder", intent: "work" as const, message: "Feed the echidna at dawn." };
    await planner.handOff(await take(planner), {
      ...body,
      result: { summary: "Planned." },
      next: false,
    });
    const sql = postgres(db.url, { max: 1 });
    await sql`INSERT INTO messages (room_id, id, seq, sender, recipient, body, task_id, mentions, at)
      SELECT ${room}, gen_random_uuid(), 1000000 + n, '{}', '{}', 'Something else ' || n, 'DEV-001', '[]', 1
      FROM generate_series(1, 2000) n`;
    await sql.end();
    const { data } = await server.admin.call("search", { query: { text: "echid dawn" } });
    const found = data.filter((one) => one.room.id === room);
    expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      "task Feed the echidna at dawn.",
      "message Feed the echidna at dawn.",
    ]);
  });

  test("breaks words where its queries break", async () => {
    const signs = [..."/._-:#@=()[]{}<>", ..."&;?%+~!'\\\"*^$|, \n"];
    const words = ["a", "b1", "7", "12", "e5", "é", "größe", "中", "http", "www", "com", "amp"];
    const parts = [...words, ...signs, ...signs];
    const text = fc.array(fc.constantFrom(...parts), { minLength: 3, maxLength: 16 });
    const texts = fc.sample(text, 5000).map((all) => all.join(""));
    const sql = postgres(db.url, { max: 1 });
    const everywhere = `to_tsvector('simple', translate(text, '${SEARCH_BREAKS}', '${" ".repeat(SEARCH_BREAKS.length)}'))`;
    const torn = await sql.unsafe(
      `SELECT text FROM unnest($1::text[]) text
        WHERE tsvector_to_array(${everywhere}) <> tsvector_to_array(${wordsIn("text")})`,
      [texts],
    );
    await sql.end();
    expect([...torn]).toEqual([]);
  });
});
