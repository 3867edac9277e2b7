import { LIVE_PATH } from "@squadroom/core/live/protocol";
import { WebSocket } from "ws";
import { type Chance, pause } from "../faults/random.ts";
import { hostile } from "./values.ts";

const TALK_MS = 10_000;

/** Talks nonsense on a live socket; says what the server did that it must not, or nothing. */
export async function talk(
  baseUrl: string,
  headers: Record<string, string>,
  chance: Chance,
  roomId: string,
): Promise<string | null> {
  const socket = new WebSocket(new URL(LIVE_PATH, baseUrl.replace("http", "ws")), { headers });
  const ended = new AbortController();
  let isAnswered = false;
  const id = chance.between(1, 1_000_000);
  socket.on("message", (data) => {
    const said: unknown = JSON.parse(String(data));
    const messages = (Array.isArray(said) ? said : [said]) as { type?: string; id?: number }[];
    if (messages.some((message) => message.type === "pong" && message.id === id)) {
      isAnswered = true;
      ended.abort();
    }
  });
  let closeCode = 0;
  socket.on("error", () => ended.abort());
  socket.on("close", (code) => {
    closeCode = code;
    ended.abort();
  });
  await new Promise<void>((resolve) => {
    socket.once("open", () => resolve());
    socket.once("close", () => resolve());
  });
  for (let i = chance.between(1, 10); i > 0 && socket.readyState === WebSocket.OPEN; i--)
    socket.send(frame(chance, roomId));
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping", id }));
  await pause(TALK_MS, ended.signal);
  socket.terminate();
  // 1002 … 1009: the frame was no text, no UTF-8, too large; 4400 and on are the protocol's own.
  const isRefused = (closeCode >= 1002 && closeCode <= 1009) || closeCode >= 4_000;
  if (isAnswered || isRefused) return null;
  return closeCode === 0 ? "no answer to a ping after nonsense" : `closed with ${closeCode}`;
}

function frame(chance: Chance, roomId: string): string | Buffer {
  const topics = [
    "rooms",
    `room:${roomId}`,
    "room:",
    "room:x",
    `room:${"0".repeat(36)}`,
    null,
    7,
    `run:${roomId}:1`,
    `run:${roomId}:0`,
    `run:${roomId}:1e9`,
    `run:${roomId}`,
    "run::",
    "run:x:1",
  ];
  switch (chance.between(0, 6)) {
    case 0:
      return Buffer.from([0xff, 0x00, 0xc3, 0x28]);
    case 1:
      return "{".repeat(chance.between(1, 12_000));
    case 2:
      return JSON.stringify(hostile(chance));
    case 3:
      return JSON.stringify({ type: "unsubscribe", topic: chance.pick(topics) });
    case 4:
      return chance.is(0.05) ? "x".repeat(3_000_000) : "";
    case 5:
      return JSON.stringify({ type: "ping", id: hostile(chance, 4) });
    default:
      return JSON.stringify({
        type: "subscribe",
        topic: chance.pick(topics),
        cursor: chance.pick([
          null,
          { epoch: 1, seq: 0 },
          { epoch: 1, seq: 2 ** 60 },
          { epoch: -1, seq: -1 },
          { seq: 1 },
          hostile(chance, 3),
        ]),
      });
  }
}
