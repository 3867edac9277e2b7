import { uuidv7 } from "@squadroom/client/uuidv7";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { insertPerson, sharesADatabase, signedIn } from "../../platform/auth/accounts.fixture.ts";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aPerson, clientWith, refusalOf } from "../decision/squad.fixture.ts";

sharesADatabase();

let db: TestDatabase;
let here: Server;
let there: Server;
beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await Promise.all([aServer(db.url), aServer(db.url)]);
});
beforeEach(async () => {
  await here.runtime.sql`delete from server_audit`;
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

const PASSWORD = "a long enough one";
const named = (name: string) => `${name} ${uuidv7()}`;
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const setActive = (personId: string, active: boolean) =>
  here.admin.call("setActive", { params: { personId }, body: { active } });
const secretOf = (url: string) => url.split("#")[1] ?? "";
const audit = async () => (await here.admin.call("listServerAudit")).data;

/** A live socket of this browser, and when it was closed, with which code. */
async function aSocket(server: Server, cookie: string) {
  const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
    headers: { cookie, origin: server.baseUrl },
  });
  await new Promise((resolve, reject) => {
    socket.once("message", resolve);
    socket.once("error", reject);
  });
  const closed = new Promise<{ code: number; at: number }>((resolve) => {
    socket.once("close", (code) => resolve({ code, at: performance.now() }));
  });
  return { closed };
}

test("who is deactivated is out everywhere within a second, and comes back when it is active again", async () => {
  const room = await createRoom(here.admin, "solo");
  const name = named("Kim");
  const kim = await aPerson(here, name, { [room]: "lead" });
  await kim.client.call("setPassword", { body: { password: PASSWORD } });
  const link = secretOf((await kim.client.call("makeLink", { body: { current: PASSWORD } })).url);
  const elsewhere = clientWith(there, kim.cookie);
  await elsewhere.call("getRoom", { params: { room } });
  const sockets = await Promise.all([here, there].map((one) => aSocket(one, kim.cookie)));
  const anyone = here.clientOf("");
  const { data: before } = await here.admin.call("listPeople");
  expect(before.find(({ id }) => id === kim.id)).toMatchObject({ signIns: 1 });
  const began = performance.now();

  expect(await setActive(kim.id, false)).toMatchObject({
    name,
    signIns: 0,
    deactivatedAt: expect.any(Number),
  });

  for (const { code, at } of await Promise.all(sockets.map(({ closed }) => closed))) {
    expect(code).toBe(LIVE_CLOSE.unauthorized);
    expect(at - began).toBeLessThan(1000);
  }
  expect(await codeOf(kim.client.call("getMe"))).toBe("unauthorized");
  expect(await codeOf(elsewhere.call("getMe"))).toBe("unauthorized");
  expect(await codeOf(anyone.call("signIn", { body: { link } }))).toMatch(/^link_/);
  expect(await codeOf(anyone.call("signIn", { body: { name, password: PASSWORD } }))).toBe("sign_in_failed");
  const wanted = here.admin.call("makeLink", { body: { personId: kim.id } });
  expect(await codeOf(wanted)).toBe("forbidden");

  await setActive(kim.id, true);
  expect((await anyone.call("signIn", { body: { name, password: PASSWORD } })).name).toBe(name);
  expect(await codeOf(kim.client.call("getMe"))).toBe("unauthorized");
});

test("a link that is used while its person is deactivated lets nobody in", async () => {
  for (let i = 0; i < 25; i++) {
    const id = await insertPerson(here.runtime.sql, named("Kim"));
    const { url } = await here.admin.call("makeLink", { body: { personId: id } });
    const signIn = here.clientOf("").call("signIn", { body: { link: secretOf(url) } });
    await Promise.all([signIn.catch(() => null), setActive(id, false)]);
    const live = await here.runtime.sql`
      select 1 from credentials where person_id = ${id} and revoked_at is null`;
    expect(live).toHaveLength(0);
  }
});

test("the last admin who can sign in stays active", async () => {
  const { sql } = here.runtime;
  await sql`update people set admin = false where name <> 'local admin'`;
  const [ann, max] = await Promise.all(["Ann", "Max"].map((name) => insertPerson(sql, named(name), { admin: true })));
  const both = await Promise.all(
    [ann, max].map((id) =>
      setActive(id ?? "", false).then(
        () => "ok",
        (error) => error.code,
      ),
    ),
  );
  expect(both.sort()).toEqual(["last_admin", "ok"]);
});

