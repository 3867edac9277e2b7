import type { StoredScout } from "./scout.ts";

/** Payloads of the scout's events; what a session's scout found comes with `session.proposed`. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** An agent looked around by itself; it takes the place of what is stored from this angle. */
    "scout.saved": { scout: Pick<StoredScout, "id" | "key" | "value" | "repairs" | "by"> };
  }
}
