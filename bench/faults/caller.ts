import { uuidv7 } from "@squadroom/client/uuidv7";
import { OWNER_HEADER, readOwnerHeader } from "@squadroom/core/contract/owner-header";
import type { History, Sees } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import type { World } from "./servers.ts";

/** What a call came to. */
export type Outcome =
  | { ok: true; reply: Record<string, unknown> }
  | { ok: false; code: string; message: string }
  | { ok: null };

/** Answers that say: send the same again. */
const AGAIN = new Set(["outcome_unknown", "overloaded", "unavailable", "rate_limited"]);

export interface Caller {
  /** `authorization`; of somebody who signed in, the cookie. */
  token: string | { cookie: string };
  roomId: string;
  credentialId: string;
  connection: number | null;
}

export interface CallSpec {
  op: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  /** Under an idempotency key of its own. */
  isKeyed: boolean;
  timeoutMs?: number;
  sees?: Sees;
}

interface Request {
  caller: Caller;
  spec: CallSpec;
  key: string | null;
}

const TRIES = 8;
/** Shares of the calls that are sent to both servers at once, and that are sent again once they are answered. */
const TWIN_SHARE = 0.05;
const REPEAT_SHARE = 0.05;
/** Share of the calls of those who know their room's process that go there, as the client's do. */
const DIRECT_SHARE = 0.5;

/** Calls any of the servers, keeps the key over all tries, and often asks more than once. */
export function createCalls(world: World, history: History, chance: Chance, signal: AbortSignal) {
  const unanswered: Request[] = [];
  /** Addresses of rooms' own processes, as agents were told. */
  const owners = new Map<string, string>();

  async function once(request: Request, server?: World["servers"][number]): Promise<Outcome> {
    const { caller, spec, key } = request;
    const { op, sees } = spec;
    const { roomId, credentialId } = caller;
    const sentAt = Date.now();
    const owner = server || !chance.is(DIRECT_SHARE) ? undefined : owners.get(roomId);
    if (owner) history.count("sent to the room's own process");
    const to = owner ?? (server ?? chance.pick(world.servers)).baseUrl;
    const { outcome, owner: told } = await send(to, caller, spec, key);
    if (told) owners.set(roomId, told);
    else if (owner && outcome.ok === null) owners.delete(roomId);
    const who = { op, roomId, credentialId, key, sees, sentAt, at: Date.now() };
    if (outcome.ok) {
      const { reply } = outcome;
      history.tell({ kind: "acknowledged", ...who, seq: Number(reply.seq), reply });
    } else if (outcome.ok === false) {
      const { code, message } = outcome;
      history.tell({ kind: "refused", ...who, code, message });
    }
    return outcome;
  }

  /** To both servers at the same time; what one answered counts. */
  async function twice(request: Request): Promise<Outcome> {
    history.count("sent to both servers at once");
    const outcomes = await Promise.all(world.servers.map((server) => once(request, server)));
    return outcomes.find(({ ok }) => ok !== null) ?? { ok: null };
  }

  async function call(caller: Caller, spec: CallSpec): Promise<Outcome> {
    const request = { caller, spec, key: spec.isKeyed ? uuidv7() : null };
    const isTwin = spec.isKeyed && chance.is(TWIN_SHARE);
    let outcome: Outcome = { ok: null };
    for (let attempt = 0; attempt < TRIES && outcome.ok === null; attempt++) {
      if (attempt > 0) await pause(chance.between(20, 400), signal);
      outcome = await (isTwin ? twice(request) : once(request));
      if (signal.aborted && outcome.ok === null) break;
    }
    if (outcome.ok === null) {
      const { roomId, credentialId } = caller;
      const at = Date.now();
      history.tell({
        kind: "unknown",
        op: spec.op,
        roomId,
        credentialId,
        key: request.key,
        sees: spec.sees,
        sentAt: at,
        at,
      });
      if (request.key !== null) unanswered.push(request);
    } else if (request.key !== null && chance.is(REPEAT_SHARE)) {
      history.count("sent again although answered");
      await once(request);
    }
    return outcome;
  }

  return {
    call,
    /** What never got an answer is sent again, until it has one: under its key it has one effect by now, or then. */
    async finish(): Promise<void> {
      for (const request of unanswered) {
        for (let attempt = 0; (await once(request)).ok === null; attempt++) {
          if (attempt > 100) throw new Error(`${request.spec.op} is never answered, at rest`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        history.count("answered at the end");
      }
    },
  };
}

async function send(
  baseUrl: string,
  caller: Caller,
  spec: CallSpec,
  key: string | null,
): Promise<{ outcome: Outcome; owner: string | null }> {
  const { token, connection } = caller;
  try {
    const response = await fetch(`${baseUrl}/api/v1${spec.path}`, {
      method: spec.method ?? "POST",
      headers: {
        ...(typeof token === "string" ? { authorization: token } : { ...token, origin: baseUrl }),
        ...(spec.body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === null ? {} : { "idempotency-key": key }),
        ...(connection === null ? {} : { "x-squadroom-connection": String(connection) }),
      },
      ...(spec.body === undefined ? {} : { body: JSON.stringify(spec.body) }),
      signal: AbortSignal.timeout(spec.timeoutMs ?? 8_000),
    });
    const owner = readOwnerHeader(response.headers.get(OWNER_HEADER))?.address ?? null;
    const reply = (await response.json()) as Record<string, unknown>;
    if (response.ok) return { outcome: { ok: true, reply }, owner };
    const code = String(reply.code);
    return {
      outcome: AGAIN.has(code) ? { ok: null } : { ok: false, code, message: String(reply.message) },
      owner,
    };
  } catch {
    return { outcome: { ok: null }, owner: null };
  }
}

export type Call = ReturnType<typeof createCalls>["call"];
