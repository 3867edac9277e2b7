import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "../../db/migrate.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { findOrphan } from "./postmaster.ts";
import { processIdentity } from "./process-identity.ts";

const PREFIX = "squadroom-test-";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of this test run, and the migrated database that tests clone. */
    testPostgres: { url: string; template: string };
  }
}

interface TestServer {
  url: string;
  template: string;
  close(): Promise<void>;
}

/** Vitest runs this file once for each project that names it; they share one server. */
const shared = globalThis as typeof globalThis & {
  squadroomTestServer?: { users: number; server: Promise<TestServer> };
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.squadroomTestServer ??= { users: 0, server: openTestServer() };
  const entry = shared.squadroomTestServer;
  entry.users += 1;
  const { url, template, close } = await entry.server;
  project.provide("testPostgres", { url, template });
  return async () => {
    entry.users -= 1;
    if (entry.users === 0) await close();
  };
}

async function openTestServer(): Promise<TestServer> {
  const preset = process.env.TEST_DATABASE_URL;
  const server = preset === undefined ? await startTestPostgres() : { url: preset, async stop() {} };
  const template = `squadroom_test_${randomUUID().slice(0, 8)}`;
  const sql = postgres(server.url, { max: 1, onnotice() {} });
  await sql`create database ${sql(template)}`;
  const templateUrl = new URL(server.url);
  templateUrl.pathname = template;
  await migrate(templateUrl.href);
  return {
    url: server.url,
    template,
    async close() {
      const left = await sql<{ datname: string }[]>`
        select datname from pg_database where starts_with(datname, ${template})`;
      for (const { datname } of left) await sql`drop database ${sql(datname)} with (force)`;
      await sql.end({ timeout: 5 });
      await server.stop();
    },
  };
}

async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  await sweepTestDirectories();
  const dataDir = makeTestDirectory();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (line) => console.warn(line),
    // What tests write need not survive a power cut.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A directory for a Postgres of this process; its name holds the pid. */
export function makeTestDirectory(): string {
  return mkdtempSync(join(realpathSync(tmpdir()), `${PREFIX}${process.pid}-`));
}

/** Ends the servers and removes the directories that killed test runs have left behind. */
async function sweepTestDirectories(): Promise<void> {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== undefined) continue;
    const directory = join(parent, name);
    try {
      for (const home of [directory, join(directory, "data")]) {
        const orphan = await findOrphan(join(home, "cluster"));
        await orphan?.stop();
      }
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another user's, or being swept by another run.
    }
  }
}
