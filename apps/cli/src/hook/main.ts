import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { AgentStates, ended } from "../agent-state.ts";
import { readConnections } from "../connect/connections.ts";
import { asksInSkills, versionOf } from "../connect/version.ts";
import { AGENT_MARK } from "../harness.ts";
import { versionNote, withVersions } from "../other-version.ts";
import { ancestry, hostAbove, watchParents } from "../parents.ts";
import { readSettings } from "../settings.ts";
import { actOn, isNew, isOver } from "./acts.ts";
import { lightFetch } from "./light-fetch.ts";
import { answerFor, findSeat } from "./seat.ts";
import {
  answerOf,
  BEFORE_SKILLS,
  EVENTS,
  type EventKind,
  HOOKED,
  isReadable,
  type Outcome,
  readEvent,
} from "./shapes.ts";

/** A harness that says nothing within this time won't say anything, ms. */
const STDIN_MS = 5_000;
/** Ends before the harness ends it, s: for a person's word, and for the next task. */
const WAIT_S = { before: 3_500, stop: 28_500, start: 0, after: 0, sign: 0 };
/** When a call without an answer is denied, as a share of the time that it may wait. */
const LATE = 1.01;
/** The only exit code of a hook that keeps every harness from running the tool, if stderr says why. */
const BLOCKS = 2;

/** One event of a harness: the event on stdin, the answer on stdout. */
async function main(args: readonly string[]): Promise<void> {
  const harness = HOOKED.find((one) => one === option(args, "--for"));
  const kind = EVENTS.find((one) => one === option(args, "--on"));
  if (!harness || !kind) {
    const usage = `--for ${HOOKED.join("|")} --on ${EVENTS.join("|")}`;
    throw new Error(`The hook is called with ${usage}.`);
  }
  const named = option(args, "--event") ?? null;
  const event = readEvent(kind, parse(await readStdin()), process.cwd(), named);
  const script = process.argv[1] ?? "";
  // Where `connect` put this file, whatever the environment says: that is what made it run.
  const { SQUADROOM_STATE: _, ...env } = process.env;
  const settings = readSettings({ env, cwd: event.cwd, self: "", script });
  const versions = withVersions(lightFetch);
  const asking = {
    harness,
    session: event.session,
    cwd: event.cwd,
    folder: option(args, "--in") ?? null,
    ancestry,
    fetch: versions.fetch,
  };
  const connections = readConnections(dirname(dirname(script)));
  const states = new AgentStates(settings.stateDirs);
  const standing = await findSeat(states, connections, asking, isNew(event));
  if (standing.is === "open") return;
  if (kind === "start") markShells(env.CLAUDE_ENV_FILE);
  let outcome: Outcome;
  if (standing.is === "closed") outcome = failed(kind, `${standing.why} ${WAY_OUT}`);
  else if (!isReadable(event)) outcome = failed(kind, `${UNREADABLE} ${WAY_OUT}`);
  else {
    const { seat } = standing;
    const waitS = Number(option(args, "--wait") ?? WAIT_S[kind]);
    await answerFor(seat, event.session);
    const around = { ...asking, host: hostAbove, now: Date.now, watch: watchParents, waitS };
    try {
      outcome = await inTime(kind, waitS, actOn(seat, event, around));
    } catch (error) {
      if (isOver(error)) await seat.update(ended(seat.state));
      const reason = error instanceof Error ? error.message : String(error);
      outcome = failed(kind, `Squadroom couldn't be asked: ${reason}`);
    }
  }
  const isBehind = args.includes(BEFORE_SKILLS) && kind === "start" && asksInSkills(await versionOf(harness, env));
  const note = (isBehind ? UPDATED : "") + versionNote(versions.theirs(), settings.stateDirs[0]);
  if (note !== "" && outcome.act === "tell") outcome = { ...outcome, text: outcome.text + note };
  process.stdout.write(answerOf(harness, event, outcome));
}

/** Where the harness reads what its shells begin with: they are an agent's, and have nothing of a person's. */
function markShells(file: string | undefined): void {
  if (!file) return;
  const lines = [`export ${AGENT_MARK}=1`, "unset SQUADROOM_DATA SQUADROOM_TOKEN SQUADROOM_PERSON"];
  appendFileSync(file, `${lines.join("\n")}\n`);
}

const WAY_OUT =
  "This folder is guarded, so no tool runs until a person connects it again with `squadroom connect`, or takes the guard away with `squadroom disconnect`. Tell your person, and end your turn.";
const UPDATED =
  "Your client was updated since it was connected, and nobody judges shell commands in skills. Load no skill, and tell your person to run `squadroom connect` again.\n";
const UNREADABLE = "Squadroom's hook can't read this call: your client is newer than the hook, or sent nothing.";

/** A tool that nobody could check does not run. */
function failed(kind: EventKind, reason: string): Outcome {
  if (kind === "before") return { act: "deny", reason };
  if (kind === "start") return { act: "tell", text: `Squadroom didn't let you in. ${reason}` };
  process.stderr.write(`squadroom: ${reason}\n`);
  return { act: "nothing" };
}

/** A server that stays silent must not lead the harness to end the hook and run the tool. */
function inTime<T>(kind: EventKind, waitS: number, answer: Promise<T>): Promise<T> {
  if (kind !== "before") return answer;
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${waitS} s`)), waitS * 1000 * LATE);
  });
  return Promise.race([answer, late]);
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readStdin(): Promise<string> {
  const { stdin } = process;
  const patience = setTimeout(() => stdin.destroy(), STDIN_MS);
  let text = "";
  try {
    for await (const chunk of stdin.setEncoding("utf8")) text += chunk;
  } catch {
    // It was silent: the event says enough.
  } finally {
    clearTimeout(patience);
  }
  return text;
}

function crash(error: unknown): never {
  process.stderr.write(`squadroom: ${error instanceof Error ? error.message : String(error)}\n`);
  // At the end of a turn this code would keep the harness from ever ending it.
  process.exit(/^(start|after|stop|sign)$/.test(option(process.argv, "--on") ?? "") ? 1 : BLOCKS);
}

process.on("uncaughtException", crash);
// An open socket would keep the process alive, and the harness waits for its end.
await main(process.argv.slice(2)).then(() => process.exit(0), crash);
