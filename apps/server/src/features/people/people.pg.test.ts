import type { PersonId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { expect, test, vi } from "vitest";
import {
  anAuthenticator,
  insertPerson,
  newId,
  sharesADatabase,
  signedIn,
  waitsForCommit,
} from "../../platform/auth/accounts.fixture.ts";
import { anotherRoomId, aRoomId } from "../../platform/auth/principals.fixture.ts";
import { anApp, secretOf } from "./app.fixture.ts";
import { peopleRoutes } from "./index.ts";

sharesADatabase();

/** For what another process learns by itself. */

type Server = Awaited<ReturnType<typeof anApp>>;

async function aPersonIn({ sql }: Server, name: string, more: { admin?: boolean; role?: PersonRole } = {}) {
  const rooms = more.role ? { [aRoomId]: more.role } : {};
  const id = await insertPerson(sql, name, { admin: more.admin ?? false, rooms });
  return { id, ...(await signedIn(sql, id)) };
}

test("an admin invites a person, who comes by a link and changes nothing", async () => {
  const server = await anApp([peopleRoutes]);
  const { call, audit } = server;
  const admin = await aPersonIn(server, "Robin", { admin: true });

  const { status, body } = await call("POST /people", { as: admin, body: { name: "Kim" } });

  expect(status).toBe(201);
  expect(body.person).toMatchObject({ name: "Kim", admin: false, createdAt: expect.any(Number) });
  expect(body.url).toMatch(/^http:\/\/localhost:4700\/sign-in#[\w-]{43}$/);
  expect(body.expiresAt - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const kim = await call("POST /sign-ins", { body: { link: secretOf(body.url), name: "Root" } });
  expect(kim).toMatchObject({ status: 200, body: { name: "Kim", first: false } });
  expect(await call("GET /people", { as: kim.as })).toMatchObject({ status: 403 });
  expect(await call("POST /people", { as: kim.as, body: { name: "Lee" } })).toMatchObject({
    status: 403,
  });
  const { data: people } = (await call("GET /people", { as: admin })).body;
  expect(people.map(({ name }: { name: string }) => name)).toEqual(["Kim", "Robin"]);
  expect(audit.map((line) => line.audit)).toEqual(["person.invited", "person.signed_in"]);
  expect(JSON.stringify(audit)).not.toContain(secretOf(body.url));
});

test("an invitation shares rooms, and whoever has none is told whom to ask", async () => {
  const server = await anApp([peopleRoutes]);
  const { call } = server;
  const admin = await aPersonIn(server, "Robin", { admin: true });
  const enter = async (name: string, rooms?: { roomId: string; role: string }[]) => {
    const { body } = await call("POST /people", { as: admin, body: { name, rooms } });
    return call("POST /sign-ins", { body: { link: secretOf(body.url) } });
  };
  const kim = await enter("Kim", [{ roomId: aRoomId, role: "lead" }]);
  expect((await call("GET /me", { as: kim.as })).body).toMatchObject({
    rooms: { [aRoomId]: "lead" },
    askForRoom: null,
  });
  const lee = await enter("Lee");
  expect((await call("GET /me", { as: lee.as })).body).toMatchObject({
    rooms: {},
    askForRoom: "Robin",
  });
  expect((await call("GET /me", { as: admin })).body.askForRoom).toBeNull();
  const unknown = [{ roomId: admin.id, role: "owner" }];
  expect(await call("POST /people", { as: admin, body: { name: "Max", rooms: unknown } })).toMatchObject({
    status: 404,
    body: { code: "room_unknown" },
  });
  const { data: people } = (await call("GET /people", { as: admin })).body;
  expect(people.map(({ name }: { name: string }) => name)).not.toContain("Max");
});

test.each(["Robin", "robin", "local admin", "Local Admin"])("nobody is called %s twice", async (name) => {
  const server = await anApp([peopleRoutes]);
  const admin = await aPersonIn(server, "Robin", { admin: true });

  expect(await server.call("POST /people", { as: admin, body: { name } })).toMatchObject({
    status: 409,
    body: { code: "name_taken" },
  });
});

test("of two invitations under one name at once one is made", async () => {
  const server = await anApp([peopleRoutes]);
  const admin = await aPersonIn(server, "Robin", { admin: true });
  const invite = () => server.call("POST /people", { as: admin, body: { name: "Kim" } });

  const both = await Promise.all([invite(), invite(), invite()]);

  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("everyone makes links for oneself, admins for others", async () => {
  const server = await anApp([peopleRoutes], { publicUrl: "http://squad.example/" });
  const { call } = server;
  const admin = await aPersonIn(server, "Robin", { admin: true });
  const kim = await aPersonIn(server, "Kim");
  const link = (as: { headers: { cookie: string } }, personId?: string) =>
    call("POST /sign-in-links", { as, body: personId === undefined ? {} : { personId } });
  const nameOf = async (url: string) =>
    (await call("POST /sign-in-links/look", { body: { link: secretOf(url) } })).body.name;

  const own = await link(kim);
  expect(own.body.url).toMatch(/^http:\/\/squad\.example\/sign-in#/);
  expect(own.body.expiresAt - Date.now()).toBeLessThanOrEqual(600_000);
  expect(await nameOf(own.body.url)).toBe("Kim");
  expect(await nameOf((await link(kim, kim.id)).body.url)).toBe("Kim");
  expect(await nameOf((await link(admin, kim.id)).body.url)).toBe("Kim");
  expect(await link(kim, admin.id)).toMatchObject({ status: 403 });
  expect(await link(kim, newId())).toMatchObject({ status: 403 });
  expect(await link(admin, newId())).toMatchObject({
    status: 404,
    body: { code: "person_unknown" },
  });
});

test("the local admin gets the link for whom there is", async () => {
  const server = await anApp([peopleRoutes]);
  const { call, local, sql } = server;
  const link = (body?: object) => call("POST /sign-in-links", { as: local, ...(body && { body }) });
  const nameOf = async (url: string) =>
    (await call("POST /sign-in-links/look", { body: { link: secretOf(url) } })).body.name;

  expect(await nameOf((await link()).body.url)).toBeNull();
  const robin = await aPersonIn(server, "Robin", { admin: true });
  await aPersonIn(server, "Kim");
  expect(await nameOf((await link()).body.url)).toBe("Robin");
  const lee = await aPersonIn(server, "Lee", { admin: true });
  const refused = await link();
  expect(refused).toMatchObject({ status: 400, body: { allowed: ["Kim", "Lee", "Robin"] } });
  expect(refused.body.details.people).toContainEqual({ id: robin.id, name: "Robin" });
  expect(await nameOf((await link({ personId: lee.id })).body.url)).toBe("Lee");
  const [self] = await sql`select id from people where name = 'local admin'`;
  expect(await call("POST /sign-in-links", { as: robin, body: { personId: self?.id } })).toMatchObject({
    body: { code: "person_unknown" },
  });
});

test("an owner gives, changes and takes roles, which count at once and everywhere", async () => {
  const server = await anApp([peopleRoutes]);
  const { call, sql, audit } = server;
  const elsewhere = await anAuthenticator(sql);
  const owner = await aPersonIn(server, "Robin", { role: "owner" });
  const kim = await aPersonIn(server, "Kim");
  const path = `/rooms/${aRoomId}/people`;
  const set = (role: string) => call(`PUT ${path}/${kim.id}`, { as: owner, body: { role } });
  const sees = () => call(`GET ${path}`, { as: kim });
  const seesElsewhere = async () => {
    const principal = await elsewhere.authenticate(kim.headers);
    return principal?.kind === "person" && principal.rooms.get(aRoomId);
  };
  await seesElsewhere();

  expect(await sees()).toMatchObject({ status: 404, body: { code: "room_unknown" } });
  expect((await set("viewer")).body).toEqual({ personId: kim.id, name: "Kim", role: "viewer" });
  expect((await sees()).body.data).toEqual([
    { personId: owner.id, name: "Robin", role: "owner" },
    { personId: kim.id, name: "Kim", role: "viewer" },
  ]);
  await eventually(async () => expect(await seesElsewhere()).toBe("viewer"));

  const asKim = () => call(`DELETE ${path}/${owner.id}`, { as: kim });
  expect(await asKim()).toMatchObject({ status: 403 });
  await set("owner");
  await eventually(async () => expect(await seesElsewhere()).toBe("owner"));
  expect(await asKim()).toMatchObject({ status: 200, body: { removed: true } });
  expect(await call(`GET ${path}`, { as: owner })).toMatchObject({ status: 404 });
  expect(audit.map((line) => line.audit)).toEqual(["room.person_set", "room.person_set", "room.person_removed"]);
  expect(audit[0]).toMatchObject({
    by: owner.id,
    roomId: aRoomId,
    personId: kim.id,
    role: "viewer",
  });
});

test("a role that is taken waits for the commit under way, so that it counts for the next", async () => {
  const server = await anApp([peopleRoutes]);
  const owner = await aPersonIn(server, "Robin", { role: "owner" });
  const kim = await aPersonIn(server, "Kim", { role: "lead" });
  const path = `/rooms/${aRoomId}/people/${kim.id}`;

  const remove = () => server.call(`DELETE ${path}`, { as: owner });
  expect(await waitsForCommit(server.sql, aRoomId, remove)).toBe(true);
});

test("the same role again changes nothing and disturbs nobody", async () => {
  const server = await anApp([peopleRoutes]);
  const owner = await aPersonIn(server, "Robin", { role: "owner" });
  await server.call("GET /me", { as: owner });
  const heard = vi.fn();
  server.auth.onChanged(heard);

  const path = `/rooms/${aRoomId}/people/${owner.id}`;
  const again = await server.call(`PUT ${path}`, { as: owner, body: { role: "owner" } });

  expect(again.status).toBe(200);
  expect(heard).not.toHaveBeenCalled();
});

test("a room keeps an owner", async () => {
  const server = await anApp([peopleRoutes]);
  const { call } = server;
  const owner = await aPersonIn(server, "Robin", { role: "owner" });
  await aPersonIn(server, "Kim", { role: "lead" });
  const path = `/rooms/${aRoomId}/people/${owner.id}`;

  expect(await call(`DELETE ${path}`, { as: owner })).toMatchObject({
    status: 409,
    body: { code: "last_owner" },
  });
  expect(await call(`PUT ${path}`, { as: owner, body: { role: "lead" } })).toMatchObject({
    status: 409,
    body: { code: "last_owner" },
  });
});

test("of two owners who resign at once one stays", async () => {
  const server = await anApp([peopleRoutes]);
  const { call, sql } = server;
  for (let round = 0; round < 5; round++) {
    const two = [
      await aPersonIn(server, `Robin ${round}`, { role: "owner" }),
      await aPersonIn(server, `Kim ${round}`, { role: "owner" }),
    ];

    const both = await Promise.all(two.map((as) => call(`DELETE /rooms/${aRoomId}/people/${as.id}`, { as })));

    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await sql`delete from room_people`;
  }
});

test("a person who is not there gets no role, and loses none", async () => {
  const server = await anApp([peopleRoutes]);
  const { call, sql } = server;
  const owner = await aPersonIn(server, "Robin", { role: "owner" });
  const kim = await aPersonIn(server, "Kim");
  const [local] = await sql<{ id: PersonId }[]>`select id from people where name = 'local admin'`;
  const body = { role: "viewer" };

  for (const id of [newId(), local?.id]) {
    expect(await call(`PUT /rooms/${aRoomId}/people/${id}`, { as: owner, body })).toMatchObject({
      body: { code: "person_unknown" },
    });
  }
  expect(await call(`DELETE /rooms/${aRoomId}/people/${kim.id}`, { as: owner })).toMatchObject({
    body: { code: "person_unknown" },
  });
});

test("a room that is not there has no people, for admins too", async () => {
  const server = await anApp([peopleRoutes]);
  const { call } = server;
  const admin = await aPersonIn(server, "Robin", { admin: true });
  const nowhere = `/rooms/${newId()}/people`;
  const body = { role: "viewer" };

  for (const route of [`GET ${nowhere}`, `PUT ${nowhere}/${admin.id}`]) {
    const answer = await call(route, { as: admin, ...(route.startsWith("PUT") && { body }) });
    expect(answer).toMatchObject({ status: 404, body: { code: "room_unknown" } });
  }
  expect(await call(`GET /rooms/${anotherRoomId}/people`, { as: admin })).toMatchObject({
    status: 200,
    body: { data: [] },
  });
});

test("the command's path is told on the server's machine and to admins, and to nobody else", async () => {
  const server = await anApp([peopleRoutes]);
  const admin = await aPersonIn(server, "Robin", { admin: true });
  const kim = await aPersonIn(server, "Kim");
  const command = async (more: Parameters<typeof server.call>[1]) =>
    (await server.call("GET /command", more)).body.command;
  const away = { headers: { "x-forwarded-for": "203.0.113.9" } };
  expect(await command({})).toBe("/srv/data/squadroom");
  expect(await command({ as: kim })).toBe("/srv/data/squadroom");
  expect(await command(away)).toBeNull();
  expect(await command({ address: "203.0.113.9" })).toBeNull();
  expect(await command({ as: kim, ...away })).toBeNull();
  expect(await command({ as: admin, ...away })).toBe("/srv/data/squadroom");
});
