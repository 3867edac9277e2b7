import type { Readable } from "node:stream";
import { Transform } from "node:stream";

/** Longer than any message of a working protocol, bytes; the ACP SDK ends a connection at a little more. */
const LINE_MAX = 31 * 1024 * 1024;
const LF = 10;

/**
 * A program's output, one whole line at a time: the reader holds at most one. A longer line is left out, and reported.
 */
export function wholeLines(from: Readable, leftOut: (bytes: number) => void = () => {}, max = LINE_MAX): Readable {
  let parts: Buffer[] = [];
  let length = 0;
  const give = (to: Transform) => {
    if (length > max) leftOut(length);
    else if (length > 0) to.push(Buffer.concat(parts, length));
    parts = [];
    length = 0;
  };
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(LF, at) + 1;
        const part = chunk.subarray(at, end === 0 ? chunk.length : end);
        length += part.length;
        if (length <= max) parts.push(part);
        else parts = [];
        if (end !== 0) give(this);
        at += part.length;
      }
      done();
    },
    flush(done) {
      give(this);
      done();
    },
  });
  from.on("error", () => lines.end());
  return from.pipe(lines);
}
