import type { Found } from "./lookup.ts";
import type { CredentialRef, Principal } from "./principal.ts";

interface Entry extends Found {
  secret: string;
  credential: CredentialRef;
  /** Made once, so that an answer from the cache allocates nothing. */
  answer: Promise<Principal>;
}

/**
 * Looked-up principals, by secret; the secrets are only in this process's memory. Every removal, for whatever reason,
 * is reported: so everybody alive in this process is in the cache, and a look at the cache finds every socket and poll
 * that a change concerns.
 */
export class PrincipalCache {
  readonly #bySecret = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  readonly #capacity: number;
  readonly #onDropped: (credentialId: string) => void;
  /** No entry expires earlier. */
  #nextExpiry = Number.POSITIVE_INFINITY;

  constructor(capacity: number, onDropped: (credentialId: string) => void) {
    this.#capacity = capacity;
    this.#onDropped = onDropped;
  }

  get(secret: string, now: number): Promise<Principal> | null {
    const entry = this.#bySecret.get(secret);
    if (entry === undefined || entry.expiresAt <= now) return null;
    // The most recently used moves to the end; order doesn't matter while there is plenty of room.
    if (this.#bySecret.size > this.#capacity / 2) {
      this.#bySecret.delete(secret);
      this.#bySecret.set(secret, entry);
    }
    return entry.answer;
  }

  add(secret: string, found: Found): void {
    const { credential } = found.principal;
    const known = this.#byId.get(credential.id);
    if (known !== undefined) this.#remove(known, known.credential.version !== credential.version);
    const entry = { ...found, secret, credential, answer: Promise.resolve(found.principal) };
    this.#bySecret.set(secret, entry);
    this.#byId.set(credential.id, entry);
    this.#nextExpiry = Math.min(this.#nextExpiry, found.expiresAt);
    const oldest = this.#bySecret.values().next().value;
    if (this.#bySecret.size > this.#capacity && oldest !== undefined) this.#remove(oldest);
  }

  /** Drops a credential that is cached in a version other than the current one. */
  dropOther({ id, version }: CredentialRef): void {
    const entry = this.#byId.get(id);
    if (entry !== undefined && entry.credential.version !== version) this.#remove(entry);
  }

  dropExpired(now: number): void {
    if (now < this.#nextExpiry) return;
    this.#nextExpiry = Number.POSITIVE_INFINITY;
    for (const entry of this.#byId.values()) {
      if (entry.expiresAt <= now) this.#remove(entry);
      else this.#nextExpiry = Math.min(this.#nextExpiry, entry.expiresAt);
    }
  }

  dropAll(): void {
    for (const entry of this.#byId.values()) this.#remove(entry);
  }

  has({ id, version }: CredentialRef, now: number): boolean {
    const entry = this.#byId.get(id);
    return entry !== undefined && entry.credential.version === version && entry.expiresAt > now;
  }

  #remove(entry: Entry, isTold = true): void {
    this.#bySecret.delete(entry.secret);
    this.#byId.delete(entry.credential.id);
    if (isTold) this.#onDropped(entry.credential.id);
  }
}
