import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { VERSION } from "@squadroom/core/kernel/version";
import { type Announcer, createAnnouncer, keepFirstLink } from "./announcer.ts";
import { type Config, readConfig } from "./config.ts";
import { launcherCommand, leaveLauncher } from "./launcher.ts";
import { createLog } from "./platform/outage/log.ts";
import { startEmbeddedPostgres } from "./platform/postgres/embedded.ts";
import { localAdminKey } from "./platform/secrets.ts";
import { describeStartError } from "./start-error.ts";

/** A stop that takes longer is cut short; what is durable stays durable, ms. */
const STOP_MAX_MS = 15_000;
const IS_TERMINAL = process.stdout.isTTY === true;
/** A person types `npm start`, even if its output goes through a pipe. */
const FOR_PEOPLE = "--for-people";
const isForPeople = IS_TERMINAL || process.argv.includes(FOR_PEOPLE);

/**
 * Whether V8 may grow its space for young objects from now on. A start leaves so many behind that it would grow to its
 * limit and stay there; a server at work is a sixth slower without growth.
 */
const mayGrowYoung = (may: boolean) => setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
mayGrowYoung(false);
// Old objects are collected once there are this many percent more than were in use, not two or three times as many. At
// half this value the server keeps 12 MB less with a thousand agents, and handoffs cost a tenth more.
setFlagsFromString("--heap-growing-percent=80");

/** What is running, in order of start; it ends in reverse order, whether or not the start was completed. */
const running: (() => Promise<unknown>)[] = [];
const startEnds = new AbortController();
let stopping: Promise<void> | null = null;
let config: Config | null = null;
let announcer: Announcer = createAnnouncer(createLog("warn"), isForPeople);

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    startEnds.abort();
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    for (let end = running.pop(); end; end = running.pop()) {
      await end().catch((error: unknown) => announcer.complain(`While stopping: ${text(error)}`));
    }
    if (code === 0) announcer.say("Squadroom has stopped.");
    process.exit(code);
  })();
  return stopping;
}

/** Starts the server, prints one link, stops cleanly on a signal. */
async function main(): Promise<void> {
  config = readConfig();
  const log = createLog(config.logLevel);
  announcer = createAnnouncer(log, isForPeople);
  const { say } = announcer;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!stopping) say(`${signal}: stopping…`, { signal });
      void stop(0);
    });
  }
  mkdirSync(config.dataDir, { recursive: true });
  const target = copyTarget(process.argv.slice(2).filter((word) => word !== FOR_PEOPLE));
  if (target !== null) return copyTo(target, config);
  const adminKey = localAdminKey(config.dataDir);
  const embedded = config.databaseUrl === null ? startPostgres(config.dataDir) : null;
  // Postgres starts while this process reads the larger part of its own programs.
  const serving = import("./serving.ts");
  const databaseUrl = config.databaseUrl ?? (await embedded)?.url ?? "";
  const { buildApp, createRuntime, ensureFirstLink } = await serving;
  if (stopping) return;
  let address = "";
  const runtime = await createRuntime({
    config,
    databaseUrl,
    localAdminKey: adminKey,
    log,
    serverUrl: () => address,
    signal: startEnds.signal,
  });
  running.push(() => runtime.close());
  const app = await buildApp(runtime, config, log);
  running.push(
    () => app.close(),
    () => runtime.letGo(),
  );
  if (stopping) return;

  await app.listen({ port: config.port, host: config.host });
  const bound = app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  running.push(leaveAddress(config.dataDir, address));
  leaveLauncher(config, port);
  runtime.sweeper.start();
  await runtime.registry.join(config.advertise ?? address);
  for (const courier of runtime.couriers) courier.start();
  runtime.resumeDemos().catch((error: unknown) => log.warn({ err: error }, "couldn't restart the demo squads"));
  // The host that `signin` and *Connect* name, too: a browser's sign-in and drafts belong to one host.
  const base = config.publicUrl ?? address;
  const link = await ensureFirstLink(runtime.sql, base);
  mayGrowYoung(true);
  const file = keepFirstLink(config.dataDir, IS_TERMINAL ? null : link);
  const started = { version: VERSION, process: runtime.registry.id, address };
  if (!link) return say(`Squadroom is ready at ${base}`, started);
  if (isForPeople) {
    say(`Squadroom is ready. Open ${link}`);
    say("The link works once, within a day. To get a new one, run this in any terminal here:");
    say(`  ${launcherCommand(config)} signin`);
  } else {
    const firstLink = `The link that signs in the first person is in ${file}. It works once, within a day.`;
    say(`Squadroom is ready at ${base}`, { ...started, firstLink });
  }
}

/**
 * Where this server listens, and its process, beside its key: the command finds both by the data directory. Returns a
 * function that removes them.
 */
function leaveAddress(dataDir: string, address: string): () => Promise<void> {
  const file = join(dataDir, "address");
  const pidFile = join(dataDir, "pid");
  writeFileSync(pidFile, `${process.pid}\n`);
  writeFileSync(file, `${address}\n`);
  return async () => {
    for (const one of [file, pidFile]) rmSync(one, { force: true });
  };
}

/** `--copy-to postgres://…`: all data goes into another database, and nothing is served. */
function copyTarget(args: readonly string[]): string | null {
  const [option, url, ...more] = args;
  if (option === undefined) return null;
  if (option === "--copy-to" && url && /^postgres(ql)?:\/\//.test(url) && more.length === 0) return url;
  throw new Error(
    "The server takes one option: --copy-to postgres://USER:PASSWORD@HOST/DATABASE copies all data into that empty database.",
  );
}

async function copyTo(target: string, { databaseUrl, dataDir }: Config): Promise<void> {
  const from = databaseUrl ?? (await startPostgres(dataDir)).url;
  const { copyDatabase } = await import("./db/copy.ts");
  const copied = await copyDatabase(from, target);
  const rows = copied.reduce((sum, table) => sum + table.rows, 0);
  announcer.say(
    `Copied ${rows} rows in ${copied.length} tables. From now on, start the server with DATABASE_URL set to that database.`,
    { copied: copied.filter((table) => table.rows > 0) },
  );
  await stop(0);
}

async function startPostgres(dataDir: string) {
  const log = (line: string) => announcer.complain(line);
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log });
  running.push(() => embedded.stop());
  return embedded;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  if (!stopping) announcer.complain(`Squadroom could not start: ${describeStartError(error, config)}`);
  void stop(1);
});
