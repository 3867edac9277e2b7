import { hash } from "node:crypto";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { CommandKey } from "../room/entry.ts";

/** Keys are remembered this long from their first use, by the database's clock. */
export const KEY_RETENTION_MS = 7 * 24 * 3600 * 1000;
/** Visible ASCII characters: a header carries them unchanged through every proxy. */
const KEY = /^[!-~]{1,255}$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Marks an answer as the one given to the first request under its key. */
export const REPLAYED_HEADER = "idempotent-replayed";

/**
 * The key of a request with the keyed hash of what was asked, taken before redaction. Both hashes are keyed, so that
 * what is stored reveals nothing about short secrets. A UUIDv7 says how old it is: one older than keys are remembered
 * may have run before, so it is refused.
 *
 * @throws `key_invalid`, `key_expired`
 */
export function commandKey(
  header: string | string[] | undefined,
  credentialId: string,
  asked: { route: string; roomId: string | null; params: unknown; body: unknown },
  secret: string,
  now: number,
): CommandKey | null {
  if (header === undefined) return null;
  const given = String(header);
  if (!KEY.test(given)) {
    const message = "An idempotency key must be 1 to 255 visible characters, without spaces.";
    throw refuse("key_invalid", message, { length: given.length });
  }
  if (UUID_V7.test(given)) {
    const madeAt = Number.parseInt(given.slice(0, 8) + given.slice(9, 13), 16);
    if (madeAt < now - KEY_RETENTION_MS) {
      const message = "The idempotency key is too old: keys are remembered for seven days.";
      throw refuse("key_expired", message, { madeAt, rememberedS: KEY_RETENTION_MS / 1000 });
    }
  }
  const requestHash = hash("sha256", `${secret} ${JSON.stringify(asked)}`, "base64url");
  return { credentialId, key: storedKey(given, secret), requestHash };
}

/** A client's key in the table's form. */
export function storedKey(given: string, secret: string): string {
  return asStored(`${secret} key ${given}`);
}

/** The key of one part of a request that runs as several commands: the same part always has the same key. */
export function partOfKey(whole: CommandKey, part: string): CommandKey {
  const { credentialId, requestHash } = whole;
  return { credentialId, key: asStored(`${whole.key} ${part}`), requestHash };
}

/** 128 bits of its hash, in the form of the column. */
function asStored(text: string): string {
  const hex = hash("sha256", text, "hex");
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}
