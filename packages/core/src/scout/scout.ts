import type { RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import { counted } from "../kernel/words.ts";
import type { ScoutReply } from "../reply/shapes.ts";
import type { Mended } from "../session/record/session.ts";

/** Counts 1, 2, 3 … in its room. */
export type ScoutId = number;

/** What somebody found out about the project from one angle; the room keeps the latest of each angle. */
export interface StoredScout {
  id: ScoutId;
  /** The angle in the form in which it is compared. */
  key: string;
  value: ScoutReply;
  repairs: Mended[];
  by: { agentId: Word; name: Word; role: RoleName };
  at: number;
  /** Place in the log: whatever has a higher one happened after it. */
  seq: number;
  /** The session that it was made for; `null`: an agent saved it on its own. */
  sessionId: SessionId | null;
  taskId: TaskId | null;
}

/** Something that an earlier scout does not know about. */
export interface ScoutChange {
  seq: number;
  at: number;
  kind: "task" | "rescout";
  taskId: TaskId | null;
  sessionId: SessionId | null;
  /** Title of the task, or of the batch that was scouted again. */
  title: string;
  /** What was changed, the first ones; `fileCount` has the number. */
  files: string[];
  fileCount: number;
}

/** The room's scouts at one `seq`. */
export interface Scouts {
  /** The last number given. */
  number: ScoutId;
  /** One of each angle, the latest first. */
  stored: readonly StoredScout[];
  /** What changed the project, the latest first. */
  changes: readonly ScoutChange[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    scouts: Scouts;
  }
}

/** Longest angle, UTF-16 units; also in a scout's reply. */
export const ANGLE_MAX = 200;
/** Most angles that a room keeps; what older ones said is in its log. */
export const SCOUTS_KEPT = 20;
/** Most changes that it keeps; the latest alone shows that something changed. */
export const CHANGES_KEPT = 40;
export const CHANGE_FILES_KEPT = 10;

export function emptyScouts(): Scouts {
  return { number: 0, stored: [], changes: [] };
}

/** Angles that differ only in case and spacing are one. */
export function angleKey(angle: string): string {
  return angle.trim().toLowerCase().replace(/\s+/g, " ");
}

export function findScout({ stored }: Scouts, angle: string): StoredScout | undefined {
  const key = angleKey(angle);
  return stored.find((scout) => scout.key === key);
}

/** What changed since, the latest first; empty: it is current. */
export function changesSince({ changes }: Pick<Scouts, "changes">, { seq }: Pick<StoredScout, "seq">): ScoutChange[] {
  return changes.filter((change) => change.seq > seq);
}

/** How much it found, in words. */
export function countsText({ files, patterns }: Pick<ScoutReply, "files" | "patterns">): string {
  return `${counted(files.length, "file")}, ${counted(patterns.length, "pattern")}`;
}

/** A change as a line. */
export function changeText({ kind, taskId, title, files, fileCount }: ScoutChange): string {
  if (kind === "rescout") return `${title} was scouted again.`;
  const more = fileCount - files.length;
  const named = `${files.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${taskId} “${title}” changed ${named}.`;
}
