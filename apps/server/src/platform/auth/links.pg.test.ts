import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { aDatabase, anAuthenticator, insertPerson, newId, sharesADatabase } from "./accounts.fixture.ts";
import { databaseNow } from "./database-time.ts";
import { ensureFirstLink, LINK_MS, lookAtLink, makeLink, takeLink } from "./links.ts";
import { newSecret } from "./secrets.ts";
import { endSignInsOf } from "./sign-ins.ts";

sharesADatabase();

const BASE = "http://localhost:4700";
const take = (sql: Sql, secret: string, name = "Admin") => sql.begin((tx) => takeLink(tx, secret, name, newId));

async function firstSecret(sql: Sql): Promise<string> {
  const url = await ensureFirstLink(sql, BASE);
  return url?.split("#")[1] ?? "";
}

test("a link signs its person in once; looking leaves it unused", async () => {
  const { sql } = await aDatabase();
  const personId = await insertPerson(sql, "Robin");
  const { secret, expiresAt } = await makeLink(sql, personId, LINK_MS);

  const open = await lookAtLink(sql, secret);
  expect(open).toMatchObject({ state: "open", name: "Robin", expiresAt, usedAt: null });
  expect(open.expiresAt - open.createdAt).toBe(600_000);
  expect(await lookAtLink(sql, secret)).toEqual(open);

  expect(await take(sql, secret)).toEqual({ personId, name: "Robin", first: false });
  expect(await lookAtLink(sql, secret)).toMatchObject({
    state: "used",
    usedAt: expect.any(Number),
  });
  await expect(take(sql, secret)).rejects.toMatchObject({ code: "link_used" });
});

test("the secret itself is not stored", async () => {
  const { sql } = await aDatabase();
  const { secret } = await makeLink(sql, await insertPerson(sql, "Robin"), LINK_MS);
  const rows = await sql`select l::text as text from sign_in_links l`;

  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString("hex"));
  expect(rows[0]?.text).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
});

test("of many browsers at once one gets the link", async () => {
  const { sql } = await aDatabase();
  const { secret } = await makeLink(sql, await insertPerson(sql, "Robin"), LINK_MS);

  const all = await Promise.allSettled(Array.from({ length: 12 }, () => take(sql, secret)));

  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of all) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "link_used" });
  }
});

test("a link ends", async () => {
  const { sql } = await aDatabase();
  const { secret } = await makeLink(sql, await insertPerson(sql, "Robin"), LINK_MS);
  await sql`update sign_in_links set expires_at = ${databaseNow(sql)}`;

  expect(await lookAtLink(sql, secret)).toMatchObject({ state: "expired" });
  await expect(take(sql, secret)).rejects.toMatchObject({ code: "link_expired" });
});

test("a link that never was is unknown", async () => {
  const { sql } = await aDatabase();

  await expect(lookAtLink(sql, newSecret())).rejects.toMatchObject({ code: "link_unknown" });
  await expect(take(sql, newSecret())).rejects.toMatchObject({ code: "link_unknown" });
});

test("the first link makes the first person, the admin, and works for a day", async () => {
  const { sql } = await aDatabase();
  await anAuthenticator(sql, { localAdminKey: newSecret() });
  const url = await ensureFirstLink(sql, `${BASE}/`);
  const secret = url?.split("#")[1] ?? "";

  expect(url).toMatch(/^http:\/\/localhost:4700\/sign-in#[\w-]{43}$/);
  const { name, expiresAt, createdAt } = await lookAtLink(sql, secret);
  expect(name).toBeNull();
  expect(expiresAt - createdAt).toBe(86_400_000);
  const { personId, ...rest } = await take(sql, secret, "Robin");
  expect(rest).toEqual({ name: "Robin", first: true });
  expect(await sql`select admin from people where id = ${personId}`).toEqual([{ admin: true }]);
  expect(await ensureFirstLink(sql, BASE)).toBeNull();
});

test("a newer first link leaves the older one as it is, and one that was used ends them all", async () => {
  const { sql } = await aDatabase();
  const [printed, ...others] = [await firstSecret(sql), await firstSecret(sql), await firstSecret(sql)];

  expect((await lookAtLink(sql, printed)).state).toBe("open");
  expect(await take(sql, printed)).toMatchObject({ first: true });
  for (const other of others) {
    expect((await lookAtLink(sql, other)).state).toBe("used");
    await expect(take(sql, other)).rejects.toMatchObject({ code: "link_used" });
  }
});

test("first links that nobody uses do not pile up", async () => {
  const { sql } = await aDatabase();
  for (let i = 0; i < 25; i++) await firstSecret(sql);
  expect(await sql`select 1 from sign_in_links`).toHaveLength(20);
});

test("there is one first person, however many first links are used at once", async () => {
  const { sql } = await aDatabase();
  const secrets: string[] = [];
  for (let i = 0; i < 4; i++) {
    secrets.push(await firstSecret(sql));
  }
  const all = await Promise.allSettled(secrets.map((secret, i) => take(sql, secret, `P${i}`)));

  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await sql`select id from people`).toHaveLength(1);
  for (const [i, result] of all.entries()) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "link_used" });
    expect(await lookAtLink(sql, secrets[i] ?? "")).toMatchObject({ state: "used" });
  }
});

test("the first person may not take the server's own name, and keeps the link", async () => {
  const { sql } = await aDatabase();
  const secret = await firstSecret(sql);

  await expect(take(sql, secret, "Local Admin")).rejects.toMatchObject({ code: "name_taken" });
  expect(await lookAtLink(sql, secret)).toMatchObject({ state: "open" });
  expect(await take(sql, secret, "Robin")).toMatchObject({ first: true });
});

test("a changed password ends the links that nobody used yet", async () => {
  const { sql } = await aDatabase();
  const personId = await insertPerson(sql, "Robin");
  const { secret } = await makeLink(sql, personId, LINK_MS);
  const { secret: neighbours } = await makeLink(sql, await insertPerson(sql, "Kim"), LINK_MS);
  await endSignInsOf(sql, personId, { keptId: newId() });

  await expect(take(sql, secret)).rejects.toMatchObject({ code: "link_expired" });
  expect(await lookAtLink(sql, neighbours)).toMatchObject({ state: "open" });
});

test("links that ended a week ago are cleared away", async () => {
  const { sql } = await aDatabase();
  const personId = await insertPerson(sql, "Robin");
  const { secret: old } = await makeLink(sql, personId, LINK_MS);
  await sql`update sign_in_links set expires_at = expires_at - ${8 * 86_400_000}`;
  const { secret: recent } = await makeLink(sql, personId, LINK_MS);
  await sql`update sign_in_links set expires_at = expires_at - ${86_400_000}`;
  await makeLink(sql, personId, LINK_MS);

  await expect(lookAtLink(sql, old)).rejects.toMatchObject({ code: "link_unknown" });
  expect(await lookAtLink(sql, recent)).toMatchObject({ state: "expired" });
});
