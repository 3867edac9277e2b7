import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Provider } from "../../../../../e2e/fixtures/provider.ts";
import { insertPerson, newId, sharesADatabase, signedIn } from "../../platform/auth/accounts.fixture.ts";
import { createOidc, identityOf } from "../../platform/auth/oidc.ts";
import { noteRestored } from "../history/end-access.ts";
import { anApp, secretOf } from "./app.fixture.ts";
import { peopleRoutes } from "./index.ts";

sharesADatabase();

const PAGE = "http://localhost:4700/sign-in/oidc";
const ADA = { sub: "ada", name: "Ada", email: "ada@team.example", email_verified: true };
type Headers = { headers: { cookie: string } };

let provider: Provider;
beforeEach(async () => {
  provider = await Provider.start();
  provider.account = ADA;
  provider.expect(PAGE);
  const { stop } = provider;
  onTestFinished(() => stop.call(provider).catch(() => undefined));
});

/** A server with an admin and this provider. */
async function aServer(
  more: { domains?: string[]; of?: Provider; publicUrl?: string; hasChooser?: boolean; answerMs?: number } = {},
) {
  const { issuer, clientId, clientSecret } = more.of ?? provider;
  const domains = more.domains ?? ["team.example"];
  const { publicUrl = "http://localhost:4700", hasChooser = true, answerMs } = more;
  const provided = { issuer, clientId, clientSecret, name: "Team ID", domains };
  const oidc = createOidc({ ...provided, publicUrl, hasChooser }, { now: Date.now }, answerMs);
  const app = await anApp([peopleRoutes], { oidc, publicUrl });
  const admin = await insertPerson(app.sql, "Grace", { admin: true });
  const grace = await signedIn(app.sql, admin);

  const { host } = new URL(publicUrl);
  async function start(body: object, as: Headers | undefined, at = host) {
    return await app.call("POST /oidc/sign-ins", { body, headers: { host: at, ...as?.headers } });
  }
  async function finish(answer: string, cookie: string) {
    const reply = await app.call("POST /oidc/sign-ins/finish", {
      body: { answer },
      headers: { cookie },
    });
    return { ...reply, as: { headers: { cookie: sessionOf(reply.headers) } } };
  }
  /** The whole way of a browser. */
  async function come(body: object = {}, as?: Headers) {
    const begun = await start(body, as);
    const answer = await provider.visit(begun.body.url);
    const cookie = [begun.as.headers.cookie, as?.headers.cookie].filter(Boolean).join("; ");
    return await finish(answer, cookie);
  }
  const me = async (as: Headers) => (await app.call("GET /me", { as })).body;
  const invite = async (name: string) =>
    secretOf((await app.call("POST /people", { as: grace, body: { name } })).body.url);
  return { ...app, grace, start, finish, come, me, invite };
}

function sessionOf(headers: Record<string, unknown>): string {
  const set = [headers["set-cookie"] ?? []].flat().map(String);
  return set.find((one) => one.includes("squadroom_session"))?.split(";")[0] ?? "";
}

