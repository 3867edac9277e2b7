import { refuse } from "@squadroom/core/kernel/refusal";

/** How many attempts may be made at once, and how soon each comes back. */
export interface Allowance {
  burst: number;
  everyMs: number;
}

export interface Attempts {
  /** Takes one attempt; returns the seconds until there is one, if none is left. */
  take(key: string): number | null;
  /** Gives back an attempt that was not a fault. */
  giveBack(key: string): void;
}

interface Bucket {
  left: number;
  at: number;
}

/**
 * A bucket of attempts for each key, kept in this process. If there are more keys than `capacity`, the least recently
 * used are forgotten.
 */
export function createAttempts(clock: { now(): number }, { burst, everyMs }: Allowance, capacity = 10_000): Attempts {
  const buckets = new Map<string, Bucket>();

  function bucketOf(key: string): Bucket {
    const now = clock.now();
    const known = buckets.get(key);
    const bucket = known
      ? { left: Math.min(burst, known.left + (now - known.at) / everyMs), at: now }
      : { left: burst, at: now };
    buckets.delete(key);
    buckets.set(key, bucket);
    const oldest = buckets.keys().next().value;
    if (buckets.size > capacity && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  }

  return {
    take(key) {
      const bucket = bucketOf(key);
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * everyMs) / 1000);
      bucket.left -= 1;
      return null;
    },
    giveBack(key) {
      const bucket = bucketOf(key);
      bucket.left = Math.min(burst, bucket.left + 1);
    },
  };
}

/** Whom an address stands for: an IPv6 customer can choose from at least a /64. */
export function neighbourhoodOf(address: string): string {
  const bare = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !bare.includes(":")) return mapped ?? bare;
  const [head = "", tail] = bare.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * Runs what a stranger could use for guessing: only a guess costs an attempt, and a caller with none left waits.
 *
 * @throws RefusalError `rate_limited`
 */
export async function guarded<T>(
  wanted: readonly [Attempts, key: string][],
  run: () => Promise<T>,
  isGuess: (error: unknown) => boolean,
): Promise<T> {
  const taken: (typeof wanted)[number][] = [];
  const giveBack = () => {
    for (const [attempts, key] of taken) attempts.giveBack(key);
  };
  for (const [attempts, key] of wanted) {
    const retryAfterS = attempts.take(key);
    if (retryAfterS !== null) {
      giveBack();
      throw refuse("rate_limited", `Too many attempts. Wait ${Math.ceil(retryAfterS)} s.`, {
        retryAfterS,
      });
    }
    taken.push([attempts, key]);
  }
  try {
    const result = await run();
    giveBack();
    return result;
  } catch (error) {
    if (!isGuess(error)) giveBack();
    throw error;
  }
}
