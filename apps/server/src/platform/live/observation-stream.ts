import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ServerMessage } from "@squadroom/core/live/protocol";
import { createTurns } from "../room/folds.ts";
import { isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Lines } from "./viewer.ts";

const FLUSH_MS = 2_000;

/** Signs of life for viewers of a room: now and then, and only if they have changed. */
export function createObservationStream(
  options: Pick<HubOptions, "observations">,
  watchers: ReadonlyMap<RoomId, ReadonlySet<Client>>,
  { write }: Pick<Lines, "write">,
) {
  const last = new Map<RoomId, string>();
  let isFlushing = false;
  const timer = setInterval(() => {
    if (isFlushing) return;
    isFlushing = true;
    void flush().finally(() => {
      isFlushing = false;
    });
  }, FLUSH_MS).unref();

  async function flush(): Promise<void> {
    const turn = createTurns();
    for (const [roomId, room] of watchers) {
      const text = JSON.stringify(options.observations(roomId));
      if (last.get(roomId) === text) continue;
      last.set(roomId, text);
      let frameAt = createFrames(roomId);
      for (const client of Array.from(room)) {
        show(client, roomId, frameAt);
        const pause = turn();
        if (!pause) continue;
        await pause;
        frameAt = createFrames(roomId);
      }
    }
    for (const roomId of last.keys()) if (!watchers.has(roomId)) last.delete(roomId);
  }

  /** The present state, written once for all viewers at one place. */
  function createFrames(roomId: RoomId): (afterSeq: number) => Buffer {
    let known: { afterSeq: number; frame: Buffer } | null = null;
    return (afterSeq) => {
      if (known?.afterSeq === afterSeq) return known.frame;
      const topic = `room:${roomId}` as const;
      const observations = options.observations(roomId);
      const message: ServerMessage = { type: "observations", topic, afterSeq, observations };
      known = { afterSeq, frame: Buffer.from(JSON.stringify([message])) };
      return known.frame;
    };
  }

  function show(client: Client, roomId: RoomId, frameAt = createFrames(roomId)): void {
    const place = client.rooms.get(roomId);
    if (!place || place.seq === null || isFull(client)) return;
    write(client, frameAt(place.seq));
  }

  return { show, close: () => clearInterval(timer) };
}
