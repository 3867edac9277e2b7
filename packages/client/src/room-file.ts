import type { Call, Reply } from "./call.ts";

/** The lines of a whole room, part by part; gzipped, they are its file. */
export async function* roomFileParts(call: Call, room: string): AsyncGenerator<string> {
  for (let part: string | undefined; ; ) {
    const query = part === undefined ? {} : { part };
    const { lines, nextPart }: Reply<"exportRoom"> = await call("exportRoom", {
      params: { room },
      query,
    });
    yield lines;
    if (nextPart === null) return;
    part = nextPart;
  }
}
