/**
 * Ids and times in the forms of the document: `sess_[timestamp]_[hash]`, `task_[timestamp]_[sequence]`,
 * `msg_[timestamp]_[hash]`, `err_[timestamp]_[hash]`.
 * @source document 002
 */

/** `2024-01-15T10:00:00Z`; fractions of a second only if there are any. */
export function timeText(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** `20240115T100000Z`: a time in the names of files. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** Name of a session's folder in its export: when it began. */
export function sessionFolder(one: { startedAt: number | null; createdAt: number }): string {
  return stamp(one.startedAt ?? one.createdAt);
}

export function sessionRef(roomId: string, id: number, at: number): string {
  return `sess_${stamp(at)}_${hashOf(`${roomId}/session/${id}`)}`;
}

/** @param sequence of its session, from 1 */
export function taskRef(sequence: number, at: number): string {
  return `task_${stamp(at)}_${String(sequence).padStart(3, "0")}`;
}

export function messageRef(id: string, at: number): string {
  return `msg_${stamp(at)}_${hashOf(id)}`;
}

export function errorRef(roomId: string, id: number, at: number): string {
  return `err_${stamp(at)}_${hashOf(`${roomId}/error/${id}`)}`;
}

/** FNV-1a, 32 bits, hex: distinguishes things of one moment and proves nothing. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** A part of a file's name, without anything that a file system interprets. */
export function nameText(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 60) || "unnamed";
}
