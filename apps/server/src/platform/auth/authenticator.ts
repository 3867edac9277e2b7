import type { NewId } from "@squadroom/core/kernel/ids";
import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import type { Sql } from "postgres";
import { ensureLocalAdmin, keyMatcher, LOCAL_ADMIN_SECRET } from "./local-admin.ts";
import { lookUp, readChanges } from "./lookup.ts";
import { type Presented, presentedBy } from "./presented.ts";
import type { Authenticator, CredentialRef, Principal } from "./principal.ts";
import { PrincipalCache } from "./principal-cache.ts";

/** How often the changes of other processes are read, ms. */
const POLL_MS = 400;
/** Without a good look for this long, nothing cached counts any more, ms. */
const STALE_MS = 1000;
/** A transaction stamps its change before it commits: this much of the past is read again, ms. */
const OVERLAP_MS = 10_000;
/** How long a caller waits for the database, ms. */
const PATIENCE_MS = 2000;
/** A look that hangs for this long is abandoned for another one, ms. */
const POLL_MAX_MS = 5000;
/** A look that took longer may have missed changes that are already forgotten, ms. */
const LOOK_UP_MAX_MS = OVERLAP_MS / 2;
/** The second look sees a change that overtook the first; further ones are for changes in quick succession. */
const LOOK_UPS_MAX = 5;

const NOBODY = Promise.resolve(null);

export async function createAuthenticator(options: {
  sql: Sql;
  clock: { now(): number };
  newId: NewId;
  /** `null`: nobody commands this machine without a sign-in. */
  localAdminKey: string | null;
  /** Most principals that are remembered; more than ever speak at a time. */
  capacity?: number;
}): Promise<Authenticator> {
  const { sql, clock, localAdminKey, capacity = 20_000 } = options;
  const listeners = new Set<(credentialId: string) => void>();
  const tell = (credentialId: string) => {
    for (const listener of listeners) listener(credentialId);
  };
  const cache = new PrincipalCache(capacity, tell);
  const lookUps = new Map<string, Promise<Principal | null>>();
  /** Newest known versions, for looks that began before the change and end after it. */
  const recent = new Map<string, { version: number; at: number }>();
  const isLocalKey = localAdminKey === null ? () => false : keyMatcher(localAdminKey);

  if (localAdminKey !== null) await ensureLocalAdmin(sql, options.newId);
  /** The database's time at the last good look. */
  let { now: lookedAt } = await readChanges(sql, Number.MAX_SAFE_INTEGER);
  let freshAt = { steady: performance.now(), clock: clock.now() };
  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    poll().catch(() => undefined); // `authenticate` reports it once it matters.
  }, POLL_MS);
  timer.unref();

  /** By both clocks: one stops while the machine sleeps, the other may be set. */
  function isFresh(): boolean {
    return performance.now() - freshAt.steady < STALE_MS && clock.now() - freshAt.clock < STALE_MS;
  }

  function poll(): Promise<void> {
    polling ??= within(POLL_MAX_MS, readOnce()).finally(() => {
      polling = null;
    });
    return polling;
  }

  async function readOnce(): Promise<void> {
    const began = { steady: performance.now(), clock: clock.now() };
    const { now, changed } = await readChanges(sql, lookedAt - OVERLAP_MS);
    if (began.steady < freshAt.steady) return; // Abandoned, and overtaken by another.
    // Another database took over and is behind: its changes can't be recognised by their times.
    if (now < lookedAt - OVERLAP_MS) cache.dropAll();
    lookedAt = now;
    freshAt = began;
    for (const credential of changed) {
      remember(credential);
      cache.dropOther(credential);
    }
    for (const [id, { at }] of recent) {
      if (began.steady - at > OVERLAP_MS) recent.delete(id);
    }
    cache.dropExpired(clock.now());
  }

  function remember({ id, version }: CredentialRef): void {
    recent.set(id, { version, at: performance.now() });
  }

  async function answerSlowly(secret: string): Promise<Principal | null> {
    if (!isFresh()) await patiently(poll());
    const known = cache.get(secret, clock.now());
    if (known) return known;
    let pending = lookUps.get(secret);
    if (!pending) {
      pending = find(secret).finally(() => lookUps.delete(secret));
      lookUps.set(secret, pending);
    }
    return await patiently(pending);
  }

  async function find(secret: string): Promise<Principal | null> {
    for (let attempt = 0; attempt < LOOK_UPS_MAX; attempt++) {
      const began = performance.now();
      const found = await lookUp(sql, secret);
      if (!found) return null;
      const { id, version } = found.principal.credential;
      const isOutdated = performance.now() - began > LOOK_UP_MAX_MS || (recent.get(id)?.version ?? 0) > version;
      if (isOutdated) continue;
      cache.add(secret, found);
      return found.principal;
    }
    throw new Error("the database keeps answering with what is outdated");
  }

  return {
    authenticate(headers, secure = false) {
      const presented = presentedBy(headers, secure);
      const secret = presented && secretOf(presented, isLocalKey);
      if (secret === null) return NOBODY;
      return (isFresh() ? cache.get(secret, clock.now()) : null) ?? answerSlowly(secret);
    },
    isCurrent: (credential) => cache.has(credential, clock.now()),
    isStill: (credential) => isFresh() && cache.has(credential, clock.now()),
    onChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    noteChanged(changed) {
      for (const credential of changed) {
        remember(credential);
        cache.dropOther(credential);
      }
    },
    async refresh() {
      await polling?.catch(() => undefined); // It may have begun before the change.
      await patiently(poll());
    },
    async close() {
      clearInterval(timer);
      await polling?.catch(() => undefined);
    },
  };
}

/** A token and a cookie are distinguished by their form, so neither is valid in place of the other. */
function secretOf(presented: Presented, isLocalKey: (key: string) => boolean): string | null {
  if (presented.by !== "local") return presented.secret;
  return isLocalKey(presented.secret) ? LOCAL_ADMIN_SECRET : null;
}

/** @throws RefusalError `unavailable` where the database does not answer, or not in time */
async function patiently<T>(answer: Promise<T>): Promise<T> {
  try {
    return await within(PATIENCE_MS, answer);
  } catch (cause) {
    const message = "The database doesn't answer, so your sign-in can't be checked.";
    throw new RefusalError(refusal("unavailable", message), undefined, { cause });
  }
}

async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  return await Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
