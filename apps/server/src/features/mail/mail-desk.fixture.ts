import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, take } from "../decision/squad.fixture.ts";
import { createMailCourier } from "./courier.ts";
import { GAP_MS } from "./outbox.ts";
import { aPostOffice, type PostOffice } from "./post-office.fixture.ts";
import { createMailer } from "./transport.ts";

/** So long a mail waits for more, ms. */
export const HOLD_MS = 60_000;

/** A server with a mail server for the tests of a file, and what they do there. */
export function aMailDesk(onOpen: (open: { server: Server; office: PostOffice; url: string }) => void) {
  let db: TestDatabase;
  let server: Server;
  let office: PostOffice;
  const ahead = { by: 0 };
  /** What couriers said to whoever operates the server. */
  const told: string[] = [];
  let named = 0;

  beforeAll(async () => {
    db = await testDatabase();
    office = await aPostOffice();
    server = await aServer(db.url, { mail: office.settings() });
    onOpen({ server, office, url: db.url });
  });
  beforeEach(() => {
    ahead.by = 0;
    office.answers(() => null);
    office.refuses(null);
  });
  afterEach(async () => {
    expect(told.splice(0)).toEqual([]);
    office.received.length = 0;
    const { sql } = server.runtime;
    for (const table of ["mail_things", "mails", "mail_addresses"]) await sql`DELETE FROM ${sql(table)}`;
  });
  afterAll(async () => {
    await server.close();
    await office.close();
    await db.drop();
  });

  /** A process of its own, with a clock that can be set forward. */
  function aCourier(send = createMailer(office.settings())) {
    const { sql, clock, newId, mail } = server.runtime;
    return createMailCourier({
      sql,
      now: () => clock.now() + ahead.by,
      newId,
      publicUrl: "https://squad.example",
      secret: mail.secret,
      holdMs: HOLD_MS,
      send,
      random: () => 0.5,
      log: {
        error: ({ err }: { err?: Error }, words) => told.push(`${words}: ${err?.message}`),
        notice: (_, words) => told.push(words),
      },
    });
  }

  /** Everything that waits long enough is found, gathered and sent. */
  async function rounds(courier = aCourier()): Promise<void> {
    await courier.step();
    ahead.by += Math.max(HOLD_MS, GAP_MS) + 1_000;
    await courier.step();
  }

  const codeIn = (index = -1) => /\b\d{8}\b/.exec(office.received.at(index)?.text ?? "")?.[0] ?? "";

  /** Somebody with this role whose address is confirmed. */
  async function aReader(room: string, role: "approver" | "viewer" | "lead" = "approver") {
    const address = `reader-${++named}@example.com`;
    const person = await aPerson(server, `Reader ${named}`, { [room]: role });
    await person.client.call("setMail", { body: { address } });
    await person.client.call("confirmMail", { body: { code: codeIn() } });
    office.received.length = 0;
    return { ...person, address };
  }

  async function asked(room: string, question: string) {
    const solo = await anAgent(server, room, "solo");
    const task = { role: "solo", title: "Dig", instruction: "Deep." };
    await server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const { taskId, fence } = await take(solo);
    const params = { room, taskId };
    return solo.client.call("askIntervention", { params, body: { fence, question } });
  }

  return { aCourier, aReader, ahead, asked, codeIn, rounds, told };
}
