import type { RouteId } from "@squadroom/core/contract/routes";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { createAffinity } from "./affinity.ts";
import { readRefusal, UnreachableError } from "./answer.ts";
import { type Backoff, delayOf, sleep } from "./backoff.ts";
import type { AnyCallOptions, Call } from "./call.ts";
import { API_PREFIX, paths } from "./paths.ts";
import { createUuidv7 } from "./uuidv7.ts";

export interface ClientOptions {
  /** `http://127.0.0.1:4600`; empty in a browser for the page's own server. */
  baseUrl: string;
  /** An agent's credential. */
  token?: string;
  /** The whole `authorization` header, for schemes other than `Bearer`. */
  authorization?: string;
  /** From the last join. */
  connection?: number;
  fetch?: typeof fetch;
  /** Tries after the first one. */
  retries?: number;
  backoff?: Backoff;
  /** A server that asks for a longer wait gets its refusal shown instead; by default 60 s. */
  patienceMs?: number;
  /** Called before each retry. */
  onRetry?: (retry: { id: RouteId; attempt: number; delayMs: number; reason: string }) => void;
}

export interface Client {
  readonly baseUrl: string;
  readonly call: Call;
  /** The same client, speaking for this connection. */
  withConnection(connection: number): Client;
}

const CALL_TIMEOUT_MS = 30_000;
const PATIENCE_MS = 60_000;
/** Difference between the clocks beyond which keys are made by the server's. */
const SKEW_MS = 30_000;

/** Nothing was done, or the key makes sure that it is done once. */
export const RETRIED: readonly RefusalCode[] = ["rate_limited", "overloaded", "outcome_unknown", "unavailable"];
/** Nothing was done. */
const RETRIED_UNKEYED: readonly RefusalCode[] = ["rate_limited", "overloaded"];

/** No connection was made. */
const UNSENT = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"];

type Outcome =
  | { ok: true; reply: unknown }
  | {
      ok: false;
      error: Error;
      isRetryable: boolean;
      afterMs: number | null;
      /** Nothing came from the room's own process; the server's address is still to be tried. */
      isDetour?: boolean;
    };

