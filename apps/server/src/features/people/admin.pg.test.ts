import { uuidv7 } from "@squadroom/client/uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aPerson, refusalOf } from "../decision/squad.fixture.ts";

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

test("an admin makes others admins, at once for whoever is signed in, and the last one stays", async () => {
  const ann = await aPerson(server, `Ann ${uuidv7()}`);
  const max = await aPerson(server, `Max ${uuidv7()}`);
  const set = (client: typeof ann.client, personId: string, admin: boolean) =>
    client.call("setAdmin", { params: { personId }, body: { admin } });
  expect((await refusalOf(set(ann.client, ann.id, true))).code).toBe("forbidden");
  expect((await set(server.admin, ann.id, true)).admin).toBe(true);
  await set(ann.client, max.id, true);
  await set(max.client, ann.id, false);
  expect((await refusalOf(ann.client.call("listPeople"))).code).toBe("forbidden");
  expect((await refusalOf(set(max.client, max.id, false))).code).toBe("last_admin");
});

test("somebody is added to a room by name, and only who has an account", async () => {
  const room = await createRoom(server.admin, "solo");
  const name = `Ida ${uuidv7()}`;
  const ida = await aPerson(server, name);
  const add = (who: string) =>
    server.admin.call("addRoomPerson", { params: { room }, body: { name: who, role: "viewer" } });
  expect((await refusalOf(add("Nobody"))).code).toBe("person_unknown");
  expect(await add(name)).toEqual({ personId: ida.id, name, role: "viewer" });
  expect((await ida.client.call("getTeam", { params: { room } })).version).toBe(1);
});
