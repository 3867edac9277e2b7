import { expect, test } from "vitest";
import { insertPerson, newId, sharesADatabase, signedIn } from "../../platform/auth/accounts.fixture.ts";
import { anotherRoomId, aRoomId } from "../../platform/auth/principals.fixture.ts";
import { anApp } from "../people/app.fixture.ts";
import { peopleRoutes } from "../people/index.ts";
import { credentialRoutes } from "./index.ts";

sharesADatabase();

const HOUR_MS = 3_600_000;
/** As the route has it. */
const GUESSES = 30;

/** A server with a lead, and an agent that has not been connected. */
async function aServer() {
  const server = await anApp([credentialRoutes, peopleRoutes]);
  const rooms = { [aRoomId]: "lead", [anotherRoomId]: "lead" } as const;
  const lead = await signedIn(server.sql, await insertPerson(server.sql, "Lea", { rooms }));
  const { body } = await server.call(`POST /rooms/${aRoomId}/credentials`, {
    as: lead,
    body: { name: "builder-1", roles: ["builder"] },
  });
  const { credential, token, link } = body;
  const path = `/rooms/${aRoomId}/credentials/${credential.id}`;
  const me = async (secret: string) =>
    (await server.call("GET /me", { as: { headers: { authorization: `Bearer ${secret}` } } })).status;
  const from = (address: string | undefined) => (address === undefined ? {} : { address });
  return {
    ...server,
    lead,
    credential,
    token,
    link,
    me,
    look: (code: string, address?: string) =>
      server.call("POST /connect-links/look", { body: { code }, ...from(address) }),
    redeem: (code: string, address?: string) =>
      server.call("POST /connect-links/redemptions", { body: { code }, ...from(address) }),
    another: (at = path) => server.call(`POST ${at}/links`, { as: lead }),
    revoke: () => server.call(`DELETE ${path}`, { as: lead }),
    endLinks: () => server.sql`update connect_links set expires_at = created_at`,
  };
}

test("a link gives the agent's credential once, and is looked at as often as one likes", async () => {
  const { link, look, redeem, me, token, credential, audit, sql } = await aServer();
  expect(link).toEqual({
    code: expect.stringMatching(/^[0-9a-z]{26}$/),
    expiresAt: expect.any(Number),
  });
  expect(link.expiresAt - credential.createdAt).toBeGreaterThanOrEqual(HOUR_MS);
  expect(link.expiresAt - credential.createdAt).toBeLessThan(HOUR_MS + 60_000);
  const seat = {
    agentId: credential.id,
    name: "builder-1",
    roles: ["builder"],
    room: { id: aRoomId, name: expect.any(String) },
  };
  for (let n = 0; n < 2; n++)
    expect(await look(link.code)).toMatchObject({
      status: 200,
      body: { ...seat, expiresAt: link.expiresAt },
    });
  expect(await me(token)).toBe(200);

  const used = await redeem(link.code.toUpperCase(), "203.0.113.7");
  expect(used.body).toEqual({ ...seat, token: expect.stringMatching(/^sqr_[\w-]{43}$/) });
  expect(await me(used.body.token)).toBe(200);
  // The one that the dashboard has seen ends with it.
  expect(await me(token)).toBe(401);

  for (const again of [await redeem(link.code), await look(link.code)])
    expect(again).toMatchObject({ status: 410, body: { code: "connect_link_used" } });
  expect(await me(used.body.token)).toBe(200);
  expect(audit.at(-1)).toMatchObject({
    audit: "credential.connected",
    credentialId: credential.id,
    address: "203.0.113.7",
  });
  const kept = await sql`
    select c::text from connect_links c union all select a::text from room_audit a
    union all select s::text from server_audit s`;
  expect(JSON.stringify([kept, audit])).not.toContain(link.code);
  const [line] = await sql`
    select act, subject, by_id, details from server_audit order by id desc limit 1`;
  expect(line).toEqual({
    act: "credential_connected",
    subject: "builder-1",
    by_id: null,
    details: { roles: ["builder"], address: "203.0.113.7" },
  });
});

test("of machines that use a link at once, one gets the seat", async () => {
  const { another, redeem, me } = await aServer();
  for (let round = 0; round < 8; round++) {
    const { code } = (await another()).body;
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(code)));
    const [won, ...more] = answers.filter(({ status }) => status === 201 || status === 200);
    expect(more).toEqual([]);
    expect(await me(won?.body.token)).toBe(200);
    for (const { body } of answers) if (body !== won?.body) expect(body.code).toBe("connect_link_used");
  }
});

test("a link made while another is used is the next one, and neither waits for the other", async () => {
  const { another, redeem, me } = await aServer();
  for (let round = 0; round < 8; round++) {
    const { code } = (await another()).body;
    const [used, made] = await Promise.all([redeem(code), another()]);
    expect(made.status).toBe(201);
    if (used.status !== 410) expect(await me(used.body.token)).toBe(200);
    else expect(used.body.code).toBe("connect_link_expired");
    expect((await redeem(made.body.code)).body.token).toMatch(/^sqr_/);
  }
});

test("a link ends after an hour, with its credential, and when another is made", async () => {
  const { link, look, redeem, another, revoke, endLinks, me, token } = await aServer();
  const over = { status: 410, body: { code: "connect_link_expired" } };

  const second = (await another()).body;
  expect(await redeem(link.code)).toMatchObject(over);
  await endLinks();
  expect(await redeem(second.code)).toMatchObject(over);
  expect(await me(token)).toBe(200);

  const third = (await another()).body;
  await revoke();
  for (const ask of [look, redeem]) expect(await ask(third.code)).toMatchObject(over);
  expect(await another()).toMatchObject({ status: 404, body: { code: "credential_unknown" } });
});

test("a lead makes links for agents of the room only, and it is told in the audit", async () => {
  const { another, credential, call, token, sql } = await aServer();
  expect(await another()).toMatchObject({ status: 201 });
  expect(await sql`select act, by_name from room_audit order by id desc limit 1`).toEqual([
    { act: "credential_linked", by_name: "Lea" },
  ]);
  for (const at of [`/rooms/${anotherRoomId}/credentials/${credential.id}`, `/rooms/${aRoomId}/credentials/${newId()}`])
    expect(await another(at)).toMatchObject({ body: { code: "credential_unknown" } });
  const agent = { headers: { authorization: `Bearer ${token}` } };
  expect(await call(`POST /rooms/${aRoomId}/credentials/${credential.id}/links`, { as: agent })).toMatchObject({
    status: 403,
  });
});

test("who guesses waits, and nobody else does; a link that is over is no guess", async () => {
  const { link, redeem, look, another } = await aServer();
  await another();
  for (let n = 0; n < GUESSES; n++)
    expect((await redeem(link.code, "198.51.100.1")).body.code).toBe("connect_link_expired");
  for (let n = 0; n < GUESSES; n++) {
    const guess = "0123456789".repeat(2) + String(n).padStart(6, "0");
    const ask = n % 2 ? look : redeem;
    expect(await ask(guess, "198.51.100.1")).toMatchObject({
      status: 404,
      body: { code: "connect_link_unknown" },
    });
  }
  const { code } = (await another()).body;
  expect(await redeem(code, "198.51.100.1")).toMatchObject({
    status: 429,
    body: { code: "rate_limited", details: { retryAfterS: expect.any(Number) } },
  });
  expect((await redeem(code, "198.51.100.2")).body.token).toMatch(/^sqr_/);
});
