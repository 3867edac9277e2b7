import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aPerson } from "../decision/squad.fixture.ts";

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
    const [mine = "", other = ""] = [
      await createRoom(server.admin, "duo"),
      await createRoom(server.admin, "duo"),
    ];
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
    expect(await find("100_")).toEqual([]);
    const { data: found } = await server.admin.call("search", { query: { text: "paint" } });
    expect(new Set(found.map(({ room }) => room.id))).toEqual(new Set([mine, other]));
  });
});
