import { eventually } from "@squadroom/core/testing/eventually.fixture";
import type { Sql } from "postgres";
import { expect, test, vi } from "vitest";
import {
  aClock,
  aDatabase,
  anAgentOf,
  anAuthenticator,
  insertPerson,
  newId,
  revokeElsewhere,
  sharesADatabase,
  signedIn,
} from "./accounts.fixture.ts";
import { databaseNow } from "./database-time.ts";
import type { Authenticator } from "./principal.ts";
import { anotherRoomId, aRoomId } from "./principals.fixture.ts";
import { newSecret, newToken } from "./secrets.ts";
import { endSignIn, endSignInsOf, renewSignIn, touchPerson } from "./sign-ins.ts";

sharesADatabase();

const DAY_MS = 86_400_000;
/** For what comes by itself. */

test("knows an agent by its token and a person by the cookie", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql);
  const agent = await anAgentOf(sql, aRoomId);
  const personId = await insertPerson(sql, "Robin", { rooms: { [aRoomId]: "lead" } });
  const browser = await signedIn(sql, personId);

  expect(await auth.authenticate(agent.headers)).toEqual({
    kind: "agent",
    id: agent.credentialId,
    name: "builder-1",
    roomId: aRoomId,
    roles: ["builder"],
    credential: { id: agent.credentialId, version: 1 },
  });
  expect(await auth.authenticate(browser.headers)).toEqual({
    kind: "person",
    id: personId,
    name: "Robin",
    admin: false,
    hasPassword: false,
    token: null,
    credential: { id: browser.credentialId, version: 1 },
    rooms: new Map([[aRoomId, "lead"]]),
  });
});

test("knows nobody by what is unknown, or in the wrong place", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql, { localAdminKey: "k".repeat(43) });
  const browser = await signedIn(sql, await insertPerson(sql, "Robin"));
  const secret = browser.headers.cookie.split("=")[1] ?? "";
  const agent = await anAgentOf(sql, aRoomId);
  const token = agent.headers.authorization.split(" ")[1] ?? "";

  for (const headers of [
    {},
    { authorization: `Bearer ${newToken()}` },
    { authorization: `Bearer ${secret}` },
    { authorization: `Bearer sqr_${secret}` },
    { authorization: `Local ${secret}` },
    { authorization: `Local ${"k".repeat(42)}` },
    { authorization: "Local the local admin has no secret here" },
    { cookie: `squadroom_session=${newSecret()}` },
    { cookie: `squadroom_session=${token}` },
    { cookie: "squadroom_session=the local admin has no secret here" },
  ]) {
    expect(await auth.authenticate(headers), JSON.stringify(headers)).toBeNull();
  }
});

test("answers a known caller without the database", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql);
  const { headers } = await anAgentOf(sql, aRoomId);
  const [first, second] = await Promise.all([auth.authenticate(headers), auth.authenticate(headers)]);
  await sql`delete from credentials`;

  expect(second).toBe(first);
  expect(await auth.authenticate(headers)).toBe(first);
});

test("a revoked credential ends at once here, and for what is asked a second later in another process", async () => {
  const { sql } = await aDatabase();
  const [here, there] = await Promise.all([anAuthenticator(sql), anAuthenticator(sql)]);
  const { credentialId, headers } = await signedIn(sql, await insertPerson(sql, "Robin"));
  const heard = { here: vi.fn(), there: vi.fn() };
  here.onChanged(heard.here);
  const stop = there.onChanged(heard.there);
  await Promise.all([here.authenticate(headers), there.authenticate(headers)]);

  here.noteChanged(await endSignIn(sql, headers.cookie.split("=")[1] ?? ""));
  const ended = performance.now();

  expect(heard.here.mock.calls).toEqual([[credentialId]]);
  expect(here.isCurrent({ id: credentialId, version: 1 })).toBe(false);
  expect(await here.authenticate(headers)).toBeNull();
  /** When it was asked, and still let in, ms after the end. */
  const letIn: number[] = [];
  await eventually(async () => {
    const askedMs = performance.now() - ended;
    const principal = await there.authenticate(headers);
    if (principal) letIn.push(askedMs);
    expect(principal).toBeNull();
  });
  expect(Math.max(0, ...letIn)).toBeLessThan(1000);
  await eventually(() => expect(heard.there).toHaveBeenCalledWith(credentialId));
  expect(heard.there).toHaveBeenCalledTimes(1);
  stop();
});

test("sees a change that committed long after its time was taken", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql);
  const { credentialId, headers } = await anAgentOf(sql, aRoomId);
  await auth.authenticate(headers);

  await sql.begin(async (tx) => {
    await revokeElsewhere(tx as unknown as Sql, credentialId);
    for (let i = 0; i < 3; i++) await auth.refresh();
    expect(await auth.authenticate(headers)).not.toBeNull();
  });
  await auth.refresh();

  expect(await auth.authenticate(headers)).toBeNull();
});

