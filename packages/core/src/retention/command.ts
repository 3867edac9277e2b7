import type { PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../session/record/session.ts";
import type { KeptSession, Periods } from "./periods.ts";

/** Ended sessions as the tables had them at a `seq`. */
interface Seen {
  seenSeq: number;
}

export type RetentionCommand =
  | { type: "setRetention"; by: PersonCaller; periods: Periods }
  | ({ type: "holdSession"; by: PersonCaller; kept: KeptSession; reason: string } & Seen)
  | ({ type: "releaseSession"; by: PersonCaller; kept: KeptSession } & Seen)
  | ({ type: "restoreSession"; by: PersonCaller; kept: KeptSession } & Seen)
  /** Time is over for some of them; what is not due, or held, stays as it is. */
  | ({ type: "retainSessions"; kept: readonly KeptSession[] } & Seen)
  /** The same for those that are archived, in one transaction with what takes their texts out of the room. */
  | ({ type: "deleteSessions"; kept: readonly KeptSession[] } & Seen);

/** `isStale`: something about it changed since it was read; nothing was done. */
interface OfSession {
  sessionId: SessionId;
  isStale: boolean;
}

export interface RetentionReplies {
  setRetention: { periods: Periods };
  holdSession: OfSession;
  releaseSession: OfSession;
  restoreSession: OfSession;
  retainSessions: { archived: SessionId[]; isStale: boolean };
  deleteSessions: { deleted: SessionId[]; isStale: boolean };
}
