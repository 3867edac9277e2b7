import { Socket } from "node:net";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createRoom, type Server } from "../../server.fixture.ts";
import { aMailDesk } from "./mail-desk.fixture.ts";
import { GAP_MS } from "./outbox.ts";
import { aPostOffice, type PostOffice } from "./post-office.fixture.ts";
import { createMailer } from "./transport.ts";

let server: Server;
let office: PostOffice;
const { aCourier, aReader, ahead, asked, rounds, told } = aMailDesk((open) => {
  ({ server, office } = open);
});

/** To the mail server's connections a minute has passed at once. */
function impatientGiveUp(): void {
  const wait = vi.spyOn(Socket.prototype, "setTimeout");
  onTestFinished(() => wait.mockRestore());
  wait.mockImplementation(function (this: Socket, ms) {
    if (this.remotePort === office.port && ms > 0 && ms < 60_000) setImmediate(() => this.emit("timeout"));
    return this;
  });
}

describe("the mail server", () => {
  test("that says 'later' gets the same message again; what it told is shown until it takes one", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await asked(room, "Half up?");
    const ids: (string | undefined)[] = [];
    office.answers(({ headers }) => {
      ids.push(headers.get("message-id"));
      return ids.length === 1 ? { code: 451, words: "Greylisted, try again" } : null;
    });
    await rounds();
    expect(office.received).toEqual([]);
    const waiting = await dana.client.call("getMail");
    expect(waiting.problem?.text).toContain("451 Greylisted, try again");
    expect(waiting.on).toBe(true);
    ahead.by += 60_000;
    await aCourier().step();
    expect(office.received).toHaveLength(1);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@squad\.example>$/);
    const done = await dana.client.call("getMail");
    expect(done).toMatchObject({ problem: null, sentAt: expect.any(Number) });
  });

  test("that keeps failing holds up nothing that comes later, and no attempt comes sooner for it", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await asked(room, "Half up?");
    office.answers(() => ({ code: 451, words: "Later" }));
    await rounds();
    const { sql } = server.runtime;
    const waits = () => sql`
      SELECT id, failed, next_at FROM mails WHERE person_id = ${dana.id} ORDER BY id`;
    await sql`UPDATE mails SET failed = 11, next_at = next_at + 86400000 WHERE person_id = ${dana.id}`;
    const [first] = await waits();
    await asked(room, "Cents?");
    office.answers(() => null);
    await rounds();
    expect(office.received.map(({ text }) => text.includes("> Half up?"))).toEqual([false]);
    expect(office.received[0]?.text).toContain("> Cents?");
    expect((await waits())[0]).toEqual(first);
  });

  test("that refuses the address for good switches the mail off, and the person sees why", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await asked(room, "Half up?");
    office.refuses({ code: 550, words: "Mailbox is closed" });
    await rounds();
    ahead.by += 86_400_000;
    await aCourier().step();
    const mail = await dana.client.call("getMail");
    expect(mail).toMatchObject({ on: false, isConfirmed: true });
    expect(mail.problem?.text).toContain("550 Mailbox is closed");
  });

  test.each([
    ["550", "5.7.1 Relaying denied", "RCPT"],
    ["553", "5.7.1 Sender address rejected: not owned by user squad", "RCPT"],
    ["550", "relay not permitted", "RCPT"],
    ["550", "5.1.8 Sender domain not found", "RCPT"],
    ["554", "Looks like spam", "DATA"],
    ["550", "Rejected by policy", "DATA"],
  ])(
    "that says %s %s is wrongly set up: whoever operates it hears it, and the mail goes later",
    async (code, words, at) => {
      const room = await createRoom(server.admin, "solo");
      const dana = await aReader(room);
      await asked(room, "Half up?");
      const said = { code: Number(code), words };
      if (at === "RCPT") office.refuses(said);
      else office.answers(() => said);
      await rounds();
      expect(told.splice(0)).toEqual([expect.stringContaining(words)]);
      expect(await dana.client.call("getMail")).toMatchObject({
        on: true,
        problem: { text: expect.stringContaining(words) },
      });
      office.refuses(null);
      office.answers(() => null);
      ahead.by += 60_000;
      await aCourier().step();
      expect(office.received).toHaveLength(1);
    },
  );

  test.each(["550 5.1.1 Unknown", "554 5.2.1 Disabled", "550-5.1.1 Gone\r\n550 5.1.1 Really"])(
    "that says %s has no such address",
    async (said) => {
      const room = await createRoom(server.admin, "solo");
      const dana = await aReader(room);
      await asked(room, "Half up?");
      office.answers(() => ({ code: Number(said.slice(0, 3)), words: said.slice(4) }));
      await rounds();
      expect(await dana.client.call("getMail")).toMatchObject({ on: false });
    },
  );

  test("that isn't there is told to whoever operates it, and gets the mail later", async () => {
    const room = await createRoom(server.admin, "solo");
    await aReader(room);
    await asked(room, "Half up?");
    const gone = await aPostOffice();
    const settings = gone.settings({ user: "squad", password: "a-pass-word" });
    await gone.close();
    const there = createMailer(office.settings());
    let isThere = false;
    const courier = aCourier((...mail) => (isThere ? there : createMailer(settings))(...mail));
    await rounds(courier);
    const [line = "", ...more] = told.splice(0);
    expect(more).toEqual([]);
    expect(line).toMatch(/^a mail couldn't be sent; it is tried again at 2\d{3}-\S+Z; .*ECONNREFUSED/);
    // Until then nothing is sent, and nobody says so.
    isThere = true;
    await courier.step();
    expect(told).toEqual([]);
    ahead.by += 60_000;
    await courier.step();
    expect(office.received).toHaveLength(1);
    expect(told.splice(0)).toEqual([expect.stringMatching(/^mail is sent again after /)]);
  });

  test("that is slow to say that it has the mail isn't given it again", async () => {
    const room = await createRoom(server.admin, "solo");
    await aReader(room);
    await asked(room, "Half up?");
    const courier = aCourier();
    await courier.step();
    ahead.by += GAP_MS;
    impatientGiveUp();
    office.answers(() => "nothing");
    const step = courier.step();
    await eventually(() => expect(office.received).toHaveLength(1));
    ahead.by += 600_000;
    await aCourier().step();
    office.speaks();
    await step;
    ahead.by += 600_000;
    await aCourier().step();
    expect(office.received).toHaveLength(1);
  });

  test("that is silent holds up neither the server's stop nor the mail", async () => {
    const room = await createRoom(server.admin, "solo");
    const dana = await aReader(room);
    await asked(room, "Half up?");
    const courier = aCourier();
    await courier.step();
    ahead.by += GAP_MS;
    office.answers(() => "nothing");
    const step = courier.step();
    await eventually(() => expect(office.received).toHaveLength(1));
    const before = performance.now();
    await courier.stop();
    await step;
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(await dana.client.call("getMail")).toMatchObject({ on: true, problem: null });

    office.answers(() => null);
    ahead.by += 10_000;
    await asked(room, "Cents?");
    await aCourier().step();
    // It may have arrived: then it is the same once more.
    expect(new Set(office.received.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
    expect(office.received.map(({ text }) => text.includes("> Half up?"))).toEqual([true, true]);
    ahead.by += GAP_MS + 1_000;
    await aCourier().step();
    expect(office.received.at(-1)?.text).not.toContain("> Half up?");
    expect(office.received).toHaveLength(3);
  });

  test("that isn't on this machine gets nothing in the clear", async () => {
    const settings = office.settings({ isLocal: false, user: "squad", password: "a-pass-word" });
    const letter = { subject: "x", text: "x", html: "x", to: "a@example.com", id: "x" };
    const sent = await createMailer(settings)(letter, new AbortController().signal);
    expect(sent).toMatchObject({ outcome: "failed", isServer: true });
    expect(JSON.stringify(sent)).not.toContain("a-pass-word");
    expect(office.received).toEqual([]);
  });
});