test("a look that a change overtakes is not remembered", async () => {
  const { sql } = await aDatabase();
  const slow = aHold(sql, "secret_hash");
  const auth = await anAuthenticator(slow.sql);
  const { credentialId, headers } = await anAgentOf(sql, aRoomId);

  const answer = auth.authenticate(headers);
  await slow.reached;
  await revokeElsewhere(sql, credentialId);
  auth.noteChanged([{ id: credentialId, version: 2 }]);
  slow.release();

  expect(await answer).toBeNull();
  expect(auth.isCurrent({ id: credentialId, version: 1 })).toBe(false);
});

test("a person's new role is known, and whoever held the old one is told", async () => {
  const { sql } = await aDatabase();
  const [here, there] = await Promise.all([anAuthenticator(sql), anAuthenticator(sql)]);
  const personId = await insertPerson(sql, "Robin", { rooms: { [aRoomId]: "owner" } });
  const browsers = [await signedIn(sql, personId), await signedIn(sql, personId)];
  const heard = vi.fn();
  there.onChanged(heard);
  const roleOf = async (auth: Authenticator, headers: { cookie: string }) => {
    const principal = await auth.authenticate(headers);
    return principal?.kind === "person" ? Object.fromEntries(principal.rooms) : null;
  };
  for (const { headers } of browsers) await roleOf(there, headers);

  const changed = await sql.begin(async (tx) => {
    await tx`update room_people set role = 'viewer'`;
    await tx`insert into room_people values (${anotherRoomId}, ${personId}, 'lead')`;
    return await touchPerson(tx, personId);
  });
  here.noteChanged(changed);

  expect(changed.map(({ version }) => version)).toEqual([2, 2]);
  for (const { headers, credentialId } of browsers) {
    await eventually(() => expect(heard).toHaveBeenCalledWith(credentialId));
    const roles = { [aRoomId]: "viewer", [anotherRoomId]: "lead" };
    expect(await roleOf(here, headers)).toEqual(roles);
    expect(await roleOf(there, headers)).toEqual(roles);
    expect(there.isCurrent({ id: credentialId, version: 2 })).toBe(true);
  }
});

test("a new sign-in disturbs nobody", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql);
  const heard = vi.fn();
  auth.onChanged(heard);
  const { headers } = await signedIn(sql, await insertPerson(sql, "Robin"));
  await auth.authenticate(headers);
  await auth.refresh();

  expect(heard).not.toHaveBeenCalled();
});

test("a credential ends by the clock, and its sockets are told", async () => {
  const { sql } = await aDatabase();
  const clock = aClock();
  const auth = await anAuthenticator(sql, { clock });
  const { credentialId, headers } = await anAgentOf(sql, aRoomId, {
    expiresAt: clock.now() + DAY_MS,
  });
  const heard = vi.fn();
  auth.onChanged(heard);
  expect(await auth.authenticate(headers)).not.toBeNull();

  await sql`update credentials set expires_at = ${Date.now() - 1}`;
  clock.pass(DAY_MS);

  expect(await auth.authenticate(headers)).toBeNull();
  await eventually(() => expect(heard).toHaveBeenCalledWith(credentialId));
});

test("a sign-in rolls on by a day at a time, and stays known", async () => {
  const { sql } = await aDatabase();
  const clock = aClock();
  const auth = await anAuthenticator(sql, { clock });
  const { credentialId, headers } = await signedIn(sql, await insertPerson(sql, "Robin"));
  const left = async () => {
    const [row] = await sql`select expires_at - ${databaseNow(sql)} as ms
      from credentials where id = ${credentialId}`;
    return Math.ceil(Number(row?.ms) / DAY_MS);
  };
  await auth.authenticate(headers);

  expect(await renewSignIn(sql, credentialId)).toBe(false);
  await sql`update credentials set expires_at = expires_at - ${DAY_MS * 2}`;
  expect(await renewSignIn(sql, credentialId)).toBe(true);
  expect(await left()).toBe(30);

  clock.pass(30 * DAY_MS);
  expect(await auth.authenticate(headers)).toMatchObject({ credential: { version: 1 } });
  await sql`update credentials set expires_at = ${databaseNow(sql)} - 1`;
  expect(await renewSignIn(sql, credentialId)).toBe(false);
});

test("ended sign-ins are cleared away a day later", async () => {
  const { sql } = await aDatabase();
  const personId = await insertPerson(sql, "Robin");
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await signedIn(sql, personId)).credentialId);
  await sql`update credentials set revoked_at = ${databaseNow(sql)} - ${2 * DAY_MS}
    where id = ${ids[0] ?? ""}`;
  await sql`update credentials set revoked_at = ${databaseNow(sql)} where id = ${ids[1] ?? ""}`;
  await signedIn(sql, personId);

  const rows = await sql`select id from credentials`;
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(1)));
  expect(rows).toHaveLength(3);
});

