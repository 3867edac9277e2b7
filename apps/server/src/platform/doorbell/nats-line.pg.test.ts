import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aPair, createRoom, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { until } from "../room/room-process.fixture.ts";
import { type Broker, brokersHere } from "./nats-broker.fixture.ts";

let db: TestDatabase;
let broker: Broker;
let here: Server;
let there: Server;

/** No sweeper runs: what the other process knows, the doorbell told it. */
describe.each(brokersHere())("the doorbell over NATS, $name", ({ start }) => {
  beforeEach(async () => {
    [db, broker] = await Promise.all([testDatabase(), start()]);
    const natsUrl = `nats://127.0.0.1:${broker.port}`;
    [here, there] = await aPair(db.url, { natsUrl });
  });
  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await broker.stop();
    await db.drop();
  });

  const say = (room: string, body = "hello") => here.admin.call("sendMessage", { params: { room }, body: { body } });
  /** A room that is in use at the other process. */
  async function aRoom(): Promise<{ room: string; seqThere: () => number | undefined }> {
    const room = await createRoom(here.admin);
    await there.admin.call("getRoom", { params: { room } });
    return { room, seqThere: () => there.runtime.rooms.known(room as never)?.view.seq };
  }

  test("carries rings, and Postgres carries none", async () => {
    const { room, seqThere } = await aRoom();
    await say(room);
    await until(() => seqThere() === 2);

    const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
    const listening = await sql`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'squadroom doorbell' AND datname = current_database()`;
    await sql.end({ timeout: 5 });
    expect(listening).toEqual([]);
  });

  test("goes on when the broker comes back, and nothing waits for it meanwhile", async () => {
    const { room, seqThere } = await aRoom();
    await broker.stop();
    await say(room, "without a broker");
    broker = await start(broker.port);

    // A ring is on its way for a while: the next word is said only after one that did not arrive.
    let saidAt = 0;
    await until(async () => {
      if (seqThere() === (await here.runtime.rooms.read(room as never))?.view.seq) return true;
      if (Date.now() - saidAt > 300) {
        await say(room, "and again");
        saidAt = Date.now();
      }
      return false;
    });
  });
});
