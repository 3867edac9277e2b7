import { createServer, type Socket } from "node:net";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "./test-database.ts";

const PASSWORD = "the-password-of-the-database";

const message = (type: string, ...body: (number | string)[]): Buffer => {
  const parts = body.map((part) => {
    if (typeof part === "string") return Buffer.from(part);
    const number = Buffer.alloc(4);
    number.writeInt32BE(part);
    return number;
  });
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
};
const OK = [message("R", 0), message("Z", "I")];

/** Programs that listen where Postgres was: what they answer to a start, and to whatever comes then. */
const IMPOSTORS: Record<string, Buffer[][]> = {
  "asks for the password": [[message("R", 3)], OK],
  "asks for its MD5 sum": [[message("R", 5, "salt")], OK],
  "asks for nothing": [OK],
  "asks for Kerberos": [[message("R", 7)], OK],
  "asks for a proof and gives none": [
    [message("R", 10, "SCRAM-SHA-256\0\0")],
    [message("R", 11, "r=x,s=c2FsdA==,i=4096")],
    OK,
  ],
  "gives a wrong proof": [
    [message("R", 10, "SCRAM-SHA-256\0\0")],
    [message("R", 11, "r=x,s=c2FsdA==,i=4096")],
    [message("R", 12, "v=AAAA"), ...OK],
  ],
  "gives a proof that nobody asked for": [[message("R", 12, "v="), ...OK]],
};

async function anImpostor(answers: Buffer[][]) {
  let heard = "";
  let deceived: (outcome: "deceived") => void = () => undefined;
  const success = new Promise<"deceived">((resolve) => {
    deceived = resolve;
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let turn = 0;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      heard += chunk.toString("latin1");
      const next = answers[turn++];
      // It has heard what it wanted.
      if (!next) {
        deceived("deceived");
        return socket.destroy();
      }
      for (const answer of next) socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, success, heard: () => heard };
}

test.each(Object.keys(IMPOSTORS))(
  "who listens in the place of Postgres and %s hears neither password nor query",
  async (kind) => {
    const impostor = await anImpostor(IMPOSTORS[kind] ?? []);
    const url = `postgres://squadroom:${PASSWORD}@127.0.0.1:${impostor.port}/postgres`;
    const sql = postgres(`${url}?require_auth=scram-sha-256`, { max: 1, connect_timeout: 2 });
    onTestFinished(() => sql.end({ timeout: 1 }));

    const asked = sql`select 'a secret' as words`.then(
      () => "answered",
      () => "refused",
    );
    expect(await Promise.race([asked, impostor.success])).toBe("refused");

    expect(impostor.heard()).toContain("squadroom");
    expect(impostor.heard()).not.toContain(PASSWORD);
    expect(impostor.heard()).not.toMatch(/md5[0-9a-f]{32}/);
    expect(impostor.heard()).not.toContain("a secret");
  },
);

test("Postgres proves itself, on every connection", async () => {
  const db = await testDatabase();
  onTestFinished(() => db.drop());
  const url = new URL(db.url);
  url.searchParams.set("require_auth", "scram-sha-256");
  const sql = postgres(url.href, { max: 2, onnotice: () => undefined });
  onTestFinished(() => sql.end({ timeout: 1 }));
  const ask = async () => (await sql<{ n: number }[]>`select 1 as n`)[0]?.n;
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
  expect(await ask()).toBe(1);
});
