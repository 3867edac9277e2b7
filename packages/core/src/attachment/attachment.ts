import type { Word } from "../kernel/ids.ts";
/** A file that goes with a message. Its bytes are stored separately: the room's log and screens carry only this. */
export interface Attachment {
  id: Word;
  /** As its sender called it, without folders. */
  name: string;
  /** Media type as given by its sender; never trusted. */
  type: string;
  /** Bytes. */
  size: number;
  /** Hash of the bytes as stored, hex. */
  sha256: string;
}

/** Largest file, bytes. */
export const ATTACHMENT_MAX = 1_000_000;
/** Most files of one message. */
export const ATTACHMENTS_MAX = 5;
/** All files of a room together, bytes. */
export const ROOM_ATTACHMENTS_MAX = 200_000_000;
/** Of these, the most that one sender may have stored without a message that carries them. */
export const UNSENT_ATTACHMENTS_MAX = 20_000_000;

/** What a browser may show as a picture: none of these can carry a script. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

/** 1,234,567 bytes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
