import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { DELETE_MIN_S, PERIOD_MAX_S, PERIOD_MIN_S } from "@squadroom/core/retention/periods";
import type { Command } from "commander";
import { define, group } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { forPeople, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns, dated, shortened } from "../words.ts";

type Shown = Reply<"getRetention">;
type Period = Shown["periods"]["completed"];

const UNITS = { m: 60, h: 3600, d: 24 * 3600 } as const;

/** How long ended sessions are kept. */
export function addRetention(program: Command, cli: Cli): void {
  const retention = group(
    program,
    "retention",
    "how long ended sessions are kept: show, set, run, hold, release, restore",
  );
  addContract(retention, cli, { getRetention: shownText });
  addSet(retention, cli);
  addRun(retention, cli);
}

function addSet(retention: Command, cli: Cli): void {
  const command = inRoom(
    define(
      retention,
      "set",
      "set how long sessions are kept",
      "--completed and --failed count from the end of a session until it is archived, the others from then until it is deleted: 90m, 24h, 30d.",
    ),
  )
    .option("--completed <period>", "until completed and stopped sessions are archived", archive)
    .option("--failed <period>", "until failed sessions are archived", archive)
    .option("--completed-deleted <period>", "until they are deleted", deletion)
    .option("--failed-deleted <period>", "until they are deleted", deletion);
  forPeople(cli, command, async ({ call, params }, _, options) => {
    const { periods } = await call("getRetention", { params });
    const set = ({ archiveAfterS, deleteAfterS }: Period, archive: unknown, deleted: unknown) => ({
      archiveAfterS: (archive as number | undefined) ?? archiveAfterS,
      deleteAfterS: (deleted as number | undefined) ?? deleteAfterS,
    });
    const body = {
      completed: set(periods.completed, options.completed, options.completedDeleted),
      failed: set(periods.failed, options.failed, options.failedDeleted),
    };
    const reply = await call("setRetention", { params, body });
    return { data: reply, text: periodsText(reply.periods) };
  });
}

function addRun(retention: Command, cli: Cli): void {
  const command = inRoom(
    define(
      retention,
      "run",
      "archive and delete now what is due; it happens by itself within minutes",
      "With --dry-run it changes nothing, and lists what would happen now and what comes next.",
    ),
  ).option("--dry-run", "change nothing, say what would happen");
  forPeople(cli, command, async ({ call, params }, _, options) => {
    if (options.dryRun === true) {
      const shown = await call("getRetention", { params });
      return { data: shown, text: shownText(shown) };
    }
    const reply = await call("runRetention", { params });
    const { archived, deleted } = reply;
    return {
      data: reply,
      text: `${doneText(archived, "archived")}\n${doneText(deleted, "deleted")}`,
    };
  });
}

function doneText(ids: readonly number[], done: string): string {
  const which = ids.length === 0 ? "" : `: ${ids.join(", ")}`;
  return `${counted(ids.length, "session")} ${done}${which}.`;
}

function shownText({ periods, next, archived, held, counts, now }: Shown): string {
  const row = (does: string) => (one: Shown["next"][number]) => {
    const at = one.dueAt ?? now;
    const when = at <= now ? "due now" : dated(at);
    return [String(one.sessionId), one.end, `${does} ${when}`, shortened(oneLine(one.title), 60)];
  };
  const kept = held.map(({ sessionId, title, held: by }) => [
    String(sessionId),
    "held",
    `by ${by?.by}: ${oneLine(by?.reason ?? "")}`,
    shortened(oneLine(title), 60),
  ]);
  const all = [...next.map(row("archived")), ...archived.map(row("deleted")), ...kept];
  const list = all.length === 0 ? "No ended sessions." : columns(all, "");
  const sums = `${counts.kept} kept, ${counts.archived} archived, ${counts.deleted} deleted, ${counts.held} held.`;
  return `${periodsText(periods)}\n${sums}\n\n${list}`;
}

function periodsText({ completed, failed }: Shown["periods"]): string {
  const text = ({ archiveAfterS, deleteAfterS }: Period) =>
    `archived ${lengthText(archiveAfterS)} after their end and deleted ${lengthText(deleteAfterS)} later`;
  return `Completed and stopped sessions are ${text(completed)}; failed ones are ${text(failed)}.`;
}

/** "24 h", "30 d". */
function lengthText(seconds: number): string {
  if (seconds % UNITS.d === 0 && seconds > UNITS.d) return `${seconds / UNITS.d} d`;
  return seconds % UNITS.h === 0 ? `${seconds / UNITS.h} h` : `${Math.round(seconds / UNITS.m)} min`;
}

/** `24h`. */
function periodOf(text: string, leastS: number): number {
  const [, n, unit] = /^\s*(\d+)\s*([mhd])\s*$/.exec(text) ?? [];
  if (n === undefined) throw new CliError("bad_request", `"${text}" is no period.`, "Write it like 90m, 24h or 7d.");
  const seconds = Number(n) * UNITS[unit as keyof typeof UNITS];
  if (seconds >= leastS && seconds <= PERIOD_MAX_S) return seconds;
  const message = `${text.trim()} is too ${seconds < leastS ? "short" : "long"}.`;
  const advice = `Give from ${lengthText(leastS)} to ${lengthText(PERIOD_MAX_S)}.`;
  throw new CliError("bad_request", message, advice);
}
const archive = (text: string) => periodOf(text, PERIOD_MIN_S);
const deletion = (text: string) => periodOf(text, DELETE_MIN_S);
