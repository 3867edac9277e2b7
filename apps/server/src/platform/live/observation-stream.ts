import type { RoomId } from "@squadroom/core/kernel/ids";
import { isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Lines } from "./viewer.ts";

const FLUSH_MS = 2_000;

/** Signs of life for those who watch a room: some now and then, and only where they have changed. */
export function createObservationStream(
  options: Pick<HubOptions, "observations">,
  watchers: ReadonlyMap<RoomId, ReadonlySet<Client>>,
  { send }: Pick<Lines, "send">,
) {
  const last = new Map<RoomId, string>();
  const timer = setInterval(flush, FLUSH_MS).unref();

  function flush(): void {
    for (const [roomId, room] of watchers) {
      const text = JSON.stringify(options.observations(roomId));
      if (last.get(roomId) === text) continue;
      last.set(roomId, text);
      for (const client of room) show(client, roomId);
    }
    for (const roomId of last.keys()) if (!watchers.has(roomId)) last.delete(roomId);
  }

  function show(client: Client, roomId: RoomId): void {
    const place = client.rooms.get(roomId);
    if (!place || place.seq === null || isFull(client)) return;
    const observations = options.observations(roomId);
    const topic = `room:${roomId}` as const;
    send(client, { type: "observations", topic, afterSeq: place.seq, observations });
  }

  return { show, close: () => clearInterval(timer) };
}
