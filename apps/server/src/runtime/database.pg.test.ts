import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { testDatabase } from "../platform/postgres/test-database.ts";
import { openDatabase } from "./database.ts";

test("a start outlives a connection that doesn't come in time, and goes on by itself", async () => {
  const db = await testDatabase();
  const real = new URL(db.url);
  let opened = 0;
  // The first one finds that nothing is to migrate; the next one hears nothing.
  const wire = createServer((socket) => {
    opened += 1;
    if (opened === 2) return;
    const to = connect(Number(real.port), real.hostname);
    socket.pipe(to).pipe(socket);
    socket.on("error", () => to.destroy());
    to.on("error", () => socket.destroy());
  });
  wire.listen(0, "127.0.0.1");
  await once(wire, "listening");
  const url = new URL(db.url);
  url.port = String((wire.address() as AddressInfo).port);
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log = { error: write, warn: write, notice: write, info: write } as never;

  const database = await openDatabase({ databaseUrl: url.href, localAdminKey: null, log }, log);

  expect(lines).toContainEqual(expect.stringMatching(/^waiting for the database: it doesn't answer/));
  await database.close();
  wire.close();
  await db.drop();
});