test("other sign-ins and open links of a person end together", async () => {
  const { sql } = await aDatabase();
  const auth = await anAuthenticator(sql);
  const personId = await insertPerson(sql, "Robin");
  const kept = await signedIn(sql, personId);
  const other = await signedIn(sql, personId);
  const neighbour = await signedIn(sql, await insertPerson(sql, "Kim"));
  for (const { headers } of [kept, other, neighbour]) await auth.authenticate(headers);

  auth.noteChanged(await endSignInsOf(sql, personId, { keptId: kept.credentialId }));

  expect(await auth.authenticate(other.headers)).toBeNull();
  expect(await auth.authenticate(kept.headers)).not.toBeNull();
  expect(await auth.authenticate(neighbour.headers)).not.toBeNull();
});

test("the local admin commands with the key of its machine, under a row of its own", async () => {
  const { sql } = await aDatabase();
  const localAdminKey = newSecret();
  const [auth, other] = await Promise.all([
    anAuthenticator(sql, { localAdminKey }),
    anAuthenticator(sql, { localAdminKey: newSecret() }),
  ]);
  const authorization = `Local ${localAdminKey}`;

  const principal = await auth.authenticate({ authorization });

  expect(principal).toMatchObject({ kind: "person", name: "local admin", admin: true });
  expect(await other.authenticate({ authorization })).toBeNull();
  expect(await (await anAuthenticator(sql)).authenticate({ authorization })).toBeNull();
  const rows = await sql`select id, kind, version, expires_at from credentials`;
  expect(rows).toEqual([{ ...principal?.credential, kind: "sign_in", expires_at: null }]);
});

test("says unavailable, and nothing else, when it cannot know what was revoked", async () => {
  const { sql } = await aDatabase();
  const broken = aBreaker(sql);
  const clock = aClock();
  const auth = await anAuthenticator(broken.sql, { clock });
  const { headers } = await anAgentOf(sql, aRoomId);
  await auth.authenticate(headers);

  broken.isBroken = true;
  await expect(auth.authenticate({ authorization: `Bearer ${newToken()}` })).rejects.toMatchObject({
    code: "unavailable",
  });
  clock.pass(1001);
  await expect(auth.authenticate(headers)).rejects.toMatchObject({ code: "unavailable" });
  expect(await auth.authenticate({})).toBeNull();

  broken.isBroken = false;
  expect(await auth.authenticate(headers)).not.toBeNull();
});

test("after a database that is behind took over, everybody is looked up again", async () => {
  const { sql } = await aDatabase();
  const shifted = aShift(sql, 0);
  const auth = await anAuthenticator(shifted.sql);
  const { headers } = await anAgentOf(sql, aRoomId);
  await auth.authenticate(headers);
  await sql`update credentials set name = 'renamed', changed_at = changed_at - ${2 * DAY_MS}`;
  await auth.refresh();
  expect(await auth.authenticate(headers)).toMatchObject({ name: "builder-1" });

  shifted.byMs = -DAY_MS;
  await auth.refresh();

  expect(await auth.authenticate(headers)).toMatchObject({ name: "renamed" });
});

test("ids of the local admin's rows are the application's", async () => {
  const { sql } = await aDatabase();
  const made: string[] = [];
  const ids = () => {
    const id = newId();
    made.push(id);
    return id;
  };
  await anAuthenticator(sql, { localAdminKey: newSecret(), newId: ids });
  const [row] = await sql`
    select p.id as person, c.id as credential from people p join credentials c on c.person_id = p.id`;

  expect(made).toEqual(expect.arrayContaining([row?.person, row?.credential]));
});

/** A client whose statements with this text wait after they were answered. */
function aHold(sql: Sql, text: string) {
  let release = () => {};
  let reach = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  let isFirst = true;
  const held = tagged(sql, async (query, strings) => {
    const rows = await query;
    if (isFirst && strings.join("").includes(text)) {
      isFirst = false;
      reach();
      await released;
    }
    return rows;
  });
  return { sql: held, release, reached };
}

/** A client that loses its database when told to. */
function aBreaker(sql: Sql) {
  const state = { isBroken: false, sql };
  state.sql = tagged(sql, async (query) => {
    if (state.isBroken) throw new Error("connection lost");
    return await query;
  });
  return state;
}

/** A client of a database whose clock is off. */
function aShift(sql: Sql, byMs: number) {
  const state = { byMs, sql };
  state.sql = tagged(sql, async (query) => {
    const rows = await query;
    for (const row of rows as { now?: unknown }[]) {
      if (row.now !== undefined) row.now = Number(row.now) + state.byMs;
    }
    return rows;
  });
  return state;
}

/** Fragments stay what they are; only whole statements (awaited) pass through. */
function tagged(
  sql: Sql,
  through: (query: PromiseLike<unknown>, strings: TemplateStringsArray) => Promise<unknown>,
): Sql {
  return new Proxy(sql, {
    apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target, self, [strings, ...values]);
      if (!/^\s*(select|insert)/.test(strings[0] ?? "")) return query;
      return through(query, strings);
    },
  });
}
