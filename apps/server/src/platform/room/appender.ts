import postgres, { type Sql } from "postgres";
import { appendCall, MAX_SKEW_MS } from "../../db/append-sql.ts";
import { type Cause, causeOf } from "../outage/cause.ts";
import type { AppendBytes, RoomOutcome } from "./batch.ts";

/** The commit's fate could not be learned in time; only the same request under the same key settles it. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/** Postgres refused the data of a batch: some command is at fault, nothing was written. */
export class DataFault extends Error {
  override readonly name = "DataFault";
}

/** The database accepts no writes now, whatever they are: nothing was written, and the same may succeed later. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
  constructor(
    readonly why: Cause,
    options: ErrorOptions,
  ) {
    super(`the database refuses to write: ${why.words}`, options);
  }
}

/** This process's clock differs from the database's: nothing was written. */
export class ClockSkew extends Error {
  override readonly name = "ClockSkew";
  constructor(readonly skewMs: number) {
    super(`this process's clock differs from the database's by ${skewMs} ms`);
  }
}

export interface Appender {
  /** Commits or learns why not; resubmits the same bytes for as long as the outcome is unknown. */
  append(bytes: AppendBytes): Promise<RoomOutcome[]>;
  /** Called when the database was out of reach and is back. */
  onRecovered(listener: () => void): void;
  close(): Promise<void>;
}

/** SQLSTATE classes that mean: executed, refused for its data, rolled back. */
const DATA_CLASSES = ["22", "23", "42", "P0", "54"];
/** Rolled back for a passing reason: deadlock, serialisation, lock or statement time-out. */
const PASSING = ["40001", "40P01", "55P03", "57014"];
const READ_ONLY = "25006";

type Verdict =
  | { kind: "judged"; rooms: RoomOutcome[] }
  /** Nothing was written, in either case. */
  | { kind: "late" }
  | { kind: "skewed"; skewMs: number };

/** Submissions that fit into the time to settle: a silent connection is abandoned after its share. */
const SUBMISSIONS_MIN = 3;

export function createAppender(options: {
  url: string;
  /** How long an unknown outcome is resubmitted before the callers are told so, ms. */
  settleMs: number;
  /** The database's clock as estimated by this process, epoch ms. */
  now: () => number;
  log: (line: string, error?: unknown) => void;
  /** Called for each batch that the database has judged, with how long that took, ms. */
  onJudged?: (tookMs: number) => void;
  /** For tests: comes between the committer and the database. */
  connect?: (url: string) => Sql;
}): Appender {
  const open = options.connect ?? connect;
  let sql = open(options.url);
  const recovered: (() => void)[] = [];

  async function append(bytes: AppendBytes): Promise<RoomOutcome[]> {
    const began = performance.now();
    const deadline = began + options.settleMs;
    /** A submission got no answer: it may have been executed, or may be yet. */
    let isUnknown = false;
    let correctionMs = 0;
    let cause: unknown;
    for (let attempt = 0; ; attempt++) {
      const isOver = () => performance.now() >= deadline;
      try {
        const verdict = await submit(bytes, correctionMs);
        if (isUnknown) for (const listener of recovered) listener();
        if (verdict.kind === "judged") options.onJudged?.(performance.now() - began);
        if (verdict.kind === "skewed") {
          if (!isUnknown) throw new ClockSkew(verdict.skewMs);
          correctionMs += verdict.skewMs;
        } else if (verdict.kind === "judged") {
          if (!isUnknown) return verdict.rooms;
          const rooms = verdict.rooms.map((room) => ({ ...room, again: true }));
          // What holds a room may be the first submission itself: only a swap tells, won or lost.
          if (!rooms.some(({ outcome }) => outcome === "busy")) return rooms;
          if (isOver()) return rooms.map(unlessSettled);
        }
      } catch (error) {
        if (error instanceof ClockSkew) throw error;
        const code = codeOf(error);
        const why = causeOf(error);
        if (why?.state === "refusing") {
          // A session that began on a standby, or under a setting, stays as it is: the next one may be better.
          if (why.code === READ_ONLY) renew(sql);
          // What an earlier submission did is still to be learned.
          if (!isUnknown) throw new DatabaseRefused(why, { cause: error });
        } else if (isData(code)) throw new DataFault("the database refused a batch", { cause: error });
        cause = error;
        if (!PASSING.includes(code)) {
          if (!isUnknown) {
            const line = `Connection to the database lost (${code}); resubmitting until the outcome is known.`;
            options.log(line, error);
          }
          isUnknown = true;
        }
      }
      if (isOver()) throw new OutcomeUnknown("the database did not answer in time", { cause });
      await new Promise((resolve) => setTimeout(resolve, Math.min(500, 10 * 2 ** attempt)));
    }
  }

  /** One submission. A connection that stays silent is abandoned: what it carries may be executed late. */
  async function submit(bytes: AppendBytes, correctionMs: number): Promise<Verdict> {
    const used = sql;
    const began = performance.now();
    const parameters = [String(options.now() + correctionMs), ...bytes] as string[];
    const answer = used.unsafe<{ outcome: { skew?: number; rooms?: RoomOutcome[] } }[]>(appendCall, parameters, {
      prepare: true,
    });
    const [row] = await within(options.settleMs / SUBMISSIONS_MIN, answer, () => renew(used));
    if (!row) throw new Error("append answered nothing");
    const { skew, rooms = [] } = row.outcome;
    if (skew === undefined) return { kind: "judged", rooms };
    // What was under way for long arrives with an old time, by a clock that may well be right.
    const isLate = skew > 0 && skew <= performance.now() - began + MAX_SKEW_MS / 2;
    return isLate ? { kind: "late" } : { kind: "skewed", skewMs: skew };
  }

  function renew(used: Sql): void {
    if (used === sql) sql = open(options.url);
    used.end({ timeout: 0 }).catch(() => undefined);
  }

  return {
    append,
    onRecovered: (listener) => void recovered.push(listener),
    close: () => sql.end({ timeout: 5 }),
  };
}

function unlessSettled(room: RoomOutcome): RoomOutcome {
  return room.outcome === "busy" ? { ...room, outcome: "unknown" } : room;
}

/**
 * @throws an error with code `NO_ANSWER` if the limit passes first; then `giveUp` is called. A process that stood still
 * reads what has come in meanwhile before it judges by its clock.
 */
async function within<T>(limitMs: number, answer: PromiseLike<T>, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isAnswered = false;
  const late = new Promise<never>((_, reject) => {
    const judge = () => {
      if (isAnswered) return;
      giveUp();
      reject(Object.assign(new Error(`no answer within ${limitMs} ms`), { code: "NO_ANSWER" }));
    };
    timer = setTimeout(() => setImmediate(() => setImmediate(judge)), limitMs);
  });
  return await Promise.race([answer, late]).finally(() => {
    isAnswered = true;
    clearTimeout(timer);
  });
}

function connect(url: string): Sql {
  return postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 5,
    backoff: () => 0.1,
    onnotice: () => undefined,
    connection: { application_name: "squadroom-committer", statement_timeout: 10_000 },
  });
}

export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

export function isData(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && DATA_CLASSES.some((known) => code.startsWith(known)) && !PASSING.includes(code);
}
