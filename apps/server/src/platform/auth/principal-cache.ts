import type { Found } from "./lookup.ts";
import type { CredentialRef, Principal } from "./principal.ts";

interface Entry extends Found {
  secret: string;
  credential: CredentialRef;
  /** Made once: an answer from the cache allocates nothing. */
  answer: Promise<Principal>;
}

/**
 * Who was looked up, by secret; the secrets are in this process's memory only. Whoever is let go,
 * for whatever reason, is told of: so all who are alive in this process are in the cache, and a
 * look at the cache finds every socket and poll that a change concerns.
 */
export class PrincipalCache {
  readonly #bySecret = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  readonly #capacity: number;
  readonly #onDropped: (credentialId: string) => void;
  /** No entry expires before. */
  #nextExpiry = Number.POSITIVE_INFINITY;

  constructor(capacity: number, onDropped: (credentialId: string) => void) {
    this.#capacity = capacity;
    this.#onDropped = onDropped;
  }

  get(secret: string, now: number): Promise<Principal> | null {
    const entry = this.#bySecret.get(secret);
    if (entry === undefined || entry.expiresAt <= now) return null;
    // Who was used last goes to the end; there is no need for an order while there is plenty of room.
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

  /** Lets go of a credential that is cached in another version than the one that counts now. */
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
