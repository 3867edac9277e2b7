import { isStorable } from "@squadroom/core/kernel/storable";
import { CONTENT_MAX, CONTENTS_MAX } from "@squadroom/core/task/result";

/** Longest file that is read for its content, bytes: no shorter text has more. */
export const CONTENT_BYTES_MAX = CONTENT_MAX * 3;

/** A file's content in the form in which it is reported; nothing if it is no text, or a long one. */
export function contentOf(bytes: Uint8Array): { content?: string } {
  if (bytes.byteLength === 0 || bytes.byteLength > CONTENT_BYTES_MAX) return {};
  try {
    const content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return content.length <= CONTENT_MAX && isStorable(content) ? { content } : {};
  } catch {
    return {};
  }
}

/** What goes into one call: from where contents would exceed its bound, files are named without theirs. */
export function inOneCall<T extends { content?: string }>(files: readonly T[]): T[] {
  let left = CONTENTS_MAX;
  return files.map((file) => {
    left -= file.content?.length ?? 0;
    if (left >= 0 || file.content === undefined) return file;
    const { content: _, ...named } = file;
    return named as T;
  });
}
