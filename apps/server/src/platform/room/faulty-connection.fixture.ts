import postgres, { type Sql } from "postgres";

/** What becomes of one call of the append. */
export type Fault =
  /** The connection dies; nothing was executed. */
  | "dies_before"
  /** The connection dies; the batch was executed, its answer is lost. */
  | "dies_after"
  /** Nothing is executed and no answer ever comes. */
  | "hangs_before"
  /** The batch is executed and no answer ever comes. */
  | "hangs_after"
  /** The connection dies; the batch is executed when `executeOrphans` is called. */
  | "orphaned"
  /** Waits until its gate opens, then goes well. */
  | Gate
  /** Waits until its gate opens, then meets the other fault. */
  | { gate: Gate; fault: Exclude<Fault, object> };

export interface Gate {
  /** Resolves once a call stands before it. */
  reached: Promise<void>;
  /** Called by the connection. */
  arrive(): void;
  opened: Promise<void>;
  open(): void;
}

export function aGate(): Gate {
  let arrive = () => {};
  let open = () => {};
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reached, opened, arrive: () => arrive(), open: () => open() };
}

type Call = [text: string, parameters: unknown[], options?: object];

/**
 * Stands between a committer and its database: each call of the append takes the next fault, or none.
 * Everything that is executed is executed by a real Postgres.
 */
export function faultyConnection() {
  const faults: Fault[] = [];
  const orphans: { call: Call; url: string }[] = [];
  /** Parameters of every call, faulty or not. */
  const calls: unknown[][] = [];
  let opened = 0;

  function connect(url: string): Sql {
    opened++;
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    const ended = new AbortController();
    const never = () =>
      new Promise<never>((_, reject) => {
        ended.signal.addEventListener("abort", () => reject(died("CONNECTION_DESTROYED")));
      });
    const run = ([text, parameters, options]: Call) =>
      sql.unsafe(text, parameters as never[], options) as unknown as Promise<unknown>;

    async function unsafe(...call: Call): Promise<unknown> {
      calls.push(call[1]);
      let fault = faults.shift();
      if (typeof fault === "object") {
        const gate = "gate" in fault ? fault.gate : fault;
        gate.arrive();
        await gate.opened;
        fault = "gate" in fault ? fault.fault : undefined;
      }
      switch (fault) {
        case undefined:
          return run(call);
        case "dies_before":
          throw died("CONNECTION_CLOSED");
        case "dies_after":
          await run(call);
          throw died("CONNECTION_CLOSED");
        case "hangs_before":
          return never();
        case "hangs_after":
          await run(call);
          return never();
        default:
          orphans.push({ call, url });
          throw died("CONNECTION_CLOSED");
      }
    }
    const end = async (options?: { timeout?: number }) => {
      ended.abort();
      await sql.end(options);
    };
    return { unsafe, end } as unknown as Sql;
  }

  return {
    connect,
    calls,
    /** The next calls meet these, one each. */
    next: (...more: Fault[]) => void faults.push(...more),
    /** From now on all goes well. */
    clear: () => void faults.splice(0),
    connections: () => opened,
    /**
     * Late and on connections of their own, as a server executes what it had received; under the time of
     * now, so that it is not their age that judges them. @returns their answers
     */
    async executeOrphans(): Promise<unknown[]> {
      const answers: unknown[] = [];
      for (const { call, url } of orphans.splice(0)) {
        const sql = postgres(url, { max: 1, onnotice: () => undefined });
        const parameters = [String(Date.now()), ...call[1].slice(1)];
        const [row] = await sql.unsafe<{ outcome: unknown }[]>(call[0], parameters as never[]);
        answers.push(row?.outcome);
        await sql.end({ timeout: 5 });
      }
      return answers;
    },
  };
}

export type FaultyConnection = ReturnType<typeof faultyConnection>;

function died(code: string): Error {
  return Object.assign(new Error(`write ${code}`), { code });
}
