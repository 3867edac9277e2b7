import type { Call } from "./call.ts";

/** The lines of a whole room, part after part; packed by gzip they are its file. */
export async function* roomFileParts(call: Call, room: string): AsyncGenerator<string> {
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const part: { lines: string; next: string | null } = await call("exportRoom", {
      params: { room },
      query,
    });
    yield part.lines;
    cursor = part.next;
  } while (cursor !== null);
}
