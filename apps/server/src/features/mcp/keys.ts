import { hash, randomUUID } from "node:crypto";
import type { AgentId } from "@squadroom/core/kernel/ids";
import { LRUCache } from "lru-cache";

/** How long a call whose answer did not get out is the same one when it comes again, ms. */
const UNANSWERED_MS = 15 * 60_000;
/** The same for one whose answer was sent, if it comes again under its number: the answer was lost on the way. */
const ANSWERED_MS = 2 * 60_000;
/** Given as a size: with a plain `max` the cache allocates room for all of them at once. */
const KEPT = { maxSize: 20_000, sizeCalculation: () => 1 };

/** What distinguishes one call from another. */
export interface Wish {
  agentId: AgentId;
  /** The route, with what it was asked, including the fence of an ended task. */
  asked: unknown;
  /** Id of its JSON-RPC request. */
  id: string | number;
  /** A task ends once under each fence, whoever asks again and whenever. */
  endsTask: boolean;
  /** The key that its client gave it, if any. */
  own?: string | string[] | undefined;
}

export type Keys = ReturnType<typeof createKeys>;

/** Idempotency keys of tool calls: clients have none, and a call that comes again must not happen again. */
export function createKeys() {
  const unanswered = new LRUCache<string, string>({ ...KEPT, ttl: UNANSWERED_MS });
  const answered = new LRUCache<string, string>({ ...KEPT, ttl: ANSWERED_MS });

  return {
    /** The key of this call; `sent` says that its answer got out. */
    keyOf({ agentId, asked, id, endsTask, own }: Wish): { key: string; sent: () => void } {
      if (typeof own === "string") return { key: own, sent: () => undefined };
      const wish = hash("sha256", `${agentId} ${JSON.stringify(asked)}`, "base64url");
      if (endsTask) return { key: `end-${wish}`, sent: () => undefined };
      const numbered = `${wish} ${JSON.stringify(id)}`;
      const key = answered.get(numbered) ?? unanswered.get(wish) ?? `call-${randomUUID()}`;
      unanswered.set(wish, key);
      return {
        key,
        sent: () => {
          unanswered.delete(wish);
          answered.set(numbered, key);
        },
      };
    },
  };
}
