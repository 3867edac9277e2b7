import { stat } from "node:fs/promises";
import { UnreachableError } from "@squadroom/client/answer";
import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { BUILT_IN_AS_OF } from "@squadroom/core/price/built-in";
import type { FoundHarness } from "@squadroom/core/run/run";
import type { Command } from "commander";
import { AgentStates } from "../agent-state.ts";
import { answering, define } from "../answer.ts";
import { isLoopback, keyFile } from "../door.ts";
import { EXIT } from "../failure.ts";
import { keptFor } from "../kept-seat.ts";
import { own } from "../own-command.ts";
import { findHarnesses } from "../runner-program.ts";
import type { Cli } from "../settings.ts";
import { lasted } from "../words.ts";

interface Check {
  name: string;
  state: "ok" | "wrong" | "skipped";
  found: string;
  /** What to do if it is wrong. */
  advice?: string;
}

/** The server accepts keys at most ten minutes ahead. */
const SKEW_MS = 5 * 60_000;
const TIMEOUT_MS = 5000;

export function addDoctor(program: Command, given: Cli): void {
  const command = define(
    program,
    "doctor",
    "check that everything this command needs is in place, and say how to fix what is not",
    `Exit code ${EXIT.failed}: something is wrong.`,
  );

  answering(given, command, async () => {
    const known = await asKept(given);
    const { checks: server, isThere } = await checkServer(known);
    const checks = [
      checkNode(process.versions.node),
      ...server,
      await checkToken(known, isThere),
      await checkState(known),
      await checkKey(known),
      { name: "Models", state: "ok" as const, found: `prices and classes of ${BUILT_IN_AS_OF}` },
      ...checkHarnesses(await findHarnesses(given.io)),
    ];
    const isOk = checks.every(({ state }) => state !== "wrong");
    const text = checks.map(({ name, state, found, advice }) => {
      const mark = { ok: "ok   ", wrong: "WRONG", skipped: "–    " }[state];
      return `${mark} ${name}: ${found}${advice ? ` ${advice}` : ""}`;
    });
    return { data: { ok: isOk, checks }, text: text.join("\n"), exit: isOk ? 0 : EXIT.failed };
  });
}

/** With server and credential of the agent that joined in this folder, if there is one. */
async function asKept({ io, settings }: Cli): Promise<Cli> {
  if (settings.token !== undefined) return { io, settings };
  const kept = await keptFor({ io, settings }, new AgentStates(settings.stateDirs));
  if (!kept) return { io, settings };
  return { io, settings: { ...settings, token: kept.token, url: kept.state.url } };
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (isNew) return { name: "Node", state: "ok", found: version };
  return {
    name: "Node",
    state: "wrong",
    found: `${version}.`,
    advice: "Install Node 20.19, 22.12, 24 or newer.",
  };
}

async function checkServer({ io, settings }: Cli): Promise<{ checks: Check[]; isThere: boolean }> {
  const { url } = settings;
  const before = io.now();
  try {
    const response = await io.fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const health = (await response.json().catch(() => null)) as { version?: unknown } | null;
    if (typeof health?.version !== "string")
      throw new Error(`something other than Squadroom answers there (${response.status})`);
    return {
      isThere: true,
      checks: [
        {
          name: "Server",
          state: "ok",
          found: `${url}, version ${health.version}, answers in ${io.now() - before} ms`,
        },
        checkClock(response.headers.get("date"), io.now()),
      ],
    };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "";
    const advice = `Start it: \`${own("serve")}\`, or \`npm start\` in its checkout. Or set SQUADROOM_URL to its address.`;
    return {
      isThere: false,
      checks: [{ name: "Server", state: "wrong", found: `${url} does not answer: ${reason}.`, advice }],
    };
  }
}

export function checkClock(date: string | null, now: number): Check {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return { name: "Clock", state: "skipped", found: "the server does not say its time" };
  const skew = now - at;
  const found = `${lasted(Math.abs(skew))} ${skew < 0 ? "behind" : "ahead of"} the server`;
  if (Math.abs(skew) < SKEW_MS)
    return {
      name: "Clock",
      state: "ok",
      found: Math.abs(skew) < 2000 ? "same as the server's" : found,
    };
  return {
    name: "Clock",
    state: "wrong",
    found: `${found}.`,
    advice: "Set this machine's clock; the server may refuse keys made with a wrong one.",
  };
}

async function checkToken({ io, settings }: Cli, isThere: boolean): Promise<Check> {
  const name = "Token";
  const { token, url } = settings;
  if (!token)
    return {
      name,
      state: "skipped",
      found: "no agent has joined in this folder, and SQUADROOM_TOKEN is not set",
    };
  if (!isThere) return { name, state: "skipped", found: "cannot be checked without the server" };
  try {
    const me = await createClient({ baseUrl: url, token, fetch: io.fetch, retries: 1 }).call("getMe");
    if (me.kind === "agent") {
      return {
        name,
        state: "ok",
        found: `${me.name} in ${me.roomName}, for ${me.roles.join(", ")}`,
      };
    }
    return {
      name,
      state: "wrong",
      found: "it is not an agent's.",
      advice: "Use the token of an agent's credential.",
    };
  } catch (error) {
    if (!(error instanceof RefusalError) && !(error instanceof UnreachableError)) throw error;
    const advice = `Make another with \`${own("credential create")}\` and set SQUADROOM_TOKEN to it.`;
    return { name, state: "wrong", found: error.message, advice };
  }
}

async function checkState({ settings: { stateDirs } }: Cli): Promise<Check> {
  const name = "State";
  const place = await new AgentStates(stateDirs).place();
  if (place !== null) return { name, state: "ok", found: place };
  const found = `${stateDirs.join(", ")}: this user can write to none of them.`;
  const advice = "Set SQUADROOM_STATE to a directory this user can write to.";
  return { name, state: "wrong", found, advice };
}

/** Matters only to people on the server's machine. */
async function checkKey(cli: Cli): Promise<Check> {
  const name = "Local key";
  if (cli.settings.agentMark !== undefined)
    return { name, state: "skipped", found: "it is for people, and an agent runs this" };
  const file = keyFile(cli);
  if (!isLoopback(cli.settings.url)) return { name, state: "skipped", found: "the server is on another machine" };
  const found = await stat(file).catch(() => null);
  if (!found) {
    return {
      name,
      state: "skipped",
      found: `no ${file}; people's commands need it: set SQUADROOM_DATA to the server's data directory`,
    };
  }
  if ((found.mode & 0o077) !== 0) {
    const advice = `Other users can read it. Run \`chmod 600 ${file}\`.`;
    return { name, state: "wrong", found: `${file}.`, advice };
  }
  return { name, state: "ok", found: file };
}

/** What `squadroom run --with` finds. Nobody needs all of them, so a missing one is not wrong. */
export function checkHarnesses(all: FoundHarness[] | null): Check[] {
  if (!all) return [{ name: "Harnesses", state: "skipped", found: "there is no runner next to this file" }];
  return all.map(({ name, version, isSignedIn, missing, install }): Check => {
    if (version === null) return { name, state: "skipped", found: missing ?? "", advice: `Run \`${install}\`.` };
    if (isSignedIn === true) return { name, state: "ok", found: `${version}, signed in` };
    if (isSignedIn === null) return { name, state: "ok", found: `${version}; whether it is signed in can't be told` };
    const advice = "Start it once and sign in, or set its key.";
    return { name, state: "skipped", found: `${version}, not signed in.`, advice };
  });
}
