import { uuidv7 } from "@squadroom/client/uuidv7";
import type { History } from "./history.ts";
import type { Chance } from "./random.ts";
import { pause } from "./random.ts";
import type { World } from "./servers.ts";

/** What a call came to. */
export type Outcome =
  | { ok: true; reply: Record<string, unknown> }
  | { ok: false; code: string }
  | { ok: null };

/** Answers that say: send the same again. */
const AGAIN = new Set(["outcome_unknown", "overloaded", "unavailable", "rate_limited"]);

export interface Caller {
  token: string;
  roomId: string;
  credentialId: string;
  connection: number | null;
}

export interface CallSpec {
  op: string;
  method?: "GET" | "POST";
  path: string;
  body?: unknown;
  /** Under an idempotency key of its own. */
  isKeyed: boolean;
  timeoutMs?: number;
}

/** Calls any of the servers, keeps the key over all tries, sometimes asks twice although it was answered. */
export function createCalls(world: World, history: History, chance: Chance, signal: AbortSignal) {
  async function once(caller: Caller, spec: CallSpec, key: string | null): Promise<Outcome> {
    const server = chance.pick(world.servers);
    try {
      const response = await fetch(`${server.baseUrl}/api/v1${spec.path}`, {
        method: spec.method ?? "POST",
        headers: {
          authorization: caller.token,
          ...(spec.body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === null ? {} : { "idempotency-key": key }),
          ...(caller.connection === null
            ? {}
            : { "x-squadroom-connection": String(caller.connection) }),
        },
        ...(spec.body === undefined ? {} : { body: JSON.stringify(spec.body) }),
        signal: AbortSignal.timeout(spec.timeoutMs ?? 8_000),
      });
      const reply = (await response.json()) as Record<string, unknown>;
      if (response.ok) return { ok: true, reply };
      const code = String(reply.code);
      if (code === "internal") history.count("internal errors");
      return AGAIN.has(code) ? { ok: null } : { ok: false, code };
    } catch {
      return { ok: null };
    }
  }

  return async function call(caller: Caller, spec: CallSpec): Promise<Outcome> {
    const key = spec.isKeyed ? uuidv7() : null;
    const { op } = spec;
    const who = { op, roomId: caller.roomId, credentialId: caller.credentialId, key };
    let outcome: Outcome = { ok: null };
    for (let attempt = 0; attempt < 8 && outcome.ok === null; attempt++) {
      if (attempt > 0) await pause(chance.between(20, 400), signal);
      outcome = await once(caller, spec, key);
      if (signal.aborted && outcome.ok === null) break;
    }
    if (outcome.ok === null) history.tell({ kind: "unknown", ...who });
    else if (outcome.ok) {
      history.tell({
        kind: "acknowledged",
        ...who,
        seq: Number(outcome.reply.seq),
        reply: outcome.reply,
      });
    } else history.tell({ kind: "refused", ...who, code: outcome.code });
    if (outcome.ok !== null && key !== null && chance.is(0.05))
      await repeat(caller, spec, key, outcome);
    return outcome;
  };

  /** The same key again, at any server: the same answer. */
  async function repeat(
    caller: Caller,
    spec: CallSpec,
    key: string,
    first: Outcome,
  ): Promise<void> {
    const again = await once(caller, spec, key);
    if (again.ok === null) return;
    history.count("repeated");
    const who = {
      op: `${spec.op} again`,
      roomId: caller.roomId,
      credentialId: caller.credentialId,
      key,
    };
    if (again.ok && first.ok) {
      if (again.reply.seq !== first.reply.seq) {
        history.tell({
          kind: "refused",
          ...who,
          code: `answered seq ${again.reply.seq} instead of ${first.reply.seq}`,
        });
      }
    } else if (again.ok !== first.ok) {
      const code = again.ok ? "done although refused before" : again.code;
      // A credential or connection that ended meanwhile says so before the key is looked at.
      if (code !== "unauthorized" && code !== "superseded")
        history.tell({ kind: "refused", ...who, code: `mismatch ${code}` });
    }
  }
}

export type Call = ReturnType<typeof createCalls>;
