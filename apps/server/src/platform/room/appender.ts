import postgres, { type Sql } from "postgres";
import { appendCall } from "../../db/append-sql.ts";
import type { AppendBytes, RoomOutcome } from "./batch.ts";

/** The commit's fate could not be learned in time; only the same request under the same key settles it. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/** Postgres refused the data of a batch: some command is at fault, nothing was written. */
export class DataFault extends Error {
  override readonly name = "DataFault";
}

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

export function createAppender(options: {
  url: string;
  /** How long an unknown outcome is resubmitted before the callers are told so, ms. */
  settleMs: number;
  log: (line: string, error?: unknown) => void;
  /** For tests: stands between the committer and the database. */
  connect?: (url: string) => Sql;
}): Appender {
  const sql = (options.connect ?? connect)(options.url);
  const recovered: (() => void)[] = [];

  async function append(bytes: AppendBytes): Promise<RoomOutcome[]> {
    const deadline = Date.now() + options.settleMs;
    let wasLost = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const [row] = await sql.unsafe<
          { outcome: { now: number; skew?: number; rooms?: RoomOutcome[] } }[]
        >(appendCall, bytes as string[], { prepare: true });
        if (!row) throw new Error("append answered nothing");
        if (wasLost) for (const listener of recovered) listener();
        if (row.outcome.skew !== undefined) throw new ClockSkew(row.outcome.skew);
        return row.outcome.rooms ?? [];
      } catch (error) {
        if (error instanceof ClockSkew) throw error;
        const code = codeOf(error);
        if (isData(code)) throw new DataFault("the database refused a batch", { cause: error });
        if (!PASSING.includes(code)) {
          if (!wasLost)
            options.log(
              `Connection to the database lost (${code}); resubmitting until the outcome is known.`,
            );
          wasLost = true;
        }
        if (Date.now() >= deadline)
          throw new OutcomeUnknown("the database did not answer in time", { cause: error });
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, 10 * 2 ** attempt)));
      }
    }
  }

  return {
    append,
    onRecovered: (listener) => void recovered.push(listener),
    close: () => sql.end({ timeout: 5 }),
  };
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
  return (
    /^[0-9A-Z]{5}$/.test(code) &&
    DATA_CLASSES.some((known) => code.startsWith(known)) &&
    !PASSING.includes(code)
  );
}
