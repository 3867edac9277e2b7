import { createHash } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@squadroom/client/http";
import { VERSION } from "@squadroom/core/kernel/version";
import { openGateway } from "./gateway.ts";
import { findHarnesses } from "./harness/harnesses.ts";
import { checkOffers, offersFrom } from "./offers.ts";
import { GUARD_ARG, runGuard, startGuard } from "./process/guard.ts";
import { openLedger } from "./process/ledger.ts";
import { onSignals } from "./process/signals.ts";
import { markEnv } from "./process/table.ts";
import { readProject } from "./project-file.ts";
import { runRunner } from "./runner.ts";
import { openWorkplace } from "./workplace.ts";

/** Prints what harnesses are here, as JSON, and starts nothing; `squadroom doctor` asks for it. */
const FIND_ARG = "--find-harnesses";
const GRACE_MS = 1_500;
/** Its starter was killed: it is gone this much later. */
const ORPHAN_MS = 2_500;

/**
 * Starts agents in this folder as its room asks for them; `squadroom run` writes where, and with which credential, to
 * its stdin.
 */
async function main(args: string[]): Promise<void> {
  const [first, ledgerPath] = args;
  if (first === GUARD_ARG && ledgerPath) return runGuard(ledgerPath);
  if (first === FIND_ARG) return tellHarnesses();
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: "string", multiple: true, default: [] },
      // The room's, if neither the user nor the project's file names one.
      "room-role": { type: "string", multiple: true, default: [] },
      with: { type: "string" },
      model: { type: "string" },
      slots: { type: "string" },
      warm: { type: "boolean", default: false },
    },
  });
  const { url, token } = JSON.parse(await firstLine(process.stdin)) as Record<"url" | "token", string>;
  // Whatever it starts, checks included, has no business with a person's server, doesn't count as a person for the
  // command, and works in its own tree, wherever git pointed when the runner was started (for example from a hook).
  for (const name of Object.keys(process.env))
    if (/^SQUADROOM_|^GIT_(.*_?(DIR|DIRECTORY|DIRECTORIES|FILE|TREE)|PREFIX|NAMESPACE)$/.test(name))
      delete process.env[name];
  process.env.SQUADROOM_AGENT = "1";
  const folder = resolve(".");
  const project = await readProject(folder);
  if ("problems" in project) {
    const said = project.problems.map(({ line, field, message }) => `squadroom.run.json:${line}: ${field} ${message}`);
    throw new Error(said.join("\n"));
  }
  const room = await roomOf(url, token);
  const name = createHash("sha256").update(`${url}\n${room}\n${folder}`).digest("hex");
  const share = process.env.XDG_DATA_HOME || join(homedir(), ".local", "share");
  const [dataDir, locks] = [["runs", name.slice(0, 16)], ["locks"]].map((path) =>
    join(share, "squadroom", ...path),
  ) as [string, string];
  for (const place of [dataDir, locks]) mkdirSync(place, { recursive: true, mode: 0o700 });
  // An existing one may have been open to others.
  chmodSync(dataDir, 0o700);
  const ledger = await openLedger(dataDir, GRACE_MS);
  const guard = startGuard(ledger.path);
  // Also for what checks leave running.
  const own = ledger.expect("project");
  const gateway = await openGateway(url);
  const draining = new AbortController();
  const stopping = new AbortController();
  const stop = () => {
    draining.abort();
    stopping.abort();
  };
  const drain = () => {
    const { drainTimeoutS } = project;
    draining.abort();
    setTimeout(stop, drainTimeoutS * 1000).unref();
  };
  const ignore = onSignals({ drain, stop });
  // Its starter holds the other end, and is gone when it closes.
  process.stdin.on("close", () => {
    stop();
    // The guard ends what is left, whether or not the server hears of it.
    setTimeout(() => process.exit(1), ORPHAN_MS).unref();
  });
  process.stdin.resume();
  // Nobody may read what it says.
  process.stdout.on("error", () => {});
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const words = [values.role, project.roles.map(({ role }) => role), values["room-role"]];
  const named = words.find(({ length }) => length > 0) ?? [];
  const offers = offersFrom(named, project.roles, values);
  try {
    const workplace = await openWorkplace(
      { folder, room, dataDir, locks, mark: markEnv(own) },
      project,
      stopping.signal,
    );
    await checkOffers(offers, positionals, { env: process.env, cwd: folder });
    const options = {
      url,
      token,
      version: VERSION,
      offers,
      argv: positionals,
      slots: Number(values.slots ?? project.slots ?? 2),
      warm: values.warm || project.warm,
      idleMs: project.idleTimeoutS * 1000,
      turnMs: project.turnTimeoutS * 1000,
      startMs: project.startTimeoutS * 1000,
      drainS: project.drainTimeoutS,
    };
    const inside = { gateway, ledger, workplace };
    const signals = { draining: draining.signal, stopping: stopping.signal, say };
    await runRunner(options, inside, signals);
  } finally {
    ignore();
    await gateway.close();
    await ledger.end(own, GRACE_MS).catch(() => false);
    guard.close();
    ledger.release();
  }
}

/** By its id: names of rooms are reused. */
async function roomOf(url: string, token: string): Promise<string> {
  const me = await createClient({ baseUrl: url, token }).call("getMe");
  if (me.kind !== "runner") throw new Error("That is no runner's credential.");
  return me.roomId;
}

/** The rest stays unread: its writer holds the other end. */
async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  let text = "";
  return new Promise((resolve) => {
    const done = () => resolve(text.split("\n", 1)[0] ?? "");
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes("\n")) return;
      input.off("data", read).pause();
      done();
    };
    input.on("data", read).once("end", done);
  });
}

async function tellHarnesses(): Promise<void> {
  const found = await findHarnesses({ env: process.env, cwd: process.cwd() });
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

await main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`squadroom run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
