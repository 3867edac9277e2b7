import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { expect, test } from "vitest";
import {
  anAgentOf,
  anAuthenticator,
  insertPerson,
  sharesADatabase,
  signedIn,
} from "../../platform/auth/accounts.fixture.ts";
import { ensureFirstLink, LINK_MS, makeLink } from "../../platform/auth/links.ts";
import { aRoomId } from "../../platform/auth/principals.fixture.ts";
import { newSecret } from "../../platform/auth/secrets.ts";
import { type Answer, anApp, secretOf } from "./app.fixture.ts";
import { peopleRoutes } from "./index.ts";

sharesADatabase();

const PASSWORD = "a long enough one";
const OTHER = "another long enough one";
const DAY_MS = 86_400_000;
/** For what another process learns by itself. */

/** A server with one person, who has a password. */
async function aServer(options?: Parameters<typeof anApp>[1]) {
  const server = await anApp([peopleRoutes], options);
  const personId = await insertPerson(server.sql, "Robin");
  const browser = await signedIn(server.sql, personId);
  const body = { password: PASSWORD };
  expect(await server.call("PUT /me/password", { as: browser, body })).toMatchObject({
    status: 200,
  });
  const signIn = (more: { name?: string; password?: string; address?: string } = {}) => {
    const { name = "Robin", password = PASSWORD, address = "127.0.0.1" } = more;
    return server.call("POST /sign-ins", { body: { name, password }, address });
  };
  return { ...server, personId, browser, signIn };
}

const said = ({ status, body }: Answer) => ({ status, code: body.code, message: body.message });

test("the first link signs the first person in, as the admin, once", async () => {
  const { sql, call } = await anApp([peopleRoutes]);
  const link = secretOf((await ensureFirstLink(sql, "http://localhost:4700")) ?? "");

  const look = await call("POST /sign-in-links/look", { body: { link } });
  const first = await call("POST /sign-ins", { body: { link } });

  expect(look.body).toMatchObject({ state: "open", name: null });
  expect(first).toMatchObject({ status: 200, body: { name: "Admin", first: true } });
  expect(await call("GET /me", { as: first.as })).toMatchObject({
    status: 200,
    body: { kind: "person", name: "Admin", admin: true, hasPassword: false, rooms: {} },
  });
  const second = await call("POST /sign-ins", { body: { link } });
  expect(second).toMatchObject({ status: 410, body: { code: "link_used" } });
  expect(second.headers["set-cookie"]).toBeUndefined();
});

test("of two browsers at once one is signed in", async () => {
  const { sql, call } = await anApp([peopleRoutes]);
  const { secret: link } = await makeLink(sql, await insertPerson(sql, "Robin"), LINK_MS);

  const both = await Promise.all([1, 2].map(() => call("POST /sign-ins", { body: { link, name: "Mallory" } })));

  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect(both.find(({ status }) => status === 200)?.body).toEqual({ name: "Robin", first: false });
});

test("a sign-in has a value of its own, whatever cookie the browser brought along", async () => {
  const { call, personId, sql, signIn } = await aServer();
  const body = { name: "Robin", password: PASSWORD };
  const planted = { headers: { cookie: `squadroom_session=${newSecret()}` } };
  const mallorys = await signedIn(sql, await insertPerson(sql, "Mallory"));

  const overPlanted = await call("POST /sign-ins", { as: planted, body });
  const overMallorys = await call("POST /sign-ins", { as: mallorys, body });
  const again = await signIn();

  const cookies = [planted, mallorys, overPlanted.as, overMallorys.as, again.as].map(({ headers }) => headers.cookie);
  expect(new Set(cookies).size).toBe(cookies.length);
  for (const { as } of [overPlanted, overMallorys, again]) {
    expect(await call("GET /me", { as })).toMatchObject({ body: { id: personId } });
  }
  for (const as of [planted, mallorys]) expect(await call("GET /me", { as })).toMatchObject({ status: 401 });
});

test("a sign-in by link ends the one that the browser had, and only that one", async () => {
  const { call, sql, signIn, personId } = await aServer();
  const elsewhere = await signIn();
  const { secret: own } = await makeLink(sql, personId, LINK_MS);
  const { secret: another } = await makeLink(sql, await insertPerson(sql, "Kim"), LINK_MS);
  const planted = { headers: { cookie: `squadroom_session=${newSecret()}` } };

  const first = await call("POST /sign-ins", { as: planted, body: { link: own } });
  const second = await call("POST /sign-ins", { as: first.as, body: { link: another } });

  expect(new Set([planted, first.as, second.as].map(({ headers }) => headers.cookie)).size).toBe(3);
  expect(await call("GET /me", { as: planted })).toMatchObject({ status: 401 });
  expect(await call("GET /me", { as: first.as })).toMatchObject({ status: 401 });
  expect(await call("GET /me", { as: second.as })).toMatchObject({ body: { name: "Kim" } });
  expect(await call("GET /me", { as: elsewhere.as })).toMatchObject({ body: { name: "Robin" } });
});

