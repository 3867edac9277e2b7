import { createHash, hash } from "node:crypto";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { CommandKey } from "../room/entry.ts";

/** Keys are remembered this long; an older one is refused, so that it cannot run twice. */
export const KEY_RETENTION_MS = 7 * 24 * 3600 * 1000;
const KEY_AHEAD_MS = 10 * 60 * 1000;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The key of a request with the keyed hash of what was asked, taken before redaction. The hash is keyed
 * so that stored hashes say nothing about short secrets. @throws `key_invalid`, `key_expired`
 */
export function commandKey(
  header: string | string[] | undefined,
  credentialId: string,
  asked: { route: string; roomId: string | null; params: unknown; body: unknown },
  secret: string,
  now: number,
): CommandKey | null {
  if (header === undefined) return null;
  const key = String(header).toLowerCase();
  if (!UUID_V7.test(key))
    throw refuse("key_invalid", "The idempotency key is no UUIDv7.", { key: key.slice(0, 80) });
  const madeAt = Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);
  if (madeAt > now + KEY_AHEAD_MS)
    throw refuse("key_invalid", "The idempotency key is of the future.", { key, madeAt });
  if (madeAt < now - KEY_RETENTION_MS) {
    throw refuse("key_expired", "The idempotency key is older than keys are remembered.", {
      key,
      madeAt,
    });
  }
  const requestHash = hash("sha256", `${secret} ${JSON.stringify(asked)}`, "base64url");
  return { credentialId, key, requestHash };
}

/** The key of one part of a request that runs as several commands: always the same one for the same part. */
export function partOfKey(whole: CommandKey, part: string): CommandKey {
  const hash = createHash("sha256").update(`${whole.key} ${part}`).digest("hex");
  const variant = "89ab"[Number.parseInt(hash.slice(3, 4), 16) % 4];
  const tail = `${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
  return { ...whole, key: `${whole.key.slice(0, 15)}${tail}` };
}
