import type { WisdomKind } from "../delivery/wisdom-kinds.ts";
import type { Author } from "../kernel/actor.ts";
import type { RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";

/** Counts in its room, from 1. */
export type WisdomId = number;

/** Most entries in force in a room, and most characters of all of them, with their files, labels and roles. */
export const LIVE_MAX = 1_000;
export const LIVE_TEXT_MAX = 120_000;

/** An entry as somebody gives it. */
export interface WisdomDraft {
  kind: WisdomKind;
  text: string;
  /** Paths or patterns of paths that it is about. */
  files?: string[];
  labels?: string[];
  /** Whom it is for; empty: everybody. */
  roles?: RoleName[];
}

/** Never edited: another entry supersedes it. */
export interface WisdomEntry {
  id: WisdomId;
  kind: WisdomKind;
  text: string;
  files: readonly string[];
  labels: readonly string[];
  roles: readonly RoleName[];
  /** `session`: only work of its session gets it. */
  scope: "room" | "session";
  by: Author;
  taskId: TaskId | null;
  sessionId: SessionId | null;
  runId: RunId | null;
  at: number;
  /** The person who made it the room's. */
  promoted: { by: string; at: number } | null;
  /** The entry that it replaces. */
  supersedes: WisdomId | null;
  /** What a squad's files say about it; `null`: it was written here. */
  source: WisdomSource | null;
}

/** The squad's file that an entry comes from, with the day and the author given there. */
export interface WisdomSource {
  file: string;
  date: Word | null;
  by: Word | null;
}

/** Whose word it is. What came with a squad is its author's, otherwise its file's, never its importer's. */
export function authorOf({ by, source }: Pick<WisdomEntry, "source"> & { by: { name: string } }): string {
  return source ? (source.by ?? source.file) : by.name;
}

/** The same for a reader: "Bo (builder)"; "Keaton, 2026-02-01, imported". */
export function saidBy(entry: Pick<WisdomEntry, "source"> & { by: { name: string; role?: string | null } }): string {
  const { by, source } = entry;
  if (source) return [authorOf(entry), source.date, "imported"].filter(Boolean).join(", ");
  return by.role ? `${by.name} (${by.role})` : by.name;
}

/** What a room knows now. Superseded entries are in the tables. */
export interface Wisdom {
  /** The last number given. */
  number: WisdomId;
  /** In force, the oldest first. */
  live: readonly WisdomEntry[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** What its team knows. */
    wisdom: Wisdom;
  }
}

export const NO_WISDOM: Wisdom = { number: 0, live: [] };
