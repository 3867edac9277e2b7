import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { describe, expect, test } from "vitest";
import { endMailOf } from "../../platform/auth/sign-ins.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { aPerson, refusalOf } from "../decision/squad.fixture.ts";
import { noteRestored } from "../history/end-access.ts";
import { aMailDesk, HOLD_MS } from "./mail-desk.fixture.ts";
import { GAP_MS } from "./outbox.ts";
import type { PostOffice } from "./post-office.fixture.ts";

let server: Server;
let office: PostOffice;
let url: string;
const { aCourier, aReader, ahead, asked, codeIn, rounds } = aMailDesk((open) => {
  ({ server, office, url } = open);
});

const linksIn = (text: string) => text.match(/https:\/\/squad\.example\/sign-in\S+/g) ?? [];
/** What signing in with a mail's link says. */
const signIn = async (link: string) => {
  const reply = await fetch(`${server.baseUrl}/api/v1/sign-ins`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link: secretOf(link) }),
  });
  return reply.json();
};
const secretOf = (link: string) => link.slice(link.indexOf("#") + 1);

describe("an address", () => {
  test("gets nothing but a code before it is confirmed with it", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aPerson(server, "Dana", { [room]: "approver" });
    const address = "dana@example.com";
    const set = await dana.client.call("setMail", { body: { address, on: true } });
    expect(set).toMatchObject({ address: null, candidate: address, on: false, isAvailable: true });
    await asked(room, "Half up?");
    await rounds();
    expect(office.received.map(({ to, headers }) => [to, headers.get("subject")])).toEqual([
      [[address], expect.stringMatching(/^\d{8} is your Squadroom code$/)],
    ]);

    const code = codeIn();
    const wrong = code === "00000000" ? "00000001" : "00000000";
    const said = await refusalOf(dana.client.call("confirmMail", { body: { code: wrong } }));
    expect(said.code).toBe("mail_code_wrong");
    const confirmed = await dana.client.call("confirmMail", { body: { code } });
    expect(confirmed).toMatchObject({ isConfirmed: true, on: true, codeUntil: null });
    // What was asked before is in the inbox.
    await rounds();
    expect(office.received).toHaveLength(1);
  });

  test("takes five tries of a code, and five codes an hour", async () => {
    const room = await createRoom(server.admin, "solo");
    const { client } = await aPerson(server, "Guesser", { [room]: "viewer" });
    await client.call("setMail", { body: { address: "guess@example.com" } });
    const code = codeIn();
    const wrong = String((Number(code) + 1) % 1e8).padStart(8, "0");
    for (let n = 0; n < 5; n++) await refusalOf(client.call("confirmMail", { body: { code: wrong } }));
    const late = await refusalOf(client.call("confirmMail", { body: { code } }));
    expect(late.code).toBe("mail_code_wrong");
    expect(await client.call("getMail")).toMatchObject({ codeUntil: null });
    const on = refusalOf(client.call("setMail", { body: { on: true } }));
    expect((await on).code).toBe("bad_request");
    for (let n = 1; n < 5; n++) await client.call("setMail", { body: { address: `other-${n}@example.com` } });
    const flood = client.call("setMail", { body: { address: "sixth@example.com" } });
    expect((await refusalOf(flood)).code).toBe("limit_reached");
    expect(office.received).toHaveLength(5);
  });

  test("goes on until another is confirmed, and is told when it ends; links in its mails end with it", async () => {
    const room = await createRoom(server.admin, "solo");
    const { client, address } = await aReader(room);
    await asked(room, "Half up?");
    await rounds();
    const [link = ""] = linksIn(office.received[0]?.text ?? "");
    office.refuses({ code: 550, words: "No such user here" });
    await refusalOf(client.call("setMail", { body: { address: "typo@example.com" } }));
    office.refuses(null);
    expect(await client.call("getMail")).toMatchObject({ address, isConfirmed: true, on: true });
    const next = "next@example.com";
    const set = await client.call("setMail", { body: { address: next } });
    expect(set).toMatchObject({ address, isConfirmed: true, on: true, candidate: next });
    expect(await signIn(link)).toMatchObject({ code: "link_expired" });
    const confirmed = await client.call("confirmMail", { body: { code: codeIn() } });
    expect(confirmed).toMatchObject({ address: next, isConfirmed: true, candidate: null });
    const told = office.received.at(-1);
    expect([told?.to, told?.headers.get("subject")]).toEqual([[address], "Squadroom's mail no longer comes here"]);

    await asked(room, "Cents?");
    await rounds();
    const mail = office.received.at(-1);
    expect(mail?.to).toEqual([next]);
    await client.call("setMail", { body: { address: null } });
    expect(await signIn(linksIn(mail?.text ?? "")[0] ?? "")).toMatchObject({
      code: "link_expired",
    });
  });

  test.each([
    ["is another", "next@example.com"],
    ["is nobody's", null],
  ])("that %s at the moment of sending gets no link at the old one", async (_, next) => {
    const room = await createRoom(server.admin, "solo");
    const { id } = await aReader(room);
    await asked(room, "Half up?");
    office.answers(() => ({ code: 451, words: "Later" }));
    await rounds();
    office.answers(() => null);
    ahead.by += 60_000;
    const { sql } = server.runtime;
    await sql`DELETE FROM sign_in_links WHERE person_id = ${id}`;
    const step = await sql.begin(async (tx) => {
      if (next === null) await endMailOf(tx, id);
      else await tx`UPDATE mail_addresses SET address = ${next} WHERE person_id = ${id}`;
      const sending = { done: aCourier().step() };
      await eventually(async () => {
        const waiting = await sql`
          SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        expect(waiting).toHaveLength(1);
      });
      return sending;
    });
    await step.done;
    expect(office.received.flatMap(({ to }) => to)).toEqual(next === null ? [] : [next]);
    const links = await sql`SELECT 1 FROM sign_in_links WHERE person_id = ${id} AND used_at IS NULL`;
    expect(links).toHaveLength(next === null ? 0 : 1);
  });

  test("is set with the password, and ends with the sign-ins", async () => {
    const room = await createRoom(server.admin, "solo");
    const { client, id, address } = await aReader(room);
    const password = "correct horse battery";
    await client.call("setPassword", { body: { password } });
    expect(await client.call("getMail")).toMatchObject({ on: false, isConfirmed: false });
    const set = (current?: string) => client.call("setMail", { body: { address, current } });
    for (const wrong of [undefined, "wrong horse battery"])
      expect(await refusalOf(set(wrong))).toMatchObject({ code: "sign_in_failed" });
    await set(password);
    await client.call("confirmMail", { body: { code: codeIn() } });
    expect(await client.call("getMail")).toMatchObject({ on: true, isConfirmed: true });

    await client.call("setMail", { body: { address: "candidate@example.com", current: password } });
    await server.admin.call("endSignIns", { params: { personId: id } });
    const { sql } = server.runtime;
    const rows = () => sql`
      SELECT is_on, confirmed_at, candidate FROM mail_addresses WHERE person_id = ${id}`;
    const ended = [{ is_on: false, confirmed_at: null, candidate: null }];
    expect([...(await rows())]).toEqual(ended);
    await sql`UPDATE mail_addresses SET is_on = true, confirmed_at = 1 WHERE person_id = ${id}`;
    await noteRestored(sql, { by: null, endAccess: true });
    expect([...(await rows())]).toEqual(ended);
  });

  test("that the mail server refuses is said at once", async () => {
    const { client } = await aPerson(server, "Typo");
    office.refuses({ code: 550, words: "No such user here" });
    const said = await refusalOf(client.call("setMail", { body: { address: "typo@example.com" } }));
    expect(said).toMatchObject({ code: "mail_refused" });
    expect(said.message).toContain("550 No such user here");
  });

  test("isn't taken by a server without mail, nor from an access token or the local admin", async () => {
    const plain = await aServer(url);
    const { cookie } = await aPerson(server, "Plain");
    const put = (body: object) =>
      fetch(`${plain.baseUrl}/api/v1/me/mail`, {
        method: "PUT",
        headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const answer = await put({ address: "a@example.com" });
    expect(await answer.json()).toMatchObject({ code: "mail_off" });
    for (const body of [{ address: null }, { on: false }]) expect((await put(body)).status).toBe(200);
    await plain.close();
    const body = { address: "a@example.com" };
    expect((await refusalOf(server.admin.call("setMail", { body }))).code).toBe("forbidden");
    const { client } = await aPerson(server, "Scripted");
    const { token } = await client.call("createAccessToken", {
      body: { name: "x", scope: "write" },
    });
    const script = refusalOf(server.clientOf(token).call("setMail", { body }));
    expect((await script).code).toBe("forbidden");
  });
});

describe("what waits", () => {
  test("reaches who may answer, once, with a link that opens the card and signs in once", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await aReader(room, "viewer");
    const { decisionId } = await asked(room, "Half up\r\nBcc: all@example.com\nor <b>even</b>?");
    const other = aCourier();
    const courier = aCourier();
    const both = () => Promise.all([courier.step(), other.step()]);
    await both();
    ahead.by = GAP_MS + 1_000;
    for (let n = 0; n < 3; n++) await both();

    expect(office.received.map(({ to }) => to)).toEqual([[dana.address]]);
    const [letter] = office.received;
    if (!letter) throw new Error("no mail");
    expect(letter.headers.has("bcc")).toBe(false);
    expect(letter.headers.get("subject")).toContain("Half up Bcc: all@example.com");
    expect(letter.headers.get("auto-submitted")).toBe("auto-generated");
    expect(letter.text).toContain("> Half up\n> Bcc: all@example.com\n> or <b>even</b>?");
    expect(letter.html).toContain("&lt;b&gt;even&lt;/b&gt;");
    const [link = ""] = linksIn(letter.text);
    expect(new URL(link).searchParams.get("next")).toMatch(new RegExp(`^/inbox\\?item=${decisionId}&room=`));

    // Whoever follows it without a person, as mail scanners do, uses nothing up.
    const call = (path: string, body: object) =>
      fetch(`${server.baseUrl}/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const seen = new URL(link);
    for (let n = 0; n < 2; n++) {
      await fetch(`${server.baseUrl}${seen.pathname}${seen.search}`);
      const look = await call("/sign-in-links/look", { link: secretOf(link) });
      expect(await look.json()).toMatchObject({ state: "open" });
    }
    expect((await call("/sign-ins", { link: secretOf(link) })).status).toBe(200);
    expect((await call("/sign-ins", { link: secretOf(link) })).status).toBe(410);
    const { data } = await dana.client.call("listNeedsYou", { query: {} });
    expect(data).toHaveLength(1);
  });

  test("isn't sent when it is answered meanwhile, nor to who left, is deactivated or snoozed it", async () => {
    const solo = await createRoom(server.admin, "solo");
    const [left, gone, later] = [await aReader(solo), await aReader(solo), await aReader(solo)];
    const { decisionId } = await asked(solo, "Half up?");
    await aCourier().step();
    const { sql, clock } = server.runtime;
    await server.admin.call("removeRoomPerson", { params: { room: solo, personId: left.id } });
    await server.admin.call("setActive", {
      params: { personId: gone.id },
      body: { active: false },
    });
    const things = [{ room: solo, item: `decision:${decisionId}` }];
    await later.client.call("snooze", { body: { things, until: clock.now() + 86_400_000 } });
    await rounds();
    expect(office.received).toEqual([]);
    // It is told when it is back.
    await sql`DELETE FROM inbox_snoozes`;
    await rounds();
    expect(office.received.map(({ to }) => to)).toEqual([[later.address]]);

    await aReader(solo);
    const { decisionId: next } = await asked(solo, "Cents?");
    await aCourier().step();
    await server.admin.call("answerDecision", {
      params: { room: solo, decisionId: next },
      body: { optionId: "answer", note: "Cents." },
    });
    await rounds();
    expect(office.received).toEqual([]);
  });

  test("goes to a removed room's people no more", async () => {
    const room = await createRoom(server.admin, "solo");
    await aReader(room);
    await asked(room, "Half up?");
    await aCourier().step();
    await server.admin.call("removeRoom", { params: { room } });
    await rounds();
    expect(office.received).toEqual([]);
  });

  test("comes in one mail, and no sooner than five minutes after the mail before", async () => {
    const room = await createRoom(server.admin, "solo");
    await aReader(room);
    for (const question of ["One?", "Two?"]) await asked(room, question);
    const courier = aCourier();
    await courier.step();
    expect(office.received).toEqual([]);
    ahead.by = HOLD_MS + 1_000;
    await courier.step();
    expect(office.received).toHaveLength(1);
    expect(linksIn(office.received[0]?.text ?? "")).toHaveLength(2);
    await asked(room, "Three?");
    await courier.step();
    ahead.by += HOLD_MS + 1_000;
    await courier.step();
    expect(office.received).toHaveLength(1);
    ahead.by += GAP_MS;
    await courier.step();
    expect(office.received).toHaveLength(2);
    expect(office.received[1]?.text).toContain("> Three?");
    expect(office.received[1]?.text).not.toContain("> One?");
  });

  test("is only what was handed over, where one wants no more", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await dana.client.call("setMail", { body: { what: "mine" } });
    const { decisionId } = await asked(room, "Half up?");
    await rounds();
    expect(office.received).toEqual([]);
    const things = [{ room, item: `decision:${decisionId}` }];
    await server.admin.call("handOver", { body: { things, to: dana.id } });
    await rounds();
    expect(office.received).toHaveLength(1);
  });
});

describe("what is handed over", () => {
  const things = (room: string, decisionId: string) => [{ room, item: `decision:${decisionId}` }];
  /** As long ago as a mail, so that what is handed over now comes after it. */
  const letTimePass = () => server.runtime.sql`UPDATE mail_things SET found_at = found_at - 600000`;

  test("is told to its new person, told of it before or not, and to nobody else", async () => {
    const room = await createRoom(server.admin, "solo");
    const [dana, ben] = [await aReader(room), await aReader(room)];
    const { decisionId } = await asked(room, "Half up?");
    await rounds();
    expect(office.received).toHaveLength(2);
    await letTimePass();
    const handed = { things: things(room, decisionId), to: ben.id };
    await dana.client.call("handOver", { body: handed });
    for (let n = 0; n < 3; n++) await rounds();
    expect(office.received.slice(2).map(({ to }) => to)).toEqual([[ben.address]]);
  });

  test("isn't told to whoever takes it", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await dana.client.call("setMail", { body: { what: "mine" } });
    const { decisionId } = await asked(room, "Half up?");
    const take = { things: things(room, decisionId), to: dana.id };
    await dana.client.call("handOver", { body: take });
    await rounds();
    expect(office.received).toEqual([]);
    await dana.client.call("setMail", { body: { what: "waiting" } });
    await rounds();
    expect(office.received).toEqual([]);
  });
});

describe("switching off", () => {
  test("is one click in the mail program, without a sign-in; the link does nothing else", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await asked(room, "Half up?");
    await rounds();
    const { headers } = office.received[0] ?? { headers: new Map<string, string>() };
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const address = /^<https:\/\/squad\.example(\/mail\/stop\/\S+)>$/.exec(headers.get("list-unsubscribe") ?? "")?.[1];
    if (!address) throw new Error("no link");
    const press = (path: string, method = "POST") =>
      fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        ...(method === "POST" ? { body: "List-Unsubscribe=One-Click" } : {}),
      });
    await press(address, "GET");
    expect((await press(address.slice(0, -2))).status).toBe(404);
    expect(await dana.client.call("getMail")).toMatchObject({ on: true });
    expect((await press(address)).status).toBe(204);
    expect((await press(address)).status).toBe(204);
    expect(await dana.client.call("getMail")).toMatchObject({ on: false, isConfirmed: true });
    await asked(room, "Cents?");
    await rounds();
    expect(office.received).toHaveLength(1);
    // Another address is not this link's.
    await dana.client.call("setMail", { body: { address: "new@example.com" } });
    await dana.client.call("confirmMail", { body: { code: codeIn() } });
    expect((await press(address)).status).toBe(404);
    expect(await dana.client.call("getMail")).toMatchObject({ on: true });
  });
});
