import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keyFile } from "./door.ts";
import { CliError, EXIT } from "./failure.ts";
import { asTyped, own } from "./own-command.ts";
import { addressIn, type Cli, DEFAULT_URL, ownServerDir } from "./settings.ts";

/** The server that was built beside this file: `apps/cli/dist` and `apps/server/dist`. */
const SERVER = fileURLToPath(new URL("../../server/dist/main.mjs", import.meta.url));
/** Time for the first start, which creates a Postgres. */
const START_MS = 120_000;
/** Stopping the server takes at most 15 s. */
const STOP_MS = 20_000;
const LOOK_MS = 100;
const ANSWER_MS = 2_000;

export function builtServer(): string {
  if (existsSync(SERVER)) return SERVER;
  throw new CliError(
    "no_server",
    "There is no server next to this file.",
    "Install the whole package, or start it from a checkout with `npm start`; this file alone is the agents' command.",
    EXIT.notFound,
  );
}

/**
 * The server of this folder or of this user, started if neither runs. It stays when this command ends: the results are
 * there. One given by its address is only used.
 */
export async function withServer(cli: Cli): Promise<Cli> {
  const { io, settings } = cli;
  if (io.env.SQUADROOM_URL || settings.token !== undefined) return cli;
  const isThere = await answers(cli, settings.url);
  if (isThere && existsSync(keyFile(cli))) return cli;
  const isOwn = io.env.SQUADROOM_DATA || existsSync(settings.dataDir);
  const dataDir = isOwn ? settings.dataDir : ownServerDir();
  const isTaken = isThere || (await answers(cli, DEFAULT_URL));
  io.err(`No server is running for this folder. Starting one, with its data in ${dataDir}.\n`);
  const url = await start(cli, dataDir, io.env.SQUADROOM_PORT ?? (isTaken ? "0" : ""));
  const link = await readFile(join(dataDir, "first-link"), "utf8").catch(() => `${url}\n`);
  io.err(`Open the dashboard: ${link}`);
  const stop = asTyped(own("serve --stop"), settings.self);
  io.err(`The server keeps running when this ends. To stop it: ${stop}\n`);
  return { io, settings: { ...settings, url, dataDir } };
}

async function start(cli: Cli, dataDir: string, port: string): Promise<string> {
  const program = builtServer();
  await mkdir(dataDir, { recursive: true });
  const log = join(dataDir, "server.log");
  const output = openSync(log, "a", 0o600);
  const child = spawn(process.execPath, ["--enable-source-maps", program], {
    cwd: dataDir,
    // A terminal's Ctrl-C is for this command, not for the server.
    detached: true,
    stdio: ["ignore", output, output],
    env: { ...cli.io.env, SQUADROOM_DATA: dataDir, ...(port && { SQUADROOM_PORT: port }) },
  });
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  child.once("error", () => {
    hasEnded = true;
  });
  child.unref();
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const url = addressIn(dataDir);
    if (url && (await answers(cli, url))) return url;
    if (hasEnded) break;
    await delay(LOOK_MS);
  }
  const said = readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "";
  throw new CliError("no_server", `The server didn't start. ${said}`, `Its log is ${log}.`);
}

/** @returns what happened, in one sentence */
export async function stopServer(cli: Cli): Promise<string> {
  const { dataDir } = cli.settings;
  const url = addressIn(dataDir);
  const pid = Number(await readFile(join(dataDir, "pid"), "utf8").catch(() => ""));
  // What a killed server left says nothing about who has its pid now.
  if (!url || !(pid > 0) || !(await answers(cli, url))) return `No server is running with its data in ${dataDir}.`;
  process.kill(pid, "SIGTERM");
  for (const until = Date.now() + STOP_MS; Date.now() < until; await delay(LOOK_MS))
    if (addressIn(dataDir) === undefined) return `The server at ${url} has stopped.`;
  throw new CliError("no_answer", `The server at ${url} is still stopping.`, own("serve --stop"));
}

async function answers({ io }: Cli, url: string): Promise<boolean> {
  return io.fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
