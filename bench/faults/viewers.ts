import type { RoomEvent } from "@squadroom/core/kernel/event";
import { LIVE_PATH, type ServerMessage } from "@squadroom/core/live/protocol";
import { WebSocket } from "ws";
import type { History, Watched } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import type { World } from "./servers.ts";

/**
 * A viewer of one room that believes what the socket says: it keeps every event as it comes and comes back
 * with its cursor, at any server. It mends nothing, so that the checker sees what was sent.
 */
export async function runViewer(
  name: string,
  roomId: string,
  world: World,
  history: History,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  const watched: Watched = { viewer: name, roomId, from: -1, events: [], replaced: [] };
  history.watched.push(watched);
  let epoch: number | null = null;
  const cursor = () => watched.events.at(-1)?.seq ?? watched.from;
  while (!signal.aborted) {
    await connectOnce();
    await pause(chance.between(20, 300), signal);
  }

  function connectOnce(): Promise<void> {
    return new Promise((resolve) => {
      const url = `${chance.pick(world.servers).baseUrl.replace("http", "ws")}${LIVE_PATH}`;
      const socket = new WebSocket(url, {
        headers: { authorization: world.admin },
        handshakeTimeout: 4_000,
      });
      const end = () => socket.terminate();
      signal.addEventListener("abort", end);
      socket.on("open", () => {
        const place = epoch === null ? {} : { cursor: { epoch, seq: cursor() } };
        socket.send(JSON.stringify({ type: "subscribe", topic: `room:${roomId}`, ...place }));
      });
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data)) as ServerMessage | ServerMessage[];
        for (const message of Array.isArray(frame) ? frame : [frame]) {
          // Not to be had just now: it comes back.
          if (message.type === "refused") socket.terminate();
          else receive(message);
        }
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        signal.removeEventListener("abort", end);
        resolve();
      });
    });
  }

  function receive(message: ServerMessage): void {
    if (message.type === "snapshot") {
      const { view } = message.snapshot;
      epoch = message.snapshot.epoch;
      if (watched.from >= 0) watched.replaced.push({ had: cursor(), got: view.seq });
      watched.from = view.seq;
      watched.events = [];
    } else if (message.type === "events") watched.events.push(...(message.events as RoomEvent[]));
  }
}