/**
 * The typed client of the HTTP API.
 *
 * A keyed call keeps its idempotency key over all its tries, so that it happens once however often the
 * network fails. A call that is neither keyed nor repeatable by its method or its route is tried again only if
 * the server said that nothing was done.
 *
 * An agent's calls go to its room's own process if the server names it and it can be reached.
 *
 * Throws `RefusalError` when the server said no, `UnreachableError` when no Squadroom answered,
 * and the signal's reason when it was aborted.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, retries = 6, patienceMs = PATIENCE_MS } = options;
  const { backoff = { baseMs: 250, capMs: 5000 } } = options;
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const clock = { offsetMs: 0 };
  const newKey = createUuidv7(() => Date.now() + clock.offsetMs);
  const affinity = options.token === undefined ? null : createAffinity(baseUrl, send);

  const attempt = async (id: RouteId, call: AnyCallOptions, key: string | undefined): Promise<Outcome> => {
    const [method = "", , sign] = paths[id].split(" ");
    const isRepeatable = sign !== undefined || method !== "POST";
    // Whole milliseconds: Node accepts no others.
    const timeout = AbortSignal.timeout(Math.ceil(call.timeoutMs ?? CALL_TIMEOUT_MS + waitOf(call.body) * 1000));
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const room = call.params?.room;
    const base = affinity?.baseOf(room) ?? baseUrl;
    const isDetour = base !== baseUrl;
    let response: Response;
    let text: string;
    try {
      response = await send(urlOf(base, id, call), {
        method,
        headers: headersOf(options, method, key),
        ...(method === "GET" ? {} : { body: JSON.stringify(call.body ?? {}) }),
        credentials: "same-origin",
        signal,
      });
      text = await response.text();
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      const reason = timeout.aborted ? "no answer in time" : reasonOf(cause);
      const error = new UnreachableError(base, reason, { cause });
      if (!isDetour) return { ok: false, error, isRetryable: isRepeatable, afterMs: null };
      affinity?.leave(base);
      const isRetryable = isRepeatable || UNSENT.includes(reason);
      return { ok: false, error, isRetryable, afterMs: null, isDetour };
    }
    noteClock(clock, response);
    affinity?.note(room, response);
    if (response.ok) {
      const reply = parse(text);
      if (reply !== undefined) return { ok: true, reply };
      const error = new UnreachableError(base, `answered ${response.status}, but not as a Squadroom server does`);
      return { ok: false, error, isRetryable: false, afterMs: null };
    }
    const refusal = readRefusal(parse(text), response.status);
    if (!refusal) {
      const isGateway = response.status >= 502 && response.status <= 504;
      const reason = isGateway
        ? `the proxy in front answered ${response.status}: the server behind it is down or restarting`
        : `answered ${response.status}, but not as a Squadroom server does`;
      const error = new UnreachableError(base, reason, undefined, isGateway);
      return {
        ok: false,
        error,
        isRetryable: isRepeatable && isGateway,
        afterMs: retryAfter(response, {}),
      };
    }
    const codes = isRepeatable ? RETRIED : RETRIED_UNKEYED;
    return {
      ok: false,
      error: refusal,
      isRetryable: codes.includes(refusal.code),
      afterMs: retryAfter(response, refusal.refusal.details),
    };
  };

  const call = async (id: RouteId, given: AnyCallOptions = {}): Promise<unknown> => {
    let key = paths[id].endsWith(" keyed") ? (given.key ?? newKey()) : undefined;
    let hasNewClock = false;
    for (let tried = 0; ; tried += 1) {
      const outcome = await attempt(id, given, key);
      if (outcome.ok) return outcome.reply;
      const { error } = outcome;
      if (outcome.isDetour && outcome.isRetryable) {
        tried--;
        continue;
      }
      if (isKeyTooFarOff(error) && given.key === undefined && !hasNewClock && clock.offsetMs !== 0) {
        // Made by a wrong clock; the answer has given the right one, and nothing was done.
        hasNewClock = true;
        key = newKey();
        continue;
      }
      const delayMs = outcome.afterMs ?? delayOf(tried, backoff);
      if (!outcome.isRetryable || tried >= retries || delayMs > patienceMs) throw error;
      options.onRetry?.({ id, attempt: tried + 1, delayMs, reason: error.message });
      await sleep(delayMs, given.signal);
    }
  };

  return {
    baseUrl,
    call: call as Call,
    withConnection: (connection) => createClient({ ...options, connection }),
  };
}

function urlOf(baseUrl: string, id: RouteId, { params = {}, query = {} }: AnyCallOptions): string {
  const [, template = ""] = paths[id].split(" ");
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const given = params[name];
    const value = typeof given === "number" ? String(given) : given;
    if (typeof value !== "string" || value === "") throw new TypeError(`${id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const asked = search.size > 0 ? `?${search}` : "";
  return `${baseUrl.replace(/\/+$/, "")}${API_PREFIX}${path}${asked}`;
}

function headersOf(options: ClientOptions, method: string, key: string | undefined): Record<string, string> {
  const authorization = options.authorization ?? (options.token ? `Bearer ${options.token}` : undefined);
  return {
    accept: "application/json",
    ...(method === "GET" ? {} : { "content-type": "application/json" }),
    ...(authorization === undefined ? {} : { authorization }),
    ...(options.connection === undefined ? {} : { "x-squadroom-connection": String(options.connection) }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
}

/** Seconds that a long poll may take by itself. */
function waitOf(body: unknown): number {
  const waitS = (body as { waitS?: unknown } | null | undefined)?.waitS;
  return typeof waitS === "number" ? waitS : 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter(response: Response, details: Record<string, unknown>): number | null {
  const { retryAfterS } = details;
  if (typeof retryAfterS === "number") return retryAfterS * 1000;
  const header = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(header) ? header * 1000 : null;
}

function noteClock(clock: { offsetMs: number }, response: Response): void {
  const at = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(at)) return;
  const offset = at - Date.now();
  clock.offsetMs = Math.abs(offset) > SKEW_MS ? offset : 0;
}

/** What the server says about a key from another time than its own. */
function isKeyTooFarOff(error: Error): boolean {
  return error instanceof RefusalError && error.code === "key_expired";
}

/** `fetch failed` hides what failed in its causes. */
function reasonOf(error: unknown): string {
  let reason = "no connection";
  for (let at = error; at instanceof Error; at = at.cause) {
    reason = "code" in at && typeof at.code === "string" ? at.code : at.message || reason;
  }
  return reason;
}
