import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { readConfig } from "./config.ts";
import { startEmbeddedPostgres } from "./platform/postgres/embedded.ts";
import { localAdminKey } from "./platform/secrets.ts";

/** A stop that takes longer is cut short; what is durable stays so, ms. */
const STOP_MAX_MS = 15_000;

/** What runs, in the order of its start; it ends in the opposite order, whether the start got to its end or not. */
const running: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | null = null;

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    for (let end = running.pop(); end; end = running.pop()) {
      await end().catch((error: unknown) => console.error(`While stopping: ${sentence(error)}`));
    }
    process.exit(code);
  })();
  return stopping;
}

/** Starts the server, prints one link, stops cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!stopping) console.error(`${signal}: stopping…`);
      void stop(0);
    });
  }
  const log = pino({ level: config.logLevel });
  mkdirSync(config.dataDir, { recursive: true });
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
  runtime.sweeper.start();
  await runtime.registry.join(config.advertise ?? address);
  runtime.courier.start();
  runtime
    .resumeDemos()
    .catch((error: unknown) => log.warn({ err: error }, "the demo squads did not come back"));
  const base = config.publicUrl ?? `http://${host === "127.0.0.1" ? "localhost" : host}:${port}`;
  const link = await ensureFirstLink(runtime.sql, base);
  console.log(link ? `Squadroom is ready. Open ${link}` : `Squadroom is ready at ${base}`);
  if (link)
    console.log("The link works once, within a day. Later, `squadroom signin` makes a new one.");
}

async function startPostgres(dataDir: string) {
  const log = (line: string) => console.error(line);
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log });
  running.push(() => embedded.stop());
  return embedded;
}

/** What went wrong, in a sentence that says what to do where that is known. */
function sentence(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return "The port is in use; set SQUADROOM_PORT to another one, or stop what uses it.";
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  console.error(`Squadroom could not start: ${sentence(error)}`);
  void stop(1);
});
