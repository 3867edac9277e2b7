import { AgentStates } from "../agent-state.ts";
import { versionNote, withVersions } from "../other-version.ts";
import { ancestry, watchParents } from "../parents.ts";
import { readSettings } from "../settings.ts";
import { actOn, isOver } from "./acts.ts";
import { lightFetch } from "./light-fetch.ts";
import { findSeat } from "./seat.ts";
import { answerOf, EVENTS, HOOKED, type Outcome, readEvent } from "./shapes.ts";

/** A harness that says nothing within this time says nothing, ms. */
const STDIN_MS = 5_000;
/** Ends before the harness ends it, s: for a person's word, and for the next task. */
const WAIT_S = { before: 3_500, stop: 28_500, start: 0, after: 0 };

/** One event of a harness: what it says on stdin, the answer on stdout. */
async function main(args: readonly string[]): Promise<void> {
  const harness = HOOKED.find((one) => one === option(args, "--for"));
  const kind = EVENTS.find((one) => one === option(args, "--on"));
  if (!harness || !kind) {
    const usage = `--for ${HOOKED.join("|")} --on ${EVENTS.join("|")}`;
    throw new Error(`The hook is called with ${usage}.`);
  }
  const event = readEvent(kind, parse(await readStdin()), process.cwd());
  const script = process.argv[1] ?? "";
  const settings = readSettings({ env: process.env, cwd: event.cwd, self: "", script });
  const versions = withVersions(lightFetch);
  const asking = {
    harness,
    session: event.session,
    cwd: event.cwd,
    ancestry,
    fetch: versions.fetch,
  };
  const seat = await findSeat(new AgentStates(settings.stateDirs), asking, kind === "start");
  // Nobody was connected here: the harness works as if there were no hook.
  if (!seat) return;
  const waitS = Number(option(args, "--wait") ?? WAIT_S[kind]);
  const around = { ...asking, now: Date.now, watch: watchParents, waitS };
  let outcome: Outcome = { act: "nothing" };
  try {
    outcome = await actOn(seat, event, around);
  } catch (error) {
    if (isOver(error)) await seat.update({ kept: null });
    const reason = error instanceof Error ? error.message : String(error);
    // A tool that nobody could check does not run.
    if (kind === "before")
      outcome = { act: "deny", reason: `Squadroom couldn't be asked: ${reason}` };
    else if (kind === "start")
      outcome = { act: "tell", text: `Squadroom didn't let you in: ${reason}` };
    else process.stderr.write(`squadroom: ${reason}\n`);
  }
  const note = versionNote(versions.theirs(), settings.stateDirs[0]);
  if (note !== "" && outcome.act === "tell") outcome = { ...outcome, text: outcome.text + note };
  process.stdout.write(answerOf(harness, kind, outcome));
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

// An open socket would keep the process, and the harness waits for its end.
await main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`squadroom: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
