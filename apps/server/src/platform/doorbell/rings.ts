import type { RoomId } from "@squadroom/core/kernel/ids";

/** Postgres takes fewer than 8,000 bytes in one notification. */
const PAYLOAD_MAX = 7_900;
const ROOM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Rings {
  sender: string;
  rooms: Map<RoomId, number>;
}

/** `sender room=seq,room=seq`, in as many payloads as it takes; without rooms it is a sign of life. */
export function writeRings({ sender, rooms }: Rings): string[] {
  const payloads: string[] = [];
  let text = `${sender} `;
  for (const [roomId, seq] of rooms) {
    const ring = `${roomId}=${seq}`;
    if (text.length + ring.length + 1 > PAYLOAD_MAX) {
      payloads.push(text);
      text = `${sender} `;
    }
    text += text.endsWith(" ") ? ring : `,${ring}`;
  }
  return [...payloads, text];
}

/** What another process sent; what cannot be read is left out. */
export function readRings(payload: string): Rings {
  const space = payload.indexOf(" ");
  const rooms = new Map<RoomId, number>();
  if (space < 0) return { sender: payload, rooms };
  for (const ring of payload.slice(space + 1).split(",")) {
    const [roomId, text] = ring.split("=");
    const seq = Number(text);
    if (roomId && ROOM.test(roomId) && Number.isSafeInteger(seq) && seq > 0)
      rooms.set(roomId as RoomId, seq);
  }
  return { sender: payload.slice(0, space), rooms };
}
