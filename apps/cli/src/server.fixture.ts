import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { inject } from "vitest";
import { anIo } from "./io.fixture.ts";
import type { Io } from "./io.ts";
import { run } from "./run.ts";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Built before the first test: to read the sources one by one takes five times as long. */
export const COMMAND = join(ROOT, "apps", "cli", "dist", "squadroom.mjs");
const SERVER = join(ROOT, "apps", "server", "dist", "main.mjs");

/** Of managed agents, so that a silent one is missed soon. */
const LEASE_S = 4;

interface Typed {
  /** Where it is typed, if there is such a folder. */
  cwd?: string;
  token?: string;
  stdin?: string;
  fetch?: typeof fetch;
  watchParents?: Io["watchParents"];
  /** Whether anybody reads the output. */
  isRead?: boolean;
}

/** A real server with a database of its own, and a command line that knows it. */
export class TestServer {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private readonly child: ChildProcess,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<TestServer> {
    const database = await createDatabase();
    const folder = await mkdtemp(join(tmpdir(), "squadroom-cli-"));
    const child = spawn(process.execPath, [SERVER], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        SQUADROOM_DATA: folder,
        SQUADROOM_PORT: "0",
        SQUADROOM_HOST: "127.0.0.1",
        SQUADROOM_LEASE_MANAGED_S: String(LEASE_S),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await portOf(child);
    return new TestServer(`http://127.0.0.1:${port}`, folder, child, database.drop);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill("SIGTERM");
      await once(this.child, "exit");
    }
    await this.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  env(token?: string): Record<string, string> {
    return {
      SQUADROOM_URL: this.url,
      SQUADROOM_DATA: this.folder,
      SQUADROOM_STATE: join(this.folder, "agents"),
      ...(token === undefined ? { SQUADROOM_PERSON: "1" } : { SQUADROOM_TOKEN: token }),
    };
  }

  /** One command line as somebody types it: an agent with its token, or this machine's admin. */
  async type(args: string[], more: Typed = {}) {
    const { watchParents, isRead } = more;
    const { io, said } = anIo({
      ...(watchParents && { watchParents }),
      ...(isRead === false && { out: () => Promise.resolve(false) }),
      env: this.env(more.token),
      // Where an agent joined, nobody else speaks without a terminal.
      cwd: more.cwd ?? (more.token === undefined ? "/nowhere/people" : "/nowhere/agents"),
      fetch: more.fetch ?? fetch,
      stdin: more.stdin,
    });
    const code = await run(args, io);
    return { code, ...said };
  }

  /** The same with `--json`, and its document. */
  async ask<T>(args: string[], token?: string): Promise<T> {
    const { out, err, code } = await this.type([...args, "--json"], { token });
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
    return JSON.parse(out) as T;
  }

  /** A token for a new agent of this role. */
  async credential(room: string, role: string, name = role): Promise<string> {
    const args = ["credential", "create", "--room", room, "--role", role, "--name", name];
    return (await this.ask<{ token: string }>(args)).token;
  }
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = inject("testPostgres");
  const name = `${template}_${randomUUID().slice(0, 13)}`;
  const asAdmin = async (act: (sql: postgres.Sql) => PromiseLike<unknown>) => {
    const sql = postgres(url, { max: 1, onnotice() {} });
    await act(sql);
    await sql.end({ timeout: 5 });
  };
  await asAdmin((sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const own = new URL(url);
  own.pathname = name;
  return {
    url: own.href,
    drop: () => asAdmin((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

/** Out of the line that says that the server is ready. */
async function portOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the server's output is not piped");
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready.*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return port;
    }
  }
  throw new Error("the server ended before it was ready");
}
