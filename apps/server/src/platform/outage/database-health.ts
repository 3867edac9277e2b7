import { type Cause, causeOf } from "./cause.ts";
import type { OutageLog } from "./outage.ts";

/** How long an outage lasts before people and load balancers are told, ms. */
export const TOLD_AFTER_MS = 3_000;
/** How long a refused commit counts, unless another one is accepted, ms. */
const REFUSED_MS = 5_000;
const WATCH_MS = 500;

export interface Trouble {
  state: Cause["state"];
  /** Follows "the database": "its disk is full". */
  words: string;
  /** How long it has lasted, ms. */
  forMs: number;
}

/** How the database is, as this process learns from everything that it asks it. */
export interface DatabaseHealth {
  /** `false`: the error is no sign of an outage. */
  failed(error: unknown): boolean;
  /** A write sent at that time went through, by the steady clock. */
  worked(sentAt: number): void;
  /** The same for a commit. */
  committed(): void;
  /** Trouble that has lasted long enough to be reported. */
  trouble(): Trouble | null;
  /** Whether anything has failed since all was last well. */
  isFailing(): boolean;
  /** Calls back when there is trouble to report, when it changes, and when it is over. */
  onChanged(listener: (trouble: Trouble | null) => void): void;
  /** From now on a process that hears nothing is in trouble, too. */
  watch(): void;
  /** The same log, without what an outage makes others say: that is said once. */
  quieten<L extends Quiet>(log: L): L;
  close(): void;
}

type Quiet = {
  error: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
};

export function createDatabaseHealth(log: OutageLog, now: () => number = () => performance.now()): DatabaseHealth {
  const listeners: ((trouble: Trouble | null) => void)[] = [];
  let open: { since: number; cause: Cause } | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let workedAt = now();
  let lookedAt = now();
  let told: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  function begin(cause: Cause, error: unknown): void {
    if (open?.cause.words === cause.words) return;
    // A database that stops is first unwell and then gone: one outage, with its first cause.
    if (open && open.cause.state === cause.state) return;
    const since = open?.since ?? now();
    open = { since, cause };
    const { code, words } = cause;
    log.error({ code, err: error }, `the database can't be used: ${words}; the next line comes when this ends`);
  }

  function end(): void {
    if (!open) return;
    const lengthS = Math.round((now() - open.since) / 100) / 10;
    open = null;
    refusedAt = Number.NEGATIVE_INFINITY;
    log.notice({ lengthS }, `the database works again, after ${lengthS} s`);
    tell();
  }

  function failed(error: unknown): boolean {
    const cause = causeOf(error);
    if (!cause) return false;
    failedAt = now();
    // What a small row may do, a commit may not.
    if (error instanceof Error && error.name === "DatabaseRefused") refusedAt = failedAt;
    begin(cause, error);
    return true;
  }

  function worked(sentAt: number): void {
    workedAt = Math.max(workedAt, sentAt);
    if (sentAt >= failedAt && now() - refusedAt > REFUSED_MS) end();
  }

  function trouble(): Trouble | null {
    if (!open) return null;
    const forMs = now() - open.since;
    return forMs < TOLD_AFTER_MS ? null : { state: open.cause.state, words: open.cause.words, forMs };
  }

  function tell(): void {
    const present = trouble();
    const text = present && `${present.state} ${present.words}`;
    if (text === told) return;
    told = text;
    for (const listener of listeners) listener(present);
  }

  function look(): void {
    // A process that stood still itself, or whose machine slept, heard nothing for that reason alone.
    const stoodStillMs = now() - lookedAt - WATCH_MS;
    if (stoodStillMs > WATCH_MS) workedAt += stoodStillMs;
    lookedAt = now();
    const silentMs = now() - workedAt;
    if (!open && silentMs > TOLD_AFTER_MS) {
      const words = "it doesn't answer";
      begin({ state: "unreachable", code: "NO_ANSWER", words, isPassing: true }, undefined);
      if (open) (open as { since: number }).since = workedAt;
    }
    tell();
  }

  return {
    failed,
    worked,
    committed() {
      refusedAt = Number.NEGATIVE_INFINITY;
    },
    trouble,
    isFailing: () => open !== null,
    onChanged: (listener) => void listeners.push(listener),
    watch() {
      workedAt = lookedAt = now();
      timer ??= setInterval(look, WATCH_MS);
      timer.unref();
    },
    quieten: (to) =>
      Object.assign(Object.create(to), {
        error: (details: object, message: string) => {
          if (!("err" in details && failed(details.err))) to.error(details, message);
        },
        warn: (details: object, message: string) => {
          if (!("err" in details && failed(details.err))) to.warn(details, message);
        },
      }),
    close() {
      if (timer) clearInterval(timer);
    },
  };
}