describe("who comes in with the provider", () => {
  it("is somebody new with a verified address of an allowed domain, in no room, and the same at the next time", async () => {
    const { come, me, sql } = await aServer();

    const first = await come({ next: "/rooms?new=true" });
    expect(first).toMatchObject({
      status: 200,
      body: { name: "Ada", next: "/rooms?new=true", connected: false },
    });
    const ada = await me(first.as);
    expect(ada).toMatchObject({ name: "Ada", admin: false, rooms: {}, askForRoom: "Grace" });

    // Whatever the provider calls her later, she is who she was.
    provider.account = { sub: "ada", name: "Countess", email: "else@where.example" };
    expect(await me((await come()).as)).toMatchObject({ id: ada.id, name: "Ada" });
    const acts = await sql<{ act: string; details: object }[]>`
      select act, details from server_audit where by_id = ${ada.id} order by id`;
    expect(acts.map(({ act }) => act)).toEqual(["person_joined", "oidc_connected", "signed_in", "signed_in"]);
    expect(acts[0]?.details).toEqual({ label: "ada@team.example" });
  });

  it("shows an admin the address by which they came, and none that nobody verified", async () => {
    const { come, call, grace, invite } = await aServer();
    await come();
    provider.account = { sub: "lin", email: "grace@team.example", email_verified: false };
    await come({ link: await invite("Lin") });
    const addresses = async () => {
      const { body } = await call("GET /people", { as: grace });
      const people: { name: string; address: string | null }[] = body.data;
      return Object.fromEntries(people.map(({ name, address }) => [name, address]));
    };
    expect(await addresses()).toEqual({ Ada: "ada@team.example", Grace: null, Lin: null });
  });

  it("is nobody after a restore that ended access, before they connect again", async () => {
    const { come, sql } = await aServer();
    await come();
    await noteRestored(sql, { by: null, endAccess: false });
    expect(await come()).toMatchObject({ status: 200 });
    await noteRestored(sql, { by: null, endAccess: true });
    expect(await come()).toMatchObject({
      status: 403,
      body: { code: "oidc_unknown", details: { reason: "disconnected" } },
    });
  });

  it.each([
    ["an address that nobody verified", { email_verified: false }],
    ["an address of which nothing is said", { email_verified: undefined }],
    ["an address elsewhere", { email: "ada@team.example.evil.example" }],
    ["an address below an allowed domain", { email: "ada@sub.team.example" }],
    ["no address", { email: undefined }],
  ])("is nobody with %s", async (_, change) => {
    const { come, sql } = await aServer();
    provider.account = { ...ADA, ...change };
    expect(await come()).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
    expect(await sql`select 1 from people where name = 'Ada'`).toHaveLength(0);
  });

  it("has a name without what nobody sees, and not the server's", async () => {
    const { come } = await aServer();
    provider.account = { ...ADA, name: "A\u200bda\u202e \u2160" };
    expect((await come()).body).toMatchObject({ name: "Ada I" });
    provider.account = { ...ADA, sub: "x", name: "lo\u200bcal admin" };
    expect((await come()).body).not.toMatchObject({ name: expect.stringMatching(/^local/) });
  });

  it("is of a domain at Google by its `hd` alone", () => {
    const claims = { iss: "https://accounts.google.com", sub: "1", email: "a@team.example" };
    const by = (more: object) =>
      identityOf({ ...claims, email_verified: true, ...more }, {}, ["team.example"]).isVerified;
    expect([by({}), by({ hd: "else.example" }), by({ hd: "team.example" })]).toEqual([false, false, true]);
    // Nor is an address verified by what is said of another.
    expect(identityOf({ ...claims, iss: "https://x.example" }, { email_verified: true }, [])).toMatchObject({
      isVerified: false,
    });
  });

  it("never takes over an account by its name or address", async () => {
    const { come, sql } = await aServer();
    await insertPerson(sql, "ada");
    expect(await come()).toMatchObject({ status: 409, body: { code: "name_taken" } });
    expect(await sql`select 1 from identities`).toHaveLength(0);
  });

  it("is not the server's first person, unless the first link says so", async () => {
    const { come, me, sql } = await aServer();
    await sql`delete from people where name = 'Grace'`;
    expect(await come()).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
    const { makeFirstLink } = await import("../../platform/auth/links.ts");
    const link = await makeFirstLink(sql);
    const first = await come({ link: link?.secret });
    expect(await me(first.as)).toMatchObject({ name: "Ada", admin: true });
  });

  it("is the invited one where an invitation was opened, under the name in it, once", async () => {
    const { come, me, invite } = await aServer({ domains: [] });
    const link = await invite("Countess");
    const first = await come({ link });
    expect(await me(first.as)).toMatchObject({ name: "Countess" });
    // It made her somebody; then it is her account at the provider that she comes with.
    expect(await me((await come({ link })).as)).toMatchObject({ name: "Countess" });
    expect(await me((await come()).as)).toMatchObject({ name: "Countess" });

    // Another's invitation is not used up by who has an account.
    const other = await invite("Lin");
    expect(await come({ link: other })).toMatchObject({
      status: 409,
      body: { code: "oidc_taken" },
    });
    provider.account = { sub: "lin" };
    expect(await me((await come({ link: other })).as)).toMatchObject({ name: "Lin" });
  });

  it.each(["a password", "a sign-in", "a used link"])(
    "is never connected with somebody who has %s, whoever sent the link",
    async (what) => {
      const { come, me, sql, call } = await aServer();
      const { makeLink, takeLink } = await import("../../platform/auth/links.ts");
      const grown = await insertPerson(sql, "Mallory");
      if (what === "a password") await sql`update people set password_hash = 'x' where id = ${grown}`;
      if (what === "a sign-in") await signedIn(sql, grown);
      if (what === "a used link") await takeLink(sql, (await makeLink(sql, grown, 60_000)).secret, "", newId);
      const { secret: link } = await makeLink(sql, grown, 60_000);

      const look = await call("POST /sign-in-links/look", { body: { link } });
      expect(look.body).toMatchObject({ state: "open", isInvitation: false });
      expect(await come({ link })).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
      expect(await sql`select 1 from identities`).toHaveLength(0);
      // Who is somebody here comes in as that, and leaves the link as it is.
      const { id } = await me((await come()).as);
      expect(await me((await come({ link })).as)).toMatchObject({ id, name: "Ada" });
      expect(await sql`select 1 from identities where person_id = ${grown}`).toHaveLength(0);
      expect((await call("POST /sign-ins", { body: { link } })).body).toMatchObject({
        name: "Mallory",
      });
    },
  );

  it("is nobody once deactivated, and no new account either", async () => {
    const { come, call, me, grace, sql } = await aServer();
    const { id } = await me((await come()).as);
    await call(`PUT /people/${id}/active`, { as: grace, body: { active: false } });
    expect(await come()).toMatchObject({
      status: 403,
      body: { code: "oidc_unknown", details: { reason: "deactivated" } },
    });
    expect(await sql`select 1 from people where name ilike 'ada%'`).toHaveLength(1);
  });

  it.each(["disconnected first", "the address they were connected with", "the address they got mail at"])(
    "doesn't come back as somebody new once deactivated, by %s",
    async (what) => {
      const { come, call, me, grace, sql } = await aServer();
      const first = await come();
      const { id } = await me(first.as);
      await sql`update people set name = 'Countess' where id = ${id}`;
      if (what.startsWith("disconnected")) {
        await setPassword(call, first.as);
        expect((await call("DELETE /me/oidc", { as: first.as })).status).toBe(200);
      } else provider.account = { ...ADA, sub: "ada at another provider" };
      if (what.endsWith("mail at")) {
        await sql`update identities set label = 'else'`;
        await sql`
          insert into mail_addresses (person_id, address, is_on, what, since, code_tries, codes_sent, codes_since)
          values (${id}, 'Ada@Team.example', false, 'waiting', 0, 0, 0, 0)`;
      }
      await call(`PUT /people/${id}/active`, { as: grace, body: { active: false } });
      expect(await come()).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
      expect(await come({ connect: true }, grace)).toMatchObject(
        what.startsWith("disconnected") ? { body: { code: "oidc_taken" } } : { status: 200 },
      );
      expect(await sql`select 1 from people where name = 'Ada'`).toHaveLength(0);
    },
  );

  it("has no power left once an admin ended the sign-ins, until its own person connects it again", async () => {
    const { come, call, me, grace, sql } = await aServer();
    const { id } = await me((await come()).as);
    await call(`DELETE /people/${id}/sign-ins`, { as: grace });
    const ada = await signedIn(sql, id);
    expect((await call("GET /oidc", { as: ada })).body.connected).toBeNull();
    expect(await come()).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
    expect(await come({ connect: true }, ada)).toMatchObject({ status: 200 });
    expect(await me((await come()).as)).toMatchObject({ id });
  });
});

