import { createHash, randomBytes } from "node:crypto";

/** As `newSecret` makes it. */
export const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const TOKEN = /^sqr_[A-Za-z0-9_-]{43}$/;

/** 256 random bits as 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** An agent's secret; the prefix lets people, scanners and the redaction recognise it. */
export function newToken(): string {
  return `sqr_${newSecret()}`;
}

/** Without letters that are easily misread (Crockford's base 32). */
const CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 26;

/** 130 random bits that fit into an address and survive being typed. */
export function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % 32]).join("");
}

export const isSecret = (text: string): boolean => SECRET_SHAPE.test(text);
export const isToken = (text: string): boolean => TOKEN.test(text);

/**
 * The stored form of a secret. One round of SHA-256 is enough: slow, salted hashes protect what people choose, and
 * nobody tries out 256 random bits.
 */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
