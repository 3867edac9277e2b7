import { connect, createServer, type Server, type Socket } from "node:net";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "./test-database.ts";

/** What the driver's patch is for: each of these ended the process before, from a place that nobody could catch. */
let db: TestDatabase;
let wire: {
  url: string;
  cut: () => void;
  cutAt: (words: string) => void;
  garble: (words: string) => void;
  close: () => void;
};

beforeEach(async () => {
  db = await testDatabase();
  wire = await startWire(db.url);
});
afterEach(async () => {
  wire.close();
  await db.drop();
});

test("a connection that dies while the driver learns the array types is made again", async () => {
  const sql = postgres(wire.url, { max: 1, backoff: () => 0.01 });
  try {
    wire.cutAt("typarray");

    const [row] = await sql<{ n: number }[]>`SELECT 1 AS n`;

    expect(row?.n).toBe(1);
    const [list] = await sql<{ numbers: number[] }[]>`SELECT ${[1, 2]}::int[] AS numbers`;
    expect(list?.numbers).toEqual([1, 2]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("a connection whose driver could not learn the array types is given up, and arrays are sent by none", async () => {
  const sql = postgres(wire.url, { max: 1, backoff: () => 0.01 });
  try {
    wire.garble("pg_catalog.pg_type a");

    const told = new Set<unknown>();
    const ask = () =>
      sql<{ numbers: number[] }[]>`SELECT ${[1, 2]}::int[] AS numbers`.then(
        ([row]) => row?.numbers,
        (error: { code?: string }) => void told.add(error.code),
      );

    await expect.poll(ask, { interval: 10 }).toEqual([1, 2]);

    // A malformed array is a fault of the data to whoever sent it.
    expect(told).not.toContain("22P02");
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("a connection that is given up while the driver learns the array types harms nobody", async () => {
  const sql = postgres(wire.url, { max: 1, backoff: () => 0.01 });
  wire.cutAt("typarray");
  const query = sql`SELECT 1`.catch((error: { code?: string }) => error.code);

  await sql.end({ timeout: 0 });

  expect(await query).toBe("CONNECTION_DESTROYED");
});

test("a transaction whose connection dies is refused, and its place in the pool is free again", async () => {
  const sql = postgres(wire.url, { max: 1, backoff: () => 0.01 });
  try {
    const transaction = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      wire.cut();
      await tx`SELECT 2`.catch(() => undefined);
      await tx`SELECT 3`;
    });

    await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    const [row] = await sql<{ n: number }[]>`SELECT 4 AS n`;
    expect(row?.n).toBe(4);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test.each([
  ["the first row of its answer", (sql: Sql) => sql`SELECT pg_terminate_backend(pg_backend_pid())`],
  [
    "the first rows of its answer",
    (sql: Sql) => sql`SELECT n, n = 3 AND pg_terminate_backend(pg_backend_pid()) FROM generate_series(1, 9) AS n`,
  ],
])("a connection that ended after %s leaves nothing to the queries after", async (_, ending) => {
  const sql = postgres(db.url, { max: 1, backoff: () => 0.01, onnotice: () => undefined });
  try {
    await expect(ending(sql)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });

    for (const n of [1, 2, 3]) expect([...(await sql`SELECT ${n}::int AS n`)]).toEqual([{ n }]);
    const [list] = await sql<{ numbers: number[] }[]>`SELECT ${[1, 2]}::int[] AS numbers`;
    expect(list?.numbers).toEqual([1, 2]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test("a query that fails after its first rows leaves none to the query after", async () => {
  const sql = postgres(db.url, { max: 1 });
  try {
    await expect(sql`SELECT 1 / (9000 - n) AS n FROM generate_series(1, 9001) AS n`).rejects.toMatchObject({
      code: "22012",
    });

    for (const n of [1, 2]) expect([...(await sql`SELECT ${n}::int AS n`)]).toEqual([{ n }]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

/** Carries everything until it is cut, or until the client says certain words, once; or garbles these, once. */
async function startWire(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let words: string | null = null;
  let garbled: string | null = null;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (from === client && words !== null && chunk.includes(words)) {
          words = null;
          cut();
        } else if (from === client && garbled !== null && chunk.includes(garbled)) {
          // As long as before, and not to be understood.
          chunk.write("x".repeat(garbled.length), chunk.indexOf(garbled));
          garbled = null;
          to.write(chunk);
        } else if (to.writable) to.write(chunk);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(port);
  return {
    url: through.href,
    cut,
    cutAt(text: string) {
      words = text;
    },
    garble(text: string) {
      garbled = text;
    },
    close() {
      cut();
      server.close();
    },
  };
}