test("the first sign-in of all takes no cookie over either", async () => {
  const { sql, call } = await anApp([peopleRoutes]);
  const link = secretOf((await ensureFirstLink(sql, "http://localhost:4700")) ?? "");
  const planted = { headers: { cookie: `squadroom_session=${newSecret()}` } };

  const { as } = await call("POST /sign-ins", { as: planted, body: { link } });

  expect(as.headers.cookie).toMatch(/^squadroom_session=[\w-]{43}$/);
  expect(as.headers.cookie).not.toBe(planted.headers.cookie);
  expect(await call("GET /me", { as: planted })).toMatchObject({ status: 401 });
});

test("a sign-in that fails leaves the browser the one that it has", async () => {
  const { call, browser } = await aServer();
  const wrong = [{ name: "Robin", password: "wrong password" }, { link: newSecret() }];

  for (const body of wrong) {
    const answer = await call("POST /sign-ins", { as: browser, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  expect(await call("GET /me", { as: browser })).toMatchObject({ status: 200 });
});

test("another site can neither write under the cookie nor sign a browser in", async () => {
  const { call, browser } = await aServer();
  const evil = { "sec-fetch-site": "cross-site", origin: "http://evil.example" };
  const form = { "content-type": "application/x-www-form-urlencoded" };

  for (const headers of [evil, { ...evil, ...form }, form]) {
    const write = await call("DELETE /sign-ins/current", { as: browser, headers: evil });
    expect(write).toMatchObject({ status: 403, body: { code: "origin_refused" } });
    const body = { name: "Robin", password: PASSWORD };
    const forced = await call("POST /sign-ins", { body, headers: { ...headers, ...evil } });
    expect(forced.headers["set-cookie"]).toBeUndefined();
    expect(forced.status).toBeGreaterThanOrEqual(400);
  }
  expect(await call("GET /me", { as: browser })).toMatchObject({ status: 200 });
});

test("signing out makes the cookie worthless, here and in other processes", async () => {
  const { call, sql, browser, audit, personId } = await aServer();
  const elsewhere = await anAuthenticator(sql);
  expect(await elsewhere.authenticate(browser.headers)).not.toBeNull();

  const out = await call("DELETE /sign-ins/current", { as: browser });

  expect(out).toMatchObject({ status: 200, body: { signedOut: true } });
  expect(out.headers["set-cookie"]).toContain("Max-Age=0");
  expect(await call("GET /me", { as: browser })).toMatchObject({ status: 401 });
  await eventually(async () => expect(await elsewhere.authenticate(browser.headers)).toBeNull());
  expect(audit.at(-1)).toMatchObject({ audit: "person.signed_out", personId });
});

test("over https the cookie has the strict name, and the plain one does not count", async () => {
  const { call } = await aServer({ trustProxy: 1 });
  const headers = { "x-forwarded-proto": "https" };
  const body = { name: "Robin", password: PASSWORD };

  const { as, headers: answered } = await call("POST /sign-ins", { body, headers });

  expect(answered["set-cookie"]).toMatch(/^__Host-squadroom_session=[\w-]{43}; .*; Secure$/);
  expect(await call("GET /me", { as, headers })).toMatchObject({ status: 200 });
  const plain = { headers: { cookie: as.headers.cookie.replace("__Host-", "") } };
  expect(await call("GET /me", { as: plain, headers })).toMatchObject({ status: 401 });
});

test("a server whose public address is https has the strict cookie, whatever the proxy says", async () => {
  const { call, sql } = await anApp([peopleRoutes], { publicUrl: "https://squad.example" });
  const { secret: link } = await makeLink(sql, await insertPerson(sql, "Robin"), LINK_MS);

  const { as, headers } = await call("POST /sign-ins", { body: { link } });

  expect(headers["set-cookie"]).toMatch(/^__Host-squadroom_session=[\w-]{43}; .*; Secure$/);
  expect(await call("GET /me", { as })).toMatchObject({ status: 200 });
  const plain = { headers: { cookie: as.headers.cookie.replace("__Host-", "") } };
  expect(await call("GET /me", { as: plain })).toMatchObject({ status: 401 });
  const out = await call("DELETE /sign-ins/current", { as });
  expect(out.headers["set-cookie"]).toMatch(/^__Host-squadroom_session=; .*Max-Age=0; Secure$/);
});

test("who guesses behind a proxy cannot choose the address that counts", async () => {
  const { call } = await aServer({ trustProxy: 1 });
  const guess = (claimed: string) =>
    call("POST /sign-ins", {
      body: { name: "Robin", password: "a guess" },
      headers: { "x-forwarded-for": `${claimed}, 203.0.113.7` },
    });
  for (let i = 0; i < 10; i++) expect(await guess(`198.51.100.${i}`)).toMatchObject({ status: 401 });
  expect(await guess("198.51.100.99")).toMatchObject({ status: 429 });
});

test("without a trusted proxy nobody can claim https", async () => {
  const { call } = await aServer();
  const body = { name: "Robin", password: PASSWORD };

  const { headers } = await call("POST /sign-ins", {
    body,
    headers: { "x-forwarded-proto": "https" },
  });

  expect(headers["set-cookie"]).toMatch(/^squadroom_session=/);
});

test("a page that opens puts the end of its sign-in off, once a day", async () => {
  const { call, sql, browser } = await aServer();
  expect((await call("GET /me", { as: browser })).headers["set-cookie"]).toBeUndefined();
  await sql`update credentials set expires_at = expires_at - ${2 * DAY_MS}`;

  const rolled = await call("GET /me", { as: browser });

  expect(rolled.as).toEqual({ headers: browser.headers });
  expect(rolled.headers["set-cookie"]).toContain("Max-Age=2592000");
  expect((await call("GET /me", { as: browser })).headers["set-cookie"]).toBeUndefined();
});

test("signs in by name, in any case, and password", async () => {
  const { signIn, call, audit, personId } = await aServer();

  const answer = await signIn({ name: " robin " });

  expect(answer).toMatchObject({ status: 200, body: { name: "Robin", first: false } });
  expect(await call("GET /me", { as: answer.as })).toMatchObject({
    body: { id: personId, hasPassword: true },
  });
  expect(audit.at(-1)).toMatchObject({ audit: "person.signed_in", personId, by: "password" });
});

test("does not tell who exists", async () => {
  const { signIn, sql } = await aServer();
  await insertPerson(sql, "Kim");

  const wrong = await signIn({ password: "wrong password" });
  const unknown = await signIn({ name: "Nobody" });
  const without = await signIn({ name: "Kim" });
  const local = await signIn({ name: "local admin" });

  expect(said(wrong)).toMatchObject({ status: 401, code: "sign_in_failed" });
  for (const answer of [unknown, without, local]) expect(said(answer)).toEqual(said(wrong));
});

test("a password needs the current one, and length", async () => {
  const { call, browser, signIn } = await aServer();
  const set = (body: object) => call("PUT /me/password", { as: browser, body });

  expect(await set({ password: "too short", current: PASSWORD })).toMatchObject({
    status: 422,
    body: { code: "password_weak" },
  });
  expect(await set({ password: OTHER })).toMatchObject({ status: 401 });
  expect(await set({ password: OTHER, current: "wrong password" })).toMatchObject({
    status: 401,
    body: { code: "sign_in_failed" },
  });
  expect(await set({ password: OTHER, current: PASSWORD })).toMatchObject({ status: 200 });
  expect(await signIn()).toMatchObject({ status: 401 });
  expect(await signIn({ password: OTHER })).toMatchObject({ status: 200 });
});

test("a changed password ends the other sign-ins, not this one", async () => {
  const { call, browser, signIn } = await aServer();
  const other = await signIn();
  const body = { password: OTHER, current: PASSWORD };
  await call("PUT /me/password", { as: browser, body });

  expect(await call("GET /me", { as: browser })).toMatchObject({ status: 200 });
  expect(await call("GET /me", { as: other.as })).toMatchObject({ status: 401 });
});

test("of two changes of a password at once one counts", async () => {
  const { call, browser, signIn } = await aServer();
  const passwords = ["one new password", "two new password"];

  const both = await Promise.all(
    passwords.map((password) => call("PUT /me/password", { as: browser, body: { password, current: PASSWORD } })),
  );

  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const winner = passwords[both.findIndex(({ status }) => status === 200)] ?? "";
  expect(await signIn({ password: winner })).toMatchObject({ status: 200 });
});

test("keeps a password as it was typed, whatever it looks like", async () => {
  const { call, browser, signIn } = await aServer();
  const password = "password=hunter2hunter2";
  await call("PUT /me/password", { as: browser, body: { password, current: PASSWORD } });

  expect(await signIn({ password })).toMatchObject({ status: 200 });
  expect(await signIn({ password: "password=[redacted:assignment]" })).toMatchObject({
    status: 401,
  });
});

test("slows down who guesses at a name", async () => {
  const { signIn, clock } = await aServer();
  const guess = (i: number) => signIn({ password: `guess ${i}`, address: `2001:db8:0:1::${i}` });
  for (let i = 0; i < 10; i++) expect(await guess(i)).toMatchObject({ status: 401 });

  const refused = await signIn({ name: "ROBIN", address: "2001:db8:0:1::99" });

  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(refused.body.details.retryAfterS).toBeGreaterThan(0);
  expect(refused.body.details.retryAfterS).toBeLessThanOrEqual(60);
  expect(await signIn({ name: "Nobody" })).toMatchObject({ status: 401 });
  clock.pass(60_000);
  expect(await signIn({ address: "2001:db8:0:1::1" })).toMatchObject({ status: 200 });
});

test("ten names are locked out in vain: each signs in from where nobody guessed", async () => {
  const { signIn, call, sql } = await aServer();
  const names = Array.from({ length: 10 }, (_, i) => `Person ${i}`);
  for (const name of names) {
    const as = await signedIn(sql, await insertPerson(sql, name));
    await call("PUT /me/password", { as, body: { password: PASSWORD } });
  }
  for (const [n, name] of names.entries()) {
    const guess = () => signIn({ name, password: "a guess", address: `203.0.113.${n}` });
    for (let i = 0; i < 10; i++) expect(await guess()).toMatchObject({ status: 401 });
    expect(await guess()).toMatchObject({ status: 429 });
  }

  for (const name of names) {
    expect(await signIn({ name, address: "198.51.100.1" })).toMatchObject({ status: 200 });
  }
});

test("costs who is signed in no attempt to follow a link of long ago", async () => {
  const { signIn, call, sql } = await aServer();
  const as = await signedIn(sql, await insertPerson(sql, "Ada"));
  const failed = () => sql`select 1 from server_audit where act = 'sign_in_failed'`;
  const before = await failed();
  const body = { link: newSecret() };
  for (let i = 0; i < 40; i++)
    expect(await call("POST /sign-in-links/look", { as, body })).toMatchObject({
      status: 404,
      body: { code: "link_unknown" },
    });
  expect(await signIn({})).toMatchObject({ status: 200 });
  expect(await failed()).toHaveLength(before.length);
});

test("slows down who guesses from one place, at whatever", async () => {
  const { signIn, call } = await aServer();
  const address = "2001:db8::1";
  for (let i = 0; i < 15; i++) {
    expect(await signIn({ name: `name ${i}`, address })).toMatchObject({ status: 401 });
    const body = { link: newSecret() };
    expect(await call("POST /sign-in-links/look", { body, address })).toMatchObject({
      status: 404,
      body: { code: "link_unknown" },
    });
  }

  expect(await signIn({ address: "2001:db8::2" })).toMatchObject({ status: 429 });
  expect(await signIn({ address: "2001:db8:0:1::1" })).toMatchObject({ status: 200 });
});

test("does not slow down who knows", async () => {
  const { signIn } = await aServer();

  for (let i = 0; i < 12; i++) expect(await signIn()).toMatchObject({ status: 200 });
});

test("an agent learns who it is, and can do nothing of this", async () => {
  const { call, sql } = await aServer();
  const agent = await anAgentOf(sql, aRoomId);
  await sql`insert into room_details values (${aRoomId}, 'checkout-web', 'squad', false, 0, null)`;

  expect((await call("GET /me", { as: agent })).body).toEqual({
    kind: "agent",
    id: agent.credentialId,
    name: "builder-1",
    roomId: aRoomId,
    roomName: "checkout-web",
    roles: ["builder"],
  });
  const body = { password: PASSWORD };
  expect(await call("PUT /me/password", { as: agent, body })).toMatchObject({ status: 403 });
});

test("the local admin has no sign-in to end and no password to set", async () => {
  const { call, local } = await aServer();

  expect(await call("GET /me", { as: local })).toMatchObject({ body: { admin: true } });
  expect(await call("DELETE /sign-ins/current", { as: local })).toMatchObject({ status: 403 });
  const body = { password: PASSWORD };
  expect(await call("PUT /me/password", { as: local, body })).toMatchObject({ status: 403 });
});
