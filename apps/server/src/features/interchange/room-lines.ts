import { createGunzip } from "node:zlib";
import { type createRoomFileReader, ROOM_FILE_LIMITS, RoomFileFault } from "@squadroom/core/interchange/room-file";

const LINE_END = 0x0a;

/** The lines of a packed file, one after the other, with never more than one line in memory. @throws RoomFileFault */
export async function* linesIn(
  packed: Uint8Array,
  { fault }: Pick<ReturnType<typeof createRoomFileReader>, "fault">,
): AsyncGenerator<string> {
  const { bytes, lineBytes } = ROOM_FILE_LIMITS;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (line: Uint8Array): string => {
    try {
      return decoder.decode(line);
    } catch {
      throw fault("The next line is no text.");
    }
  };
  const gunzip = createGunzip();
  gunzip.end(packed);
  let pieces: Buffer[] = [];
  let length = 0;
  let total = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      total += chunk.byteLength;
      if (total > bytes) throw fault(`Unpacked, it has more than ${bytes / 1e6} MB.`);
      let from = 0;
      for (let to = chunk.indexOf(LINE_END); to >= 0; to = chunk.indexOf(LINE_END, from)) {
        yield decoded(Buffer.concat([...pieces, chunk.subarray(from, to)]));
        pieces = [];
        length = 0;
        from = to + 1;
      }
      length += chunk.byteLength - from;
      if (length > lineBytes) throw fault(`A line has more than ${lineBytes / 1e6} MB.`);
      pieces.push(chunk.subarray(from));
    }
  } catch (cause) {
    if (cause instanceof RoomFileFault || !isZlib(cause)) throw cause;
    throw new RoomFileFault(null, "It can't be unpacked: it is no gzip file, or it breaks off.");
  } finally {
    gunzip.destroy();
  }
  if (length > 0) throw fault("The last line is cut off.");
}

function isZlib(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && /^Z_|^ERR_/.test(String(cause.code));
}
