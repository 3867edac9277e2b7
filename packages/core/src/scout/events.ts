import type { StoredScout } from "./scout.ts";

/** Payloads of the scout's events; the findings of a session's scout come with `session.proposed`. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** An agent scouted on its own; the result replaces what is stored for this angle. */
    "scout.saved": { scout: Pick<StoredScout, "id" | "key" | "value" | "repairs" | "by"> };
  }
}
