import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server, signInAs } from "../../server.fixture.ts";

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

test("one person makes many rooms at once, though each changes what that person may do", async () => {
  const first = await createRoom(server.admin);
  const { client } = await signInAs(server, first, "viewer", "Mira");
  const names = Array.from({ length: 12 }, (_, i) => `quay-${i + 1}`);
  const made = await Promise.all(names.map((name) => client.call("createRoom", { body: { name, preset: "solo" } })));
  const shown = made.map(({ roomId }) => client.call("getRoom", { params: { room: roomId } }));
  expect((await Promise.all(shown)).map(({ view }) => view.name)).toEqual(names);
});
