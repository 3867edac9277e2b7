import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { claimDirectory } from "./owner-lock.ts";
import { processIdentity } from "./process-identity.ts";
import { makeTestDirectory } from "./test-server.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("starts a durable server on loopback behind a password", async () => {
  const dataDir = aDirectory();
  const server = await start(dataDir);

  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "show fsync")).toBe("on");
  expect(await ask(server.url, "show synchronous_commit")).toBe("on");
  expect(await ask(server.url, "show server_encoding")).toBe("UTF8");
  expect(await ask(server.url, "show listen_addresses")).toBe("127.0.0.1");
  expect(await ask(server.url, "show unix_socket_directories")).toBe("");
  expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "postgres.log")).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.url);
  wrong.password = "guess";
  await expect(ask(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
});

test("keeps its data and its password over a clean stop", async () => {
  const dataDir = aDirectory();
  const first = await start(dataDir);
  await ask(first.url, "create table notes as select 'kept' as note");
  await first.stop();
  expect(await isListening(first.url)).toBe(false);

  const second = await start(dataDir);

  expect(second.adopted).toBe(false);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  expect(await ask(second.url, "select note from notes")).toBe("kept");
  const syncing = () => existsSync(join(dataDir, "cluster-not-yet-on-disk"));
  await eventually(() => expect(syncing()).toBe(false));
});

test("refuses a directory that this process already owns", async () => {
  const dataDir = aDirectory();
  await start(dataDir);

  await expect(start(dataDir)).rejects.toThrow(
    new RegExp(`in use by another Squadroom \\(pid ${process.pid}\\). Stop it, or set`),
  );
});

test("refuses a directory that another process owns, and adopts its server once that one is killed", async () => {
  const dataDir = aDirectory();
  const other = await startElsewhere(dataDir);
  await ask(other.url, "create table notes as select 'kept' as note");
  await expect(start(dataDir)).rejects.toThrow(`another Squadroom (pid ${other.child.pid})`);

  await kill(other.child);
  const adopter = await start(dataDir);

  expect(adopter.adopted).toBe(true);
  expect(adopter.url).toBe(other.url);
  expect(await ask(adopter.url, "select note from notes")).toBe("kept");
  await adopter.stop();
  expect(await isListening(adopter.url)).toBe(false);
});

test("brings an adopted server back when it is killed", async () => {
  const dataDir = aDirectory();
  const other = await startElsewhere(dataDir);
  await kill(other.child);
  const lines: string[] = [];
  const adopter = await start(dataDir, lines);

  process.kill(postmasterPid(dataDir), "SIGKILL");

  await eventually(() => expect(lines).toHaveLength(1));
  expect(await ask(adopter.url, "select 1")).toBe(1);
});

test("recovers after the process and its server were both killed", async () => {
  const dataDir = aDirectory();
  const other = await startElsewhere(dataDir);
  await ask(other.url, "create table notes as select 'kept' as note");
  const pid = postmasterPid(dataDir);
  await kill(other.child);
  process.kill(pid, "SIGKILL");
  await eventually(() => expect(processIdentity(pid)).toBeUndefined());

  const server = await start(dataDir);

  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "select note from notes")).toBe("kept");
});

test("starts although other programs have got the pids of a dead owner and its server", async () => {
  const dataDir = aDirectory();
  const server = await start(dataDir);
  const file = join(dataDir, "cluster", "postmaster.pid");
  const left = readFileSync(file, "utf8");
  await server.stop();
  const { uid, gid } = statSync(join(dataDir, "cluster"));
  const bystander = spawn("sleep", ["600"], { ...(isRoot() && { uid, gid }), stdio: "ignore" });
  cleanups.push(() => kill(bystander));
  writeFileSync(file, left.replace(/^\d+/, String(bystander.pid)));
  const dead = { pid: process.pid, identity: "an earlier process", claim: "of that one" };
  writeFileSync(join(dataDir, "owner.9.json"), JSON.stringify(dead));

  const again = await start(dataDir);

  expect(again.adopted).toBe(false);
  expect(processIdentity(bystander.pid ?? 0)).toBeDefined();
});

test("brings a killed server back on the same port and says so in one line", async () => {
  const dataDir = aDirectory();
  const lines: string[] = [];
  const server = await start(dataDir, lines);
  await ask(server.url, "create table notes as select 'kept' as note");

  for (const count of [1, 2]) {
    process.kill(postmasterPid(dataDir), "SIGKILL");
    await eventually(() => expect(lines).toHaveLength(count));
  }

  expect(lines[0]).toMatch(/stopped unexpectedly \(SIGKILL\) and runs again on port \d+/);
  expect(await ask(server.url, "select note from notes")).toBe("kept");
});

