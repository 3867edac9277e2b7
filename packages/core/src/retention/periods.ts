import type { SessionId } from "../kernel/ids.ts";
import type { SessionEnd } from "../session/record/session.ts";

/** How long a session is kept in the lists from its end, and how long all of it from then on; seconds. */
export interface Period {
  archiveAfterS: number;
  deleteAfterS: number;
}

/** For sessions that were completed or stopped, and for failed ones, which somebody may want to look into. */
export interface Periods {
  completed: Period;
  failed: Period;
}

const DAY_S = 24 * 3600;

/** @source domain.md § 7 */
export const DEFAULT_PERIODS: Periods = {
  completed: { archiveAfterS: DAY_S, deleteAfterS: 30 * DAY_S },
  failed: { archiveAfterS: 7 * DAY_S, deleteAfterS: 30 * DAY_S },
};

/** As they were set before sessions were deleted. */
export interface EarlierPeriods {
  completed: Omit<Period, "deleteAfterS"> & Partial<Period>;
  failed: Omit<Period, "deleteAfterS"> & Partial<Period>;
}

export function periodsOf({ completed, failed }: EarlierPeriods): Periods {
  return {
    completed: { ...DEFAULT_PERIODS.completed, ...completed },
    failed: { ...DEFAULT_PERIODS.failed, ...failed },
  };
}

/** Shortest and longest time. */
export const PERIOD_MIN_S = 60;
/** Shortest time before an archived session may be deleted: by then its commands' idempotency keys no longer count. */
export const DELETE_MIN_S = 8 * DAY_S;
export const PERIOD_MAX_S = 3_650 * DAY_S;
/** Longest reason of a hold. */
export const HOLD_REASON_MAX = 500;
/** Most sessions that one event names. */
export const RETAINED_MAX = 100;

/**
 * The state of an ended session, as the tables have it.
 *
 * | state     | entered by                      | left by                                        |
 * |-----------|---------------------------------|------------------------------------------------|
 * | kept      | its end                         | archived, when its time is over                |
 * | archived  | archived, unless it is held     | restored; deleted, when its time is over       |
 * | restored  | brought back by a person        | archived, when the same time is over once more |
 * | deleted   | deleted, unless it is held      | (nothing)                                      |
 */
export const RETENTION_STATES = ["kept", "archived", "restored", "deleted"] as const;
export type RetentionState = (typeof RETENTION_STATES)[number];

export interface KeptSession {
  sessionId: SessionId;
  end: SessionEnd;
  endedAt: number;
  state: RetentionState;
  /** Since when it has been in this state; for one that is kept, its end. */
  stateAt: number;
  /** A person wants it kept; `null`: nobody does. */
  held: { by: string; reason: string; at: number } | null;
}

/**
 * When it is archived or, once archived, deleted: epoch ms of the database's clock. `null` while it is held, and once
 * it is deleted.
 */
export function dueAt(
  { end, state, stateAt, held }: Omit<KeptSession, "sessionId" | "endedAt">,
  periods: Periods,
): number | null {
  if (held !== null || state === "deleted") return null;
  const { archiveAfterS, deleteAfterS } = periods[end === "failed" ? "failed" : "completed"];
  return stateAt + 1000 * (state === "archived" ? deleteAfterS : archiveAfterS);
}

/** How long a room keeps ended sessions; which of them are archived or held is in the tables. */
export interface Retention {
  periods: Periods;
  /** Seq of the last event about it: what was read from the tables before that no longer holds. */
  seq: number;
  /** Seq of the last event that deleted sessions: what was folded before has texts that are gone. 0: there is none. */
  erasedSeq: number;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** How long ended sessions are kept. */
    retention: Retention;
  }
}

/** For a room in which nobody ever set anything else. */
export const NO_RETENTION: Retention = { periods: DEFAULT_PERIODS, seq: 0, erasedSeq: 0 };