const PASSWORD = "correct horse battery";
type Call = Awaited<ReturnType<typeof anApp>>["call"];
async function setPassword(call: Call, as: Headers): Promise<void> {
  expect(await call("PUT /me/password", { as, body: { password: PASSWORD } })).toMatchObject({
    status: 200,
  });
}

describe("who is signed in", () => {
  it("connects an account of the provider, sees it, and disconnects it", async () => {
    const { come, call, me, grace } = await aServer({ domains: [] });
    expect(await come({ connect: true }, grace)).toMatchObject({
      status: 200,
      body: { name: "Grace", connected: true },
    });
    expect((await call("GET /oidc", { as: grace })).body).toMatchObject({
      provider: { name: "Team ID" },
      connected: { label: "ada@team.example" },
    });
    expect(await me((await come()).as)).toMatchObject({ name: "Grace", admin: true });

    // Who has no password has no other way in.
    expect(await call("DELETE /me/oidc", { as: grace })).toMatchObject({
      status: 409,
      body: { code: "password_missing" },
    });
    expect(await come()).toMatchObject({ status: 200 });
    await setPassword(call, grace);
    await call("DELETE /me/oidc", { as: grace });
    expect((await call("GET /oidc", { as: grace })).body.connected).toBeNull();
    expect(await come()).toMatchObject({ status: 403, body: { code: "oidc_unknown" } });
    expect((await call("DELETE /me/oidc", { as: grace })).status).toBe(200);
  });

  it("proves with the password, where there is one, that it is the person who connects", async () => {
    const { come, start, call, grace } = await aServer({ domains: [] });
    await setPassword(call, grace);
    const refused = { status: 401, body: { code: "sign_in_failed" } };
    expect(await start({ connect: true }, grace)).toMatchObject(refused);
    expect(await start({ connect: true, current: "wrong" }, grace)).toMatchObject(refused);
    const right = { connect: true, current: PASSWORD };
    expect(await come(right, grace)).toMatchObject({ status: 200, body: { connected: true } });
  });

  it.each(["ended", "deactivated"])("connects nothing that is %s meanwhile", async (what) => {
    const { start, finish, sql, grace } = await aServer();
    const begun = await start({ connect: true }, grace);
    const answer = await provider.visit(begun.body.url);
    // As another process does it: this one still knows the sign-in.
    const held = await sql.reserve();
    await held`begin`;
    if (what === "ended") await held`update credentials set revoked_at = 1 where kind = 'sign_in'`;
    else await held`update people set deactivated_at = 1 where name = 'Grace'`;
    const cookie = `${begun.as.headers.cookie}; ${grace.headers.cookie}`;
    const done = finish(answer, cookie);
    await eventually(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    await held`commit`;
    held.release();
    expect(await done).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect(await sql`select 1 from identities`).toHaveLength(0);
  });

  it("takes over what another account let go of", async () => {
    const { come, call, me, sql, grace } = await aServer();
    const ada = await come();
    expect(await come({ connect: true }, grace)).toMatchObject({ body: { code: "oidc_taken" } });
    await setPassword(call, ada.as);
    await call("DELETE /me/oidc", { as: ada.as });
    expect(await come({ connect: true }, grace)).toMatchObject({ status: 200 });
    expect(await me((await come()).as)).toMatchObject({ name: "Grace" });
    expect(await sql`select 1 from identities`).toHaveLength(1);
  });

  it("connects one account, that is nobody else's", async () => {
    const { come, sql, grace } = await aServer({ domains: [] });
    const lin = await signedIn(sql, await insertPerson(sql, "Lin"));
    await come({ connect: true }, grace);
    expect(await come({ connect: true }, grace)).toMatchObject({ status: 200 });
    expect(await come({ connect: true }, lin)).toMatchObject({ body: { code: "oidc_taken" } });
    provider.account = { sub: "another" };
    expect(await come({ connect: true }, grace)).toMatchObject({ body: { code: "oidc_taken" } });
  });

  it("connects only whom it was begun for, and nobody by an access token", async () => {
    const { start, finish, call, sql, grace } = await aServer();
    expect(await start({ connect: true }, undefined)).toMatchObject({ status: 401 });
    const token = await call("POST /me/access-tokens", {
      as: grace,
      body: { name: "script", scope: "write" },
    });
    const bearer = { headers: { authorization: `Bearer ${token.body.token}` } };
    const body = { connect: true };
    expect(await call("POST /oidc/sign-ins", { as: bearer, body })).toMatchObject({ status: 401 });

    const begun = await start(body, grace);
    const answer = await provider.visit(begun.body.url);
    const lin = await signedIn(sql, await insertPerson(sql, "Lin"));
    const cookie = `${begun.as.headers.cookie}; ${lin.headers.cookie}`;
    expect(await finish(answer, cookie)).toMatchObject({
      body: { code: "oidc_failed", details: { reason: "stale" } },
    });
    expect(await sql`select 1 from identities`).toHaveLength(0);
  });
});

describe("an answer of the provider", () => {
  it("counts once, in the browser that asked, for the question that it asked last", async () => {
    const { start, finish } = await aServer();
    const stale = { status: 401, body: { code: "oidc_failed", details: { reason: "stale" } } };
    const one = await start({}, undefined);
    const two = await start({}, undefined);
    const answer = await provider.visit(one.body.url);

    expect(await finish(answer, "")).toMatchObject(stale);
    expect(await finish(answer, "squadroom_oidc=AAAA")).toMatchObject(stale);
    expect(await finish(answer, two.as.headers.cookie)).toMatchObject(stale);
    const done = await finish(answer, one.as.headers.cookie);
    expect(done.status).toBe(200);
    expect(String([done.headers["set-cookie"]].flat()[0])).toMatch(/^squadroom_oidc=;.*Max-Age=0/);
    // Who kept the cookie has nothing of it: the provider takes a code once.
    expect(await finish(answer, one.as.headers.cookie)).toMatchObject({
      status: 401,
      body: { code: "oidc_failed", details: { reason: "refused", said: "invalid_grant" } },
    });
  });

  it("says nothing with another's code", async () => {
    const { start, finish } = await aServer();
    const mine = await start({}, undefined);
    const theirs = await start({}, undefined);
    const stolen = new URLSearchParams(await provider.visit(theirs.body.url));
    stolen.set("state", new URL(mine.body.url).searchParams.get("state") ?? "");
    expect(await finish(stolen.toString(), mine.as.headers.cookie)).toMatchObject({
      status: 401,
      body: { code: "oidc_failed", details: { reason: "refused" } },
    });
  });

  it.each([
    ["another question", { nonce: "another" }],
    ["another server", { aud: "another" }],
    ["another provider", { iss: "https://another.example" }],
    ["a time that has passed", { exp: 1_000_000_000 }],
    ["another subject than who is asked about", { sub: "another" }],
  ])("says nothing where it is for %s", async (_, lies) => {
    const { come, sql } = await aServer();
    provider.lies = lies;
    expect(await come()).toMatchObject({ status: 401, body: { code: "oidc_failed" } });
    expect(await sql`select 1 from identities`).toHaveLength(0);
  });

  it("says nothing under a key that is not the provider's, and the log says why", async () => {
    const { come, audit } = await aServer();
    provider.forges = true;
    expect(await come()).toMatchObject({ status: 401, body: { code: "oidc_failed" } });
    expect(audit.at(-1)).toMatchObject({
      provider: "Team ID",
      code: expect.stringMatching(/^OAUTH_/),
    });
    expect(JSON.stringify(audit)).not.toContain("ada@team");
  });

  it("may be that somebody cancelled, which is no attempt", async () => {
    const { come } = await aServer();
    provider.cancels = true;
    for (let i = 0; i < 35; i++) expect((await come()).body).toMatchObject({ details: { reason: "cancelled" } });
  });

  it("that is refused costs an attempt, and stands in the audit", async () => {
    const { start, finish, come, call, sql, clock } = await aServer({ domains: [] });
    let tries = 0;
    while ((await come()).status === 403 && tries++ < 40);
    const begun = await start({}, undefined);
    expect(begun.status).toBe(200);
    const answer = await provider.visit(begun.body.url);
    const late = await finish(answer, begun.as.headers.cookie);
    expect(late).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    // The question still waits for its answer, and a password is another way.
    expect(late.headers["set-cookie"]).toBeUndefined();
    const [line] = await sql`
      select details from server_audit where act = 'sign_in_failed' order by id desc limit 1`;
    expect(line?.details).toMatchObject({ how: "oidc" });
    expect((await call("POST /sign-ins", { body: { name: "x", password: "y" } })).status).toBe(401);
    clock.pass(10_000);
    expect((await finish(answer, begun.as.headers.cookie)).status).toBe(403);
  });
});

describe("the way to the provider", () => {
  it("leads on to own pages only", async () => {
    const { start } = await aServer();
    const bad = ["https://evil.example", "//evil.example", "/\\evil.example", "/a\tb", "rooms"];
    for (const next of bad) expect(await start({ next }, undefined), next).toMatchObject({ status: 400 });
    expect((await start({ next: "/inbox?item=1#x" }, undefined)).status).toBe(200);
  });

  it("is bound to the browser by a cookie that tells nothing", async () => {
    const { start } = await aServer({ publicUrl: "https://squad.example" });
    const begun = await start({ link: "a-link-of-somebody" }, undefined);
    expect(begun.headers["set-cookie"]).toMatch(
      /^__Host-squadroom_oidc=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
    const url = new URL(begun.body.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      prompt: "select_account",
      redirect_uri: "https://squad.example/sign-in/oidc",
      response_type: "code",
      scope: "openid profile email",
      code_challenge_method: "S256",
    });
    const sealed = begun.as.headers.cookie.split("=")[1] ?? "";
    expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("somebody");
  });

  it("leads to a choice of account, also where the browser is signed in at the provider", async () => {
    const { start } = await aServer();
    const browser = new Map<string, string>();
    for (const asked of [1, 2]) {
      await provider.visit((await start({}, undefined)).body.url, browser);
      expect(provider.asked).toBe(asked);
    }
    const plain = await aServer({ hasChooser: false });
    const { url } = (await plain.start({}, undefined)).body;
    expect(new URL(url).searchParams.has("prompt")).toBe(false);
    await provider.visit(url, browser);
    expect(provider.asked).toBe(2);
  });

  it("begins only at the address that the provider's answer comes to", async () => {
    const { start } = await aServer();
    expect(await start({}, undefined, "evil.example")).toMatchObject({
      status: 403,
      body: {
        code: "forbidden",
        message: "Open http://localhost:4700 to sign in with Team ID: its answer comes there.",
      },
    });
    expect(await start({}, undefined, "localhost")).toMatchObject({ status: 200 });
  });

  it("takes no longer than the provider's time for all its answers together", async () => {
    const { start, finish } = await aServer({ answerMs: 2_000 });
    const begun = await start({}, undefined);
    const answer = await provider.visit(begun.body.url);
    provider.delayMs = 1_500;
    expect(await finish(answer, begun.as.headers.cookie)).toMatchObject({
      status: 503,
      body: { code: "oidc_unavailable" },
    });
  });

  it("is closed while the provider is down, and open once it is back", async () => {
    const { issuer, clientId } = provider;
    await provider.stop();
    const of = { issuer, clientId, clientSecret: null } as unknown as Provider;
    const { start, call } = await aServer({ of });
    expect(await start({}, undefined)).toMatchObject({
      status: 503,
      body: { code: "oidc_unavailable", message: "Team ID doesn't answer." },
    });
    // The page is served all the same, and a password would be taken.
    expect((await call("GET /oidc")).body).toEqual({
      provider: { name: "Team ID" },
      connected: null,
    });
    expect((await call("POST /sign-ins", { body: { name: "x", password: "y" } })).status).toBe(401);
  });

  it("needs no secret where the provider knows the server as a public client", async () => {
    const open = await Provider.start({ isPublic: true });
    onTestFinished(() => open.stop());
    open.expect(PAGE);
    open.account = ADA;
    provider = open;
    const { come } = await aServer({ of: open });
    expect(await come()).toMatchObject({ status: 200 });
  });

  it("is not there where there is no provider", async () => {
    const { call } = await anApp([peopleRoutes]);
    expect((await call("GET /oidc")).body).toEqual({ provider: null, connected: null });
    const refused = { status: 403, body: { code: "forbidden" } };
    expect(await call("POST /oidc/sign-ins", { body: {} })).toMatchObject(refused);
    const body = { answer: "code=1" };
    expect(await call("POST /oidc/sign-ins/finish", { body })).toMatchObject(refused);
  });

  it("writes no secret, code or token anywhere", async () => {
    const { start, finish, audit, sql } = await aServer();
    const begun = await start({}, undefined);
    const answer = await provider.visit(begun.body.url);
    const done = await finish(answer, begun.as.headers.cookie);
    const again = await finish(answer, begun.as.headers.cookie);
    const tables = await sql`select * from server_audit`;
    const code = new URLSearchParams(answer).get("code") ?? "";
    const written = JSON.stringify([audit, done, again, tables]);
    expect(code).not.toBe("");
    for (const secret of [code, provider.clientSecret ?? ""]) expect(written).not.toContain(secret);
    expect(again.body).toMatchObject({ message: "Team ID sent an answer that signs nobody in." });
  });
});
