import { mkdirSync } from "node:fs";
import pino from "pino";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { ensureFirstLink } from "./platform/auth/links.ts";
import { startEmbeddedPostgres } from "./platform/postgres/embedded.ts";
import { localAdminKey } from "./platform/secrets.ts";
import { createRuntime } from "./runtime.ts";

/** Starts the server, prints one link, stops cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] });
  mkdirSync(config.dataDir, { recursive: true });
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: `${config.dataDir}/postgres`, log: (line) => console.error(line) });
  let address = "";
  const runtime = await createRuntime({
    config,
    databaseUrl: config.databaseUrl ?? embedded?.url ?? "",
    localAdminKey: localAdminKey(config.dataDir),
    log,
    serverUrl: () => address,
  });
  const app = await buildApp(runtime, config, log);

  let stopping: Promise<void> | null = null;
  const stop = (signal: string) => {
    stopping ??= (async () => {
      console.error(`${signal}: stopping…`);
      const patience = setTimeout(() => process.exit(1), 15_000);
      patience.unref();
      await runtime.sweeper.stop();
      for (const waiter of runtime.waiters.all()) waiter.end("stopping");
      runtime.hub.close();
      await app.close();
      await runtime.close();
      await embedded?.stop();
      process.exit(0);
    })();
  };
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));

  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await runtime.close();
    await embedded?.stop();
    throw error;
  }
  const bound = app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  runtime.sweeper.start();
  const base = config.publicUrl ?? `http://${host === "127.0.0.1" ? "localhost" : host}:${port}`;
  const link = await ensureFirstLink(runtime.sql, base);
  console.log(link ? `Squadroom is ready. Open ${link}` : `Squadroom is ready at ${base}`);
  if (link) console.log("The link works once, within a day. Later, `squadroom signin` makes a new one.");
}

main().catch((error: unknown) => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  const text =
    code === "EADDRINUSE"
      ? "The port is in use; set SQUADROOM_PORT to another one, or stop what uses it."
      : error instanceof Error
        ? error.message
        : String(error);
  console.error(`Squadroom could not start: ${text}`);
  process.exit(1);
});
