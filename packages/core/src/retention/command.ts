import type { PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { KeptSession } from "./periods.ts";

/** Ended sessions as the tables had them at a `seq`. */
interface Seen {
  seenSeq: number;
}

/** `isStale`: something about it has changed since it was read; nothing was done. */
interface OfSession {
  sessionId: SessionId;
  isStale: boolean;
}

declare module "../kernel/command.ts" {
  interface Commands {
    holdSession: { by: PersonCaller; kept: KeptSession; reason: string } & Seen;
    releaseSession: { by: PersonCaller; kept: KeptSession } & Seen;
    restoreSession: { by: PersonCaller; kept: KeptSession } & Seen;
    /** Archives those whose time is over; what is not due, or held, stays as it is. */
    retainSessions: { kept: readonly KeptSession[] } & Seen;
    /** Deletes archived ones, in one transaction with the removal of their texts from the room. */
    deleteSessions: { kept: readonly KeptSession[] } & Seen;
  }

  interface Replies {
    holdSession: OfSession;
    releaseSession: OfSession;
    restoreSession: OfSession;
    retainSessions: { archived: SessionId[]; isStale: boolean };
    deleteSessions: { deleted: SessionId[]; isStale: boolean };
  }
}
