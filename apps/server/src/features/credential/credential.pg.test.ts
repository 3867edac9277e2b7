import type { RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { expect, test } from "vitest";
import {
  anAuthenticator,
  insertPerson,
  newId,
  sharesADatabase,
  signedIn,
  waitsForCommit,
} from "../../platform/auth/accounts.fixture.ts";
import { anotherRoomId, aRoomId } from "../../platform/auth/principals.fixture.ts";
import { anApp } from "../people/app.fixture.ts";
import { peopleRoutes } from "../people/index.ts";
import { credentialRoutes, revokeRoomCredentials } from "./index.ts";

sharesADatabase();

const DAY_MS = 86_400_000;
/** For what another process learns by itself. */

/** A server with a lead of two rooms. */
async function aServer() {
  const server = await anApp([credentialRoutes, peopleRoutes]);
  const as = async (role: PersonRole) => {
    const rooms = { [aRoomId]: role, [anotherRoomId]: role };
    return await signedIn(server.sql, await insertPerson(server.sql, role, { rooms }));
  };
  const lead = await as("lead");
  const create = (body: object = {}, roomId: RoomId = aRoomId) =>
    server.call(`POST /rooms/${roomId}/credentials`, {
      as: lead,
      body: { name: "builder-1", roles: ["builder"], ...body },
    });
  const list = async (roomId: RoomId = aRoomId) =>
    (await server.call(`GET /rooms/${roomId}/credentials?limit=1000`, { as: lead })).body.data;
  const revoke = (id: string, roomId: RoomId = aRoomId) =>
    server.call(`DELETE /rooms/${roomId}/credentials/${id}`, { as: lead });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  return { ...server, as, lead, create, list, revoke, bearer };
}

test("a credential's token works, and is shown this once", async () => {
  const { create, list, call, bearer, sql, audit } = await aServer();

  const { body, status } = await create({ roles: ["builder", "planner", "builder"] });

  expect(status).toBe(201);
  expect(body.token).toMatch(/^sqr_[\w-]{43}$/);
  expect(body.credential).toEqual({
    id: expect.any(String),
    name: "builder-1",
    roles: ["builder", "planner"],
    createdAt: expect.any(Number),
    expiresAt: null,
    revokedAt: null,
    seenAt: null,
  });
  expect(await call("GET /me", { as: bearer(body.token) })).toMatchObject({
    body: { kind: "agent", id: body.credential.id, roles: ["builder", "planner"] },
  });
  expect(await list()).toEqual([body.credential]);
  const [row] = await sql`select c::text as text from credentials c where kind = 'agent'`;
  for (const place of [row?.text, JSON.stringify(audit)]) {
    expect(place).not.toContain(body.token.slice(4));
    expect(place).not.toContain(Buffer.from(body.token).toString("hex"));
  }
  expect(audit.at(-1)).toMatchObject({ audit: "credential.created", roomId: aRoomId });
});

test("a credential is for roles of the team only", async () => {
  const { create } = await aServer();

  expect(await create({ roles: ["builder", "reviewer"] })).toMatchObject({
    status: 422,
    body: {
      code: "role_unknown",
      details: { roles: ["reviewer"] },
      allowed: ["planner", "builder"],
    },
  });
});

test("two agents of a room have two names; that of one who is gone is free", async () => {
  const { create, revoke } = await aServer();
  const first = await create();

  expect(await create()).toMatchObject({ status: 409, body: { code: "name_taken" } });
  expect(await create({}, anotherRoomId)).toMatchObject({ status: 201 });
  await revoke(first.body.credential.id);
  expect(await create()).toMatchObject({ status: 201 });
});

test("a credential ends after its days", async () => {
  const { create, clock, sql, call, bearer } = await aServer();
  const { body } = await create({ expiresInDays: 7 });
  const { createdAt, expiresAt } = body.credential;
  expect(expiresAt - createdAt).toBe(7 * DAY_MS);
  expect(await call("GET /me", { as: bearer(body.token) })).toMatchObject({ status: 200 });

  clock.pass(7 * DAY_MS);
  await sql`update credentials set expires_at = created_at where kind = 'agent'`;

  expect(await call("GET /me", { as: bearer(body.token) })).toMatchObject({ status: 401 });
  expect(await create()).toMatchObject({ status: 201 });
});

test("a revoked credential stops here at once, elsewhere within a second", async () => {
  const { create, revoke, call, bearer, sql, list, audit } = await aServer();
  const elsewhere = await anAuthenticator(sql);
  const { body } = await create();
  const { id } = body.credential;
  const as = bearer(body.token);
  expect(await elsewhere.authenticate(as.headers)).not.toBeNull();
  expect(await call("GET /me", { as })).toMatchObject({ status: 200 });

  expect(await revoke(id)).toMatchObject({ status: 200, body: { revoked: true } });

  expect(await call("GET /me", { as })).toMatchObject({ status: 401 });
  await eventually(async () => expect(await elsewhere.authenticate(as.headers)).toBeNull());
  expect(await list()).toMatchObject([{ id, revokedAt: expect.any(Number) }]);
  expect(audit.at(-1)).toMatchObject({ audit: "credential.revoked", credentialId: id });
});

test("a revocation waits for the commit that is under way, so that it counts for the next", async () => {
  const { create, revoke, sql } = await aServer();
  const { id } = (await create()).body.credential;

  expect(await waitsForCommit(sql, aRoomId, () => revoke(id))).toBe(true);
  expect(await sql`select version from credentials where id = ${id}`).toEqual([{ version: 2 }]);
});

test("revoking again changes nothing; what is not there is unknown", async () => {
  const { create, revoke, sql } = await aServer();
  const { id } = (await create()).body.credential;
  await revoke(id);
  const before = await sql`select version, revoked_at from credentials where id = ${id}`;

  expect(await revoke(id)).toMatchObject({ status: 200 });
  expect(await sql`select version, revoked_at from credentials where id = ${id}`).toEqual(before);
  expect(await revoke(newId())).toMatchObject({
    status: 404,
    body: { code: "credential_unknown" },
  });
});

test("neither another room's credential nor a sign-in can be revoked", async () => {
  const { create, revoke, lead, call, bearer } = await aServer();
  const { body } = await create();

  for (const id of [body.credential.id, lead.credentialId]) {
    expect(await revoke(id, anotherRoomId)).toMatchObject({ body: { code: "credential_unknown" } });
  }
  expect(await revoke(lead.credentialId)).toMatchObject({ body: { code: "credential_unknown" } });
  expect(await call("GET /me", { as: bearer(body.token) })).toMatchObject({ status: 200 });
  expect(await call("GET /me", { as: lead })).toMatchObject({ status: 200 });
});

test("lists the room's credentials, newest first, with their last sign of life", async () => {
  const { create, list, sql } = await aServer();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await create({ name })).body.credential.id);
  await create({ name: "d" }, anotherRoomId);
  await sql`insert into agent_observations values (${aRoomId}, ${ids[1] ?? ""}, 123)`;

  const listed: { id: string; seenAt: number | null }[] = await list();

  expect(listed.map(({ id, seenAt }) => [id, seenAt])).toEqual([
    [ids[2], null],
    [ids[1], 123],
    [ids[0], null],
  ]);
});

