import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Fence } from "../kernel/ids.ts";
import type { LockId } from "./lock.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    takeLock: {
      by: AgentCaller | PersonCaller;
      /** Paths and patterns, as given. */
      patterns: readonly string[];
      /** Queue if somebody else has one of them. */
      wait: boolean;
    };
  }

  interface Replies {
    takeLock: { lockId: LockId; fence: Fence | null };
  }
}
