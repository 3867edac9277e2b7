import { statSync } from "node:fs";
import type { Reply } from "@squadroom/client/call";
import { allRows } from "@squadroom/client/pages";
import { type RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { listedUpTo } from "@squadroom/core/kernel/words";
import { PATTERNS_MAX } from "@squadroom/core/lock/lock";
import type { Command } from "commander";
import { answering, define, number } from "../answer.ts";
import { addOfContract } from "../contract-commands.ts";
import { enterRoom, openDoor, ROOM } from "../door.ts";
import { EXIT } from "../failure.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

type Row = Reply<"listLocks">["data"][number];

/** How long one call waits; it is repeated until the wait ends. */
const CALL_S = 30;

/** Without a lock, a caller stops before its next command: a wait is asked for again, an ended one is over. */
const EXIT_OF = { held: 0, waiting: EXIT.tryAgain, ended: EXIT.state };

/** Who may write which paths. */
export function addLock(program: Command, cli: Cli): void {
  const lock = define(
    program,
    "lock <pattern...>",
    "lock paths or globs, so that nobody else writes them",
    "An agent's lock ends with its task. Any other ends after 120 s, unless you lock the same again. `.` is the whole repository. Quote globs, or your shell expands them.",
  )
    .option(...ROOM)
    .option("--wait", "stand in line where others have them")
    .option("--for <seconds>", "wait so long; 300 unless you say", number(1, 86_400));
  answering(cli, lock, async (_texts, options) => {
    const { call, params } = await enterRoom(await openDoor(cli), options);
    const patterns = lock.args.slice(0, PATTERNS_MAX).map(folderAsGlob);
    const wait = options.wait === true || options.for !== undefined;
    const ask = (waitS: number) => call("takeLock", { params, body: { patterns, wait, waitS } });
    let leftS = wait ? Number(options.for ?? 300) : 0;
    let row = await ask(Math.min(leftS, CALL_S));
    for (leftS -= CALL_S; row.state === "waiting" && leftS > 0; leftS -= CALL_S)
      row = await ask(Math.min(leftS, CALL_S));
    return { data: row, text: tookText(row), exit: EXIT_OF[row.state] };
  });
  const unlock = define(
    program,
    "unlock <lock...>",
    "give up a lock or the wait for it, by its number or pattern",
    "A pattern means your own. A lead gives up what others have by its number or pattern, with `--because`. Of several, all are given up or, where one is refused, none.",
  )
    .option(...ROOM)
    .option("--because <text>", "why, where it is somebody else's");
  answering(cli, unlock, async (_texts, options) => {
    const { call, params } = await enterRoom(await openDoor(cli), options);
    const reason = String(options.because ?? "");
    const [all, me] = await Promise.all([allRows(call, "listLocks", { params, query: { limit: 500 } }), call("getMe")]);
    const isMine = ({ by }: Row) => by.id === me.id;
    const hasReason = reason.trim() !== "";
    const found = unlock.args.map((text) => ({
      text,
      ids: idsOf(text, all, isMine, hasReason),
    }));
    const none = found.filter((one) => one.ids.length === 0).map(({ text }) => text);
    if (none.length > 0) throw noLock(none, all.filter(isMine));
    // What may be refused comes first, one's own last: a refusal leaves everything as it was.
    const rank = (id: number) => {
      const row = all.find((one) => one.id === id);
      return row === undefined ? 0 : isMine(row) ? 2 : 1;
    };
    const ids = new Set(found.flatMap((one) => one.ids).sort((a, b) => rank(a) - rank(b)));
    for (const lockId of ids) await call("releaseLock", { params: { ...params, lockId }, body: { reason } });
    const gone = [...ids].map((id) => {
      const patterns = all.find((one) => one.id === id)?.patterns.join(", ");
      return patterns ? `${id} (${oneLine(patterns)})` : String(id);
    });
    return { data: { lockIds: [...ids] }, text: `Gave up lock ${gone.join("; ")}.` };
  });
}

export const addLocks = addOfContract("locks", {
  listLocks: ({ data }) => (data.length === 0 ? "Nothing is locked." : data.map(lockText).join("\n")),
});

/** An existing folder stands for everything in it. */
function folderAsGlob(text: string): string {
  return statSync(text, { throwIfNoEntry: false })?.isDirectory() ? `${text}/` : text;
}

/**
 * A pattern means one's own locks, held or waited for. Others' are meant if a reason is given, or if none of one's own
 * has it: then the server says whose it is. Those that only wait for it keep their place while somebody holds it.
 */
function idsOf(text: string, all: readonly Row[], isMine: (row: Row) => boolean, hasReason: boolean): number[] {
  if (/^\d+$/.test(text)) return [Number(text)];
  const wanted = folderAsGlob(text).replace(/\/$/, "/**");
  const found = all.filter(({ patterns }) => patterns.includes(wanted));
  const mine = found.filter(isMine);
  const others = found.filter((row) => !isMine(row));
  const held = others.filter(({ state }) => state === "held");
  const theirs = held.length > 0 ? held : others;
  const [first, second] = hasReason ? [theirs, mine] : [mine, theirs];
  return (first.length > 0 ? first : second).map(({ id }) => id);
}

/** Nothing was given up: lists the caller's own, so that one can be named. */
function noLock(patterns: readonly string[], mine: readonly Row[]): RefusalError {
  const own = mine.map((row) => `${row.id} (${row.patterns.join(", ")})`);
  const yours = own.length === 0 ? "You have no lock" : `Yours: ${listedUpTo(10, own)}`;
  const message = `No lock has the pattern ${listedUpTo(10, patterns)}, so nothing was given up. ${yours}.`;
  return refuse("lock_unknown", message, { patterns });
}

function tookText(row: Reply<"takeLock">): string {
  if (row.state === "ended") return `You don't have it: lock ${row.id} ${endedText(row)}.`;
  const what = oneLine(row.patterns.join(", "));
  if (row.state === "held") return `You have locked ${what}, as lock ${row.id}.`;
  const circle = row.circle ? ` Waiting in a circle: ${oneLine(row.circle.join(", "))}.` : "";
  return `You wait for ${what}, as lock ${row.id}, behind ${behind(row)}.${circle} Run the same command again to go on waiting.`;
}

function endedText({ ended }: Reply<"takeLock">): string {
  if (!ended) return "ended with its task";
  if (ended.how === "expired") return "ended, because nobody renewed it in time";
  const why = ended.reason === "" ? "" : `: ${oneLine(ended.reason)}`;
  return `was given up by ${oneLine(ended.by)}${why}`;
}

function behind({ waitsFor }: Pick<Row, "waitsFor">): string {
  const named = waitsFor.map(({ by, taskId }) => (taskId ? `${by} (${taskId})` : by));
  return oneLine([...new Set(named)].join(", "));
}

function lockText(row: Row): string {
  const task = row.taskId ? `, ${row.taskId}` : "";
  const until = row.endsAt === null ? `until ${row.taskId} leaves its hand` : `until ${dated(row.endsAt)}`;
  const state = row.state === "held" ? `held ${until}` : `waits for ${behind(row)}`;
  return `${row.id} ${oneLine(row.patterns.join(" "))} [${oneLine(row.by.name)}${task}] ${state}`;
}