test("all that live are listed, of the ended ones the latest", async () => {
  const { create, list, sql } = await aServer();
  const first = (await create({ name: "first" })).body.credential.id;
  await sql`
    insert into credentials
      (id, kind, room_id, name, roles, secret_hash, created_at, revoked_at, changed_at)
    select ('0290a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent', ${aRoomId}, 'x',
      '[]', n::text::bytea, n, n, n from generate_series(1, 250) n`;

  const listed: { id: string; createdAt: number }[] = await list();

  expect(listed).toHaveLength(201);
  expect(listed[0]?.createdAt).toBe(250);
  expect(listed.at(-1)?.id).toBe(first);
});

test("a removed room's credentials end together", async () => {
  const { create, sql, auth, call, bearer } = await aServer();
  const tokens: string[] = [];
  for (const name of ["a", "b"]) tokens.push((await create({ name })).body.token);
  const other = (await create({}, anotherRoomId)).body.token;
  for (const token of [...tokens, other]) await call("GET /me", { as: bearer(token) });

  auth.noteChanged(await revokeRoomCredentials(sql, aRoomId));

  for (const token of tokens) {
    expect(await call("GET /me", { as: bearer(token) })).toMatchObject({ status: 401 });
  }
  expect(await call("GET /me", { as: bearer(other) })).toMatchObject({ status: 200 });
});

test("a secret for a name is not kept", async () => {
  const { create } = await aServer();

  expect((await create({ name: "password=hunter2hunter2" })).body.credential.name).toBe(
    "password=[redacted:assignment]",
  );
});

test("approvers and agents make none", async () => {
  const { create, call, as, bearer } = await aServer();
  const { token } = (await create()).body;
  const body = { name: "mine", roles: ["builder"] };

  for (const who of [await as("approver"), bearer(token)]) {
    const answer = await call(`POST /rooms/${aRoomId}/credentials`, { as: who, body });
    expect(answer).toMatchObject({ status: 403 });
  }
});

test("a room that is not there has no credentials, for admins too", async () => {
  const { call, local } = await aServer();
  const path = `/rooms/${newId()}/credentials`;
  const body = { name: "mine", roles: ["builder"] };

  expect(await call(`POST ${path}`, { as: local, body })).toMatchObject({ status: 404 });
  expect(await call(`GET ${path}`, { as: local })).toMatchObject({ status: 404 });
});
