import type { Dispatcher, Pool } from "undici";
import type { ServerProcess } from "../processes/registry.ts";

const CONNECT_MS = 1_500;
/** Shorter than the server's own, so that a connection is not used while it ends, ms. */
const KEEP_ALIVE_MS = 60_000;

/** Names the process that has run a forwarded call; an answer without it ran nothing. */
export const RAN_HEADER = "x-squadroom-process";

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export type Outcome =
  | {
      kind: "answered";
      status: number;
      headers: Record<string, string | string[] | undefined>;
      body: Buffer;
    }
  /** The owner has not run it. */
  | { kind: "not_run" }
  /** It was sent, and nobody knows what became of it. */
  | { kind: "unknown"; error: Error }
  /** The caller ended it. */
  | { kind: "abandoned" };

/** Keep-alive connections to the other processes, and the calls on them. */
export function createSiblings() {
  const pools = new Map<string, Pool>();
  /** By process: each ends its call when the process is gone. */
  const underWay = new Map<string, Set<AbortController>>();

  async function poolOf({ address }: ServerProcess): Promise<Pool> {
    // A process that is alone does without it.
    const { Pool } = await import("./pool.ts");
    let pool = pools.get(address);
    if (!pool) {
      pool = new Pool(address, {
        pipelining: 1,
        connect: { timeout: CONNECT_MS },
        keepAliveTimeout: KEEP_ALIVE_MS,
        // A long poll is silent as long as its caller waits; the registry says who is gone.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      pools.set(address, pool);
    }
    return pool;
  }

  /** @param signal ends the call with its caller */
  async function send(process: ServerProcess, sent: Sent, signal: AbortSignal): Promise<Outcome> {
    const gone = new AbortController();
    const calls = underWay.get(process.id) ?? new Set();
    underWay.set(process.id, calls.add(gone));
    try {
      const ends = AbortSignal.any([signal, gone.signal]);
      const outcome = await dispatch(await poolOf(process), sent, ends);
      if (outcome.kind === "abandoned" && !signal.aborted)
        return { kind: "unknown", error: new Error("the owner is gone") };
      return outcome;
    } finally {
      calls.delete(gone);
      if (calls.size === 0) underWay.delete(process.id);
    }
  }

  return {
    send,
    /** Drops processes that no longer exist; their calls end. */
    keepOnly(processes: readonly ServerProcess[]) {
      const ids = new Set(processes.map(({ id }) => id));
      for (const [id, calls] of underWay) if (!ids.has(id)) for (const gone of Array.from(calls)) gone.abort();
      const addresses = new Set(processes.map(({ address }) => address));
      for (const [address, pool] of pools) {
        if (addresses.has(address)) continue;
        pools.delete(address);
        pool.destroy().catch(() => undefined);
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

/** @param signal ends the call, and its connection with it, so that the owner sees the caller go */
function dispatch(pool: Pool, { method, path, headers, body }: Sent, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let answer: {
      status: number;
      headers: Record<string, string | string[] | undefined>;
    } | null = null;
    const abort = { run: () => resolve({ kind: "abandoned" }) };
    const end = () => abort.run();
    signal.addEventListener("abort", end, { once: true });
    const settle = (outcome: Outcome) => {
      signal.removeEventListener("abort", end);
      resolve(signal.aborted ? { kind: "abandoned" } : outcome);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        abort.run = () => controller.abort(new Error("the caller is gone"));
        if (signal.aborted) abort.run();
      },
      onResponseStart(_controller, status, head) {
        answer = { status, headers: head };
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        if (!answer || answer.headers[RAN_HEADER] === undefined) settle({ kind: "not_run" });
        else settle({ kind: "answered", ...answer, body: Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        settle(isUnsent(error) ? { kind: "not_run" } : { kind: "unknown", error });
      },
    };
    pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers, body, idempotent: false }, handler);
  });
}

/** No connection was made, so nothing was sent over it. */
function isUnsent(error: Error & { code?: string; syscall?: string }): boolean {
  return error.code === "UND_ERR_CONNECT_TIMEOUT" || error.syscall === "connect" || error.syscall === "getaddrinfo";
}
