import type { Word } from "../kernel/ids.ts";
/** A file that goes with a message. Its bytes lie apart: a room's log and screens carry this only. */
export interface Attachment {
  id: Word;
  /** As its sender called it, without folders. */
  name: string;
  /** Media type, as its sender said; nothing trusts it. */
  type: string;
  /** Bytes. */
  size: number;
  /** Of the bytes as they are stored, hex. */
  sha256: string;
}

/** Largest file, bytes. */
export const ATTACHMENT_MAX = 1_000_000;
/** Files of one message. */
export const ATTACHMENTS_MAX = 5;
/** All files of a room, bytes. */
export const ROOM_ATTACHMENTS_MAX = 200_000_000;
/** Of them, what one may have stored that no message carries yet. */
export const UNSENT_ATTACHMENTS_MAX = 20_000_000;

/** What a browser may show as a picture: none of these can carry a script. */
export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

/** 1,234,567 bytes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