test("an admin signs a person out everywhere, and a person itself everywhere else", async () => {
  const kim = await aPerson(here, named("Kim"));
  const phone = clientWith(here, (await signedIn(here.runtime.sql, kim.id)).headers.cookie);
  const own = secretOf((await phone.call("makeLink")).url);

  expect(await kim.client.call("signOutElsewhere")).toEqual({ ended: 1, tokens: [] });
  expect(await codeOf(phone.call("getMe"))).toBe("unauthorized");
  expect((await kim.client.call("getMe")).name).toContain("Kim");
  const anyone = here.clientOf("");
  expect(await codeOf(anyone.call("signIn", { body: { link: own } }))).toBe("link_expired");

  const params = { personId: kim.id };
  expect(await here.admin.call("endSignIns", { params })).toEqual({ ended: 1 });
  expect(await codeOf(kim.client.call("getMe"))).toBe("unauthorized");
  expect(await here.admin.call("endSignIns", { params })).toEqual({ ended: 0 });
});

test("a first password ends the sign-ins that there were before it", async () => {
  const kim = await aPerson(here, named("Kim"));
  const other = clientWith(here, (await signedIn(here.runtime.sql, kim.id)).headers.cookie);
  await kim.client.call("setPassword", { body: { password: PASSWORD } });
  expect(await codeOf(other.call("getMe"))).toBe("unauthorized");
  expect((await kim.client.call("getMe")).name).toContain("Kim");
});

test("the server's audit has who came in and who changed who may, in pages, whatever is logged", async () => {
  const name = named("Kim");
  const { person, url } = await here.admin.call("invitePerson", { body: { name, admin: true } });
  const params = { personId: person.id };
  const anyone = here.clientOf("");
  await anyone.call("signIn", { body: { link: secretOf(url) } });
  const kim = clientWith(here, (await signedIn(here.runtime.sql, person.id as never)).headers.cookie);
  await kim.call("setPassword", { body: { password: PASSWORD } });
  await anyone.call("signIn", { body: { name: name.toUpperCase(), password: PASSWORD } });
  await refusalOf(anyone.call("signIn", { body: { name, password: "a wrong password" } }));
  await refusalOf(anyone.call("signIn", { body: { name: "my secret password", password: "x" } }));
  await kim.call("signOutElsewhere");
  await here.admin.call("setAdmin", { params, body: { admin: false } });
  await here.admin.call("makeLink", { body: { personId: person.id } });
  const room = await createRoom(here.admin, "solo");
  await here.admin.call("createCredential", {
    params: { room },
    body: { name: "Solo", roles: ["solo"] },
  });
  await here.admin.call("endSignIns", { params });
  await setActive(person.id, false);
  await setActive(person.id, false);
  await setActive(person.id, true);
  await here.admin.call("removeRoom", { params: { room } });

  const entries = await audit();
  expect(entries.map(({ act, by, subject }) => [act, by?.name ?? null, subject]).reverse()).toEqual([
    ["person_invited", "local admin", name],
    ["admin_given", "local admin", name],
    ["signed_in", name, name],
    ["password_set", name, name],
    ["signed_in", name, name],
    ["sign_in_failed", null, name],
    ["sign_in_failed", null, null],
    ["signed_out_elsewhere", name, name],
    ["admin_taken", "local admin", name],
    ["link_made", "local admin", name],
    ["room_created", "local admin", expect.stringMatching(/^room-/)],
    ["person_set", null, "local admin"],
    ["credential_created", "local admin", "Solo"],
    ["sign_ins_ended", "local admin", name],
    ["person_deactivated", "local admin", name],
    ["person_reactivated", "local admin", name],
    ["room_removed", "local admin", null],
  ]);
  expect(JSON.stringify(entries)).not.toContain("my secret password");
  expect(entries.find(({ act }) => act === "signed_in")?.details).toEqual({
    how: "password",
    address: "127.0.0.1",
  });
  expect(entries[0]?.room?.name).toMatch(/^room-/);

  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof audit>> extends (infer E)[] ? { data: E[]; next: string | null } : never =
      await here.admin.call("listServerAudit", {
        query: { limit: 4, ...(cursor ? { cursor } : {}) },
      });
    pages.push(...page.data.map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  expect(pages).toEqual(entries.map(({ id }) => id));
  const own = await here.admin.call("listServerAudit", { query: { person: person.id } });
  expect(new Set(own.data.map(({ by }) => by?.name))).toEqual(new Set([name]));
});

test("guessing does not fill the audit: what has no line is counted in the next", async () => {
  const { createFailures } = await import("./failures.ts");
  let now = 0;
  const failures = createFailures(here.runtime.sql, { now: () => now });
  for (let i = 0; i < 300; i++) await failures.note("203.0.113.9", "nobody", "password");
  expect(await audit().then((entries) => entries.length)).toBeLessThanOrEqual(60);
  now += 300_000;
  await failures.note("203.0.113.9", null, "link");
  expect((await audit())[0]?.details).toMatchObject({ how: "link", more: 240 });
});