test("stops while a server that cannot come back is being restarted", async () => {
  const dataDir = aDirectory();
  const lines: string[] = [];
  const server = await start(dataDir, lines);
  rmSync(join(dataDir, "cluster", "global", "pg_control"));

  process.kill(postmasterPid(dataDir), "SIGKILL");
  await eventually(() => expect(lines.length).toBeGreaterThan(0));
  await server.stop();

  expect(lines[0]).toMatch(/^Restarting Postgres failed: .*pg_control/);
  claimDirectory(dataDir).release();
});

test("quotes the log of a server that does not start and lets go of the directory", async () => {
  const dataDir = aDirectory();
  await (await start(dataDir)).stop();
  rmSync(join(dataDir, "cluster", "global", "pg_control"));

  await expect(start(dataDir)).rejects.toThrow(/doesn't start \(.*pg_control.*DATABASE_URL/);
  claimDirectory(dataDir).release();
});

test("refuses a cluster of another Postgres version, and one without its password", async () => {
  const dataDir = aDirectory();
  await (await start(dataDir)).stop();
  const version = join(dataDir, "cluster", "PG_VERSION");
  writeFileSync(version, "17\n");
  await expect(start(dataDir)).rejects.toThrow(/written by Postgres 17 and this release runs/);
  writeFileSync(version, "18\n");

  rmSync(join(dataDir, "password"));

  await expect(start(dataDir)).rejects.toThrow(/password .* is missing: .*Restore it/);
});

test.each(["", "\n", "short\n", `${"0".repeat(48)}`, `${"g".repeat(48)}\n`])(
  "refuses the password %j, which it did not write, before a database is made with it",
  async (text) => {
    const dataDir = aDirectory();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, "password"), text, { mode: 0o600 });

    await expect(start(dataDir)).rejects.toThrow(
      /^The password of the embedded database in \S+ is .*: remove that file, and the next start writes a new one\.$/,
    );
    expect(existsSync(join(dataDir, "cluster"))).toBe(false);
  },
);

test("starts over after a crash in the middle of making the cluster", async () => {
  const dataDir = aDirectory();
  mkdirSync(join(dataDir, "cluster.partial"));
  writeFileSync(join(dataDir, "cluster.partial", "PG_VERSION"), "18\n");

  const server = await start(dataDir);

  expect(await ask(server.url, "select 1")).toBe(1);
});

test("works below a directory that only its owner may enter", async () => {
  const closed = aDirectory();
  const shelter = aDirectory();
  chmodSync(closed, 0o700);
  const dataDir = join(closed, "data");
  const server = await start(dataDir, [], shelter);
  await ask(server.url, "create table notes as select 'kept' as note");
  await server.stop();

  const again = await start(dataDir, [], shelter);

  expect(await ask(again.url, "select note from notes")).toBe("kept");
  await again.stop();
  // Root hands Postgres to a user who may not enter, so the cluster must be elsewhere.
  expect(lstatSync(join(dataDir, "cluster")).isSymbolicLink()).toBe(isRoot());
  if (isRoot()) {
    rmSync(realpathSync(join(dataDir, "cluster")), { recursive: true });
    await expect(start(dataDir, [], shelter)).rejects.toThrow(/which is gone. Bring it back/);
  }
});

test("works for a normal user", async () => {
  const dataDir = aDirectory();
  chmodSync(dataDir, 0o777);

  const other = await startElsewhere(join(dataDir, "data"), isRoot() ? 65_534 : undefined);

  expect(await ask(other.url, "select 1")).toBe(1);
  other.child.kill("SIGTERM");
  await once(other.child, "exit");
  expect(await isListening(other.url)).toBe(false);
});

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function aDirectory(): string {
  const path = makeTestDirectory();
  chmodSync(path, 0o711);
  cleanups.push(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

async function start(dataDir: string, lines: string[] = [], shelterDir = "/nowhere"): Promise<EmbeddedPostgres> {
  const log = (line: string) => lines.push(line);
  const server = await startEmbeddedPostgres({ dataDir, log, shelterDir });
  cleanups.push(() => server.stop());
  return server;
}

interface Elsewhere {
  child: ChildProcess;
  url: string;
}

/** Starts the server from a Node process of its own, which stops it on SIGTERM. */
async function startElsewhere(dataDir: string, uid?: number): Promise<Elsewhere> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(server.url);
    const alive = setInterval(() => {}, 1000);
    process.once("SIGTERM", async () => { await server.stop(); clearInterval(alive); });`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
    ...(uid !== undefined && { uid, gid: uid, env: { PATH: "/usr/bin:/bin" } }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(() => endElsewhere(child, dataDir));
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error(`The child ended with code ${child.exitCode} before its server was ready`);
}

async function endElsewhere(child: ChildProcess, dataDir: string): Promise<void> {
  await kill(child);
  const file = join(dataDir, "cluster", "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = postmasterPid(dataDir);
  if (processIdentity(pid) !== undefined) process.kill(pid, "SIGKILL");
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function postmasterPid(dataDir: string): number {
  const file = join(dataDir, "cluster", "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

async function ask(url: string, query: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await sql.unsafe(query);
    return row === undefined ? undefined : Object.values(row)[0];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.destroy());
  });
}
