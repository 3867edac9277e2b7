import type { Author } from "../kernel/actor.ts";
import { normalisePath } from "../kernel/glob.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";

/** Counts in its room, from 1; a wait that is served keeps its number. */
export type LockId = number;

/** What asked for it: somebody's own wish, the boundaries of a task that was taken, or a tool about to write. */
export const LOCK_WAYS = ["hand", "boundaries", "write"] as const;
export type LockWay = (typeof LOCK_WAYS)[number];

/** Most locks of a room, held and waited for; most of one agent or person; most patterns of one lock. */
export const LOCKS_MAX = 10_000;
export const HOLDER_LOCKS_MAX = 500;
export const PATTERNS_MAX = 50;
/** Longest pattern, UTF-16 units. */
export const PATTERN_MAX = 300;
/** A lock without a task ends this long after it was taken or renewed. */
export const LOCK_MS = 120_000;
/** An earlier renewal changes nothing. */
export const RENEW_AFTER_MS = 30_000;

/** A lease on paths of the repository. A task's lock lives as long as its holder has the task. */
export interface Lock {
  id: LockId;
  /** Normalised; one is enough to match. */
  patterns: readonly string[];
  holder: Author;
  /** `null`: taken without a task, so it has to be renewed. */
  taskId: TaskId | null;
  way: LockWay;
  /** The fence under which it is held; `null`: it is waited for. */
  fence: Fence | null;
  /** What comes before it: others' locks, held or waited for. */
  waitsFor: readonly LockId[];
  askedAt: number;
  /** Since when it has been held; while it is waited for, `askedAt`. */
  since: number;
  renewedAt: number;
}

export interface Locks {
  /** The last number given. */
  number: LockId;
  /** Held or waited for, by number. */
  live: readonly Lock[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Who holds and waits for which paths. */
    locks: Locks;
  }
}

export const NO_LOCKS: Locks = { number: 0, live: [] };

/** A pattern as locks keep it; `null`: it is no path in a repository. `.` is all of it. */
export function readPattern(text: string): string | null {
  if (/^(\.?\/?|\*\*(\/\*\*)*\/?)$/.test(text)) return text === "/" || text === "" ? null : "**";
  return normalisePath(text.endsWith("/") ? `${text}**` : text);
}

/** When it ends unless it is renewed, epoch ms; `null`: with its task. */
export function endsAt({ taskId, renewedAt }: Pick<Lock, "taskId" | "renewedAt">): number | null {
  return taskId === null ? renewedAt + LOCK_MS : null;
}
