import { randomFillSync } from "node:crypto";
import type { NewId } from "@squadroom/core/kernel/ids";
import { V7Generator } from "uuidv7";

/** Random numbers are fetched many at a time: each system call costs more than they do. */
const pool = new Uint32Array(1024);
let used = pool.length;

const ids = new V7Generator({
  nextUint32() {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool[used++] as number;
  },
});

/** A new id, for whatever needs one. */
export const newId = (() => ids.generate().toString()) as NewId;
