import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { type Refusal, refusal, refuse } from "@squadroom/core/kernel/refusal";

const MIN = 12;
const MAX = 200;

/** argon2id with 19 MiB, two passes, one lane. @source OWASP Password Storage Cheat Sheet */
const PARAMETERS: Options = {
  algorithm: 2, // argon2id; the package's enum is gone at run time
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Each takes memory and one of the four threads that files and DNS also need. */
const AT_ONCE = 2;
const WAITING_MAX = 64;

export interface Passwords {
  /** @throws RefusalError `overloaded` */
  hash(password: string): Promise<string>;
  /**
   * Without a stored hash (no such person, no password) it is never right, and takes just as long.
   *
   * @throws RefusalError `overloaded`
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const run = limited();
  const nobodys = hash(randomBytes(32), PARAMETERS);
  return {
    hash: (password) => run(() => hash(normal(password), PARAMETERS)),
    async verify(stored, password) {
      const target = stored ?? (await nobodys);
      const isRight = await run(() => verify(target, normal(password)));
      return isRight && stored !== null;
    },
  };
}

/** Why a password is not good enough; characters as people count them. */
export function weaknessOf(password: string): Refusal | null {
  const length = [...password].length;
  if (length >= MIN && length <= MAX) return null;
  const message = `A password has ${MIN} to ${MAX} characters; this one has ${length}.`;
  return refusal("password_weak", message, { min: MIN, max: MAX });
}

/** Keyboards write the same character in different ways. @source NIST SP 800-63B § 5.1.1.2 */
function normal(password: string): string {
  return password.normalize("NFKC");
}

function limited(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length < WAITING_MAX) await new Promise<void>((go) => waiting.push(go));
    else throw refuse("overloaded", "Too many people are signing in right now.");
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
