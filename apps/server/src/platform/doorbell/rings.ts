import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";

/** Postgres accepts fewer than 8,000 bytes in one notification. */
const PAYLOAD_MAX = 7_900;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Precedes the id of a person. */
const PERSON = "@";
/** Separates the id of a room from the number of a run. */
const RUN = "/";

export interface Rings {
  sender: string;
  rooms: Map<RoomId, number>;
  /** People whose inbox changed by other means than a room's log. */
  people: Set<PersonId>;
  /** `room/run`: a run said more. */
  runs: Set<string>;
}

/** `sender room=seq,@person,room/run`, in as many payloads as necessary; with none it is a sign of life. */
export function writeRings({ sender, rooms, people, runs }: Rings): string[] {
  const payloads: string[] = [];
  let text = `${sender} `;
  const rings = [
    ...[...rooms].map(([roomId, seq]) => `${roomId}=${seq}`),
    ...[...people].map((id) => `${PERSON}${id}`),
    ...runs,
  ];
  for (const ring of rings) {
    if (text.length + ring.length + 1 > PAYLOAD_MAX) {
      payloads.push(text);
      text = `${sender} `;
    }
    text += text.endsWith(" ") ? ring : `,${ring}`;
  }
  return [...payloads, text];
}

/** What another process sent; anything unreadable is left out. */
export function readRings(payload: string): Rings {
  const space = payload.indexOf(" ");
  const rooms = new Map<RoomId, number>();
  const people = new Set<PersonId>();
  const runs = new Set<string>();
  if (space < 0) return { sender: payload, rooms, people, runs };
  for (const ring of payload.slice(space + 1).split(",")) {
    if (ring.startsWith(PERSON)) {
      const id = ring.slice(PERSON.length);
      if (UUID.test(id)) people.add(id as PersonId);
      continue;
    }
    if (ring.includes(RUN)) {
      const [id = "", run] = ring.split(RUN);
      if (UUID.test(id) && Number.isSafeInteger(Number(run)) && Number(run) > 0) runs.add(ring);
      continue;
    }
    const [roomId, text] = ring.split("=");
    const seq = Number(text);
    if (roomId && UUID.test(roomId) && Number.isSafeInteger(seq) && seq > 0) rooms.set(roomId as RoomId, seq);
  }
  return { sender: payload.slice(0, space), rooms, people, runs };
}
