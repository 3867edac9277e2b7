/** Random bytes from the platform: browsers and Node from 20 on have them. */
const fill = (bytes: Uint8Array<ArrayBuffer>): void => {
  crypto.getRandomValues(bytes);
};

const COUNTER_MAX = 0xfff;

/**
 * A source of UUIDv7 whose ids grow: 48 bits of epoch milliseconds, a 12-bit counter, 62 random bits.
 * Within a millisecond, and after the clock went back, the counter continues; when it is full, the time advances.
 *
 * @param now epoch milliseconds
 * @source RFC 9562 § 5.7 and § 6.2, method 1
 */
export function createUuidv7(now: () => number = Date.now, random = fill): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const bytes = new Uint8Array(16);
    random(bytes);
    const ms = Math.floor(now());
    if (ms > lastMs) {
      lastMs = ms;
      // The upper half is left free, so that a burst rarely has to borrow from the next millisecond.
      counter = (((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)) & (COUNTER_MAX >> 1);
    } else if (counter < COUNTER_MAX) {
      counter += 1;
    } else {
      lastMs += 1;
      counter = 0;
    }
    const high = Math.floor(lastMs / 0x10000);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, high);
    view.setUint16(4, lastMs % 0x10000);
    view.setUint16(6, 0x7000 | counter);
    view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

export const uuidv7 = createUuidv7();

/** Epoch milliseconds in the id. */
export function timeOfUuidv7(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
