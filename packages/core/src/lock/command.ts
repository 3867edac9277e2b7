import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Fence } from "../kernel/ids.ts";
import type { LockId } from "./lock.ts";

export type LockCommand =
  | {
      type: "takeLock";
      by: AgentCaller | PersonCaller;
      /** Paths and patterns, as given. */
      patterns: readonly string[];
      /** Stand in line where somebody else has one of them. */
      wait: boolean;
    }
  | { type: "releaseLock"; by: AgentCaller | PersonCaller; lockId: LockId; reason: string };

export interface LockReplies {
  takeLock: { lockId: LockId; fence: Fence | null };
  releaseLock: { lockId: LockId };
}
