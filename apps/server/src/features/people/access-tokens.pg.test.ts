import { ACCESS_TOKENS_MAX } from "@squadroom/core/people/token-contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aPerson, refusalOf } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;
beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await Promise.all([aServer(db.url), aServer(db.url)]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

let made = 0;
/** Somebody with a room of their own, and a token of this scope. */
async function aScript(scope: "read" | "write") {
  const room = await createRoom(here.admin, "duo");
  const person = await aPerson(here, `Ira ${made++}`, { [room]: "lead" });
  const { token, accessToken } = await person.client.call("createAccessToken", {
    body: { name: "Nightly", scope },
  });
  return { room, person, token, accessToken, script: here.clientOf(token) };
}

test("a token that writes acts as its person, in every process, and shows only once", async () => {
  const { room, person, token, accessToken, script } = await aScript("write");
  expect(await script.call("getMe")).toMatchObject({ kind: "person", id: person.id });
  await there.clientOf(token).call("sendMessage", { params: { room }, body: { body: "Go." } });
  const { data } = await person.client.call("listMessages", { params: { room } });
  expect(data[0]).toMatchObject({ body: "Go.", from: { kind: "person", id: person.id } });
  const { data: tokens } = await person.client.call("listAccessTokens");
  expect(tokens).toEqual([accessToken]);
  expect(JSON.stringify(tokens)).not.toContain(token);
  expect(accessToken.expiresAt - accessToken.createdAt).toBe(90 * 86_400_000);
});

test("a token that reads changes nothing, by no door", async () => {
  const { room, script } = await aScript("read");
  await script.call("getRoom", { params: { room } });
  const refused = await refusalOf(script.call("sendMessage", { params: { room }, body: { body: "Go." } }));
  expect(refused).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("only reads"),
  });
});

test("no token opens its person's account to others", async () => {
  const { script } = await aScript("write");
  const body = { name: "Another", scope: "write" as const };
  for (const call of [
    script.call("createAccessToken", { body }),
    script.call("makeLink"),
    script.call("setPassword", { body: { password: "a long enough one" } }),
    script.call("signOutElsewhere"),
  ])
    expect(await refusalOf(call)).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("sign in"),
    });
});

test("a revoked token is over in every process; another person's can't be revoked", async () => {
  const { person, token, accessToken, script } = await aScript("write");
  const elsewhere = there.clientOf(token);
  await elsewhere.call("getMe");
  const params = { tokenId: accessToken.id };
  const other = await aScript("read");
  expect(await refusalOf(other.person.client.call("revokeAccessToken", { params }))).toMatchObject({
    code: "credential_unknown",
  });
  const revoked = await person.client.call("revokeAccessToken", { params });
  expect(revoked.revokedAt).not.toBeNull();
  expect(await person.client.call("revokeAccessToken", { params })).toEqual(revoked);
  expect(await refusalOf(script.call("getMe"))).toMatchObject({ code: "unauthorized" });
  await expect.poll(() => refusalCode(elsewhere.call("getMe"))).toBe("unauthorized");
});

test("whoever only sits at an admin's screen makes no link, invites nobody and makes no admin", async () => {
  const { person } = await aScript("read");
  const { client, id: personId } = person;
  await here.admin.call("setAdmin", { params: { personId }, body: { admin: true } });
  const other = await aScript("read");
  const password = "a long enough one";
  await client.call("setPassword", { body: { password } });
  const params = { personId: other.person.id };
  const lasting = (current?: string) => [
    client.call("makeLink", { body: { current } }),
    client.call("makeLink", { body: { personId: params.personId, current } }),
    client.call("invitePerson", { body: { name: `Stranger ${personId}`, current } }),
    client.call("setAdmin", { params, body: { admin: true, current } }),
  ];
  for (const no of await Promise.all(lasting().map(refusalOf))) expect(no).toMatchObject({ code: "sign_in_failed" });
  await Promise.all(lasting(password));
  // What takes rights away takes none.
  await client.call("setAdmin", { params, body: { admin: false } });
});

test("rights that change, a person who is shut out and one who signs out elsewhere", async () => {
  const { room, person, script } = await aScript("write");
  const params = { room, personId: person.id };
  await here.admin.call("setRoomPerson", { params, body: { role: "viewer" } });
  const said = script.call("sendMessage", { params: { room }, body: { body: "Go." } });
  expect(await refusalOf(said)).toMatchObject({ code: "forbidden" });
  const out = await person.client.call("signOutElsewhere");
  expect(out).toEqual({ ended: 0, tokens: ["Nightly"] });
  await script.call("getMe");
  for (const active of [false, true])
    await here.admin.call("setActive", { params: { personId: person.id }, body: { active } });
  expect(await refusalOf(script.call("getMe"))).toMatchObject({ code: "unauthorized" });
});

test("whoever only sits at the screen creates none, and what was created is named and ended", async () => {
  const { person, script } = await aScript("write");
  const password = "a long enough one";
  const set = await person.client.call("setPassword", { body: { password } });
  expect(set).toEqual({ set: true, tokens: ["Nightly"] });
  const create = (current?: string) => {
    const body = { name: "Stranger", scope: "write" as const, ...(current && { current }) };
    return person.client.call("createAccessToken", { body });
  };
  for (const wrong of [undefined, "a guess"])
    expect(await refusalOf(create(wrong))).toMatchObject({ code: "sign_in_failed" });
  await create(password);
  const changed = { password: `${password} more`, current: password };
  expect((await person.client.call("setPassword", { body: changed })).tokens).toEqual(["Nightly", "Stranger"]);
  await script.call("getMe");
  const query = { tokens: "end" as const };
  expect(await person.client.call("signOutElsewhere", { query })).toEqual({ ended: 2, tokens: [] });
  expect(await refusalOf(script.call("getMe"))).toMatchObject({ code: "unauthorized" });
});

test("names are told apart, their number is limited, and the audit names them", async () => {
  const { person } = await aScript("read");
  const create = (name: string) => person.client.call("createAccessToken", { body: { name, scope: "read" } });
  expect(await refusalOf(create("Nightly"))).toMatchObject({ code: "name_taken" });
  for (let n = 1; n < ACCESS_TOKENS_MAX; n++) await create(`Script ${n}`);
  expect(await refusalOf(create("One more"))).toMatchObject({ code: "limit_reached" });
  const { data } = await here.admin.call("listServerAudit");
  expect(data[0]).toMatchObject({
    act: "access_token_created",
    subject: `Script ${ACCESS_TOKENS_MAX - 1}`,
    by: { id: person.id },
  });
});

async function refusalCode(call: Promise<unknown>): Promise<string | null> {
  return await call.then(
    () => null,
    (error) => error.refusal?.code ?? null,
  );
}
