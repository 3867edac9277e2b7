import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { LIVE_PATH, type ServerMessage } from "@squadroom/core/live/protocol";
import { WebSocket, WebSocketServer } from "ws";
import type { FeedCommand, FeedResult } from "../harness/fed.ts";
import { serveLoad } from "../harness/load.ts";

/** As the server writes: all that came in this time is one frame, ms. */
const FRAME_MS = 15;

type EventsMessage = Extract<ServerMessage, { type: "events" }>;

/** The page's connection: what came last, and how the room's events are told apart. */
interface Viewer {
  socket: WebSocket;
  /** One report of each task, to be said again. */
  reports: Map<string, RoomEvent>;
  last: EventsMessage | null;
  seq: number;
}

let viewer: Viewer | null = null;
let isFeeding = false;

/**
 * Stands between the page and the server: passes everything on, and once it feeds, says the room's reports again at an
 * even pace instead. No server and no database work meanwhile, so that what is measured is the page alone.
 */
serveLoad<FeedCommand, FeedResult>(async (command) => {
  switch (command.type) {
    case "open":
      return { port: await open(command.port), events: 0, seconds: 0 };
    case "pace":
      return {
        port: 0,
        ...(await feed(command.perSecond, command.seconds)),
      };
    default:
      return unreachable(command);
  }
});

async function open(upstreamPort: number): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: LIVE_PATH, perMessageDeflate: false });
  sockets.on("connection", (socket, request) => {
    const { cookie = "" } = request.headers;
    const origin = `http://127.0.0.1:${upstreamPort}`;
    const upstream = new WebSocket(`ws://127.0.0.1:${upstreamPort}${LIVE_PATH}`, {
      headers: { cookie, origin },
    });
    const mine: Viewer = { socket, reports: new Map(), last: null, seq: 0 };
    viewer = mine;
    const early: string[] = [];
    upstream.on("open", () => {
      for (const text of early.splice(0)) upstream.send(text);
    });
    socket.on("message", (data) => {
      if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data));
      else early.push(String(data));
    });
    upstream.on("message", (data) => {
      const text = String(data);
      const messages = [JSON.parse(text) as ServerMessage | ServerMessage[]].flat();
      if (isFeeding && messages.some(({ type }) => type === "events")) return;
      for (const message of messages) if (message.type === "events") learn(mine, message);
      socket.send(text);
    });
    socket.on("close", () => upstream.close());
    upstream.on("close", () => socket.close());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function learn(of: Viewer, message: EventsMessage): void {
  of.last = message;
  for (const event of message.events) {
    of.seq = event.seq;
    if (event.type === "task.progressed") of.reports.set(event.data.taskId, event);
  }
}

/** Answers once the time is over: how many events there were, in which time. */
async function feed(perSecond: number, seconds: number): Promise<{ events: number; seconds: number }> {
  const to = viewer;
  if (!to?.last || to.reports.size === 0) throw new Error("the page has seen no report yet");
  isFeeding = true;
  const reports = [...to.reports.values()];
  const { topic, epoch } = to.last;
  const began = performance.now();
  const beganAt = Date.now();
  let sent = 0;
  while (sent < perSecond * seconds) {
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - began) / 1000) * perSecond));
    const events: RoomEvent[] = [];
    for (; sent < due; sent++) {
      const report = reports[sent % reports.length] as RoomEvent;
      to.seq += 1;
      events.push({ ...report, seq: to.seq, at: beganAt + Math.floor((sent * 1000) / perSecond) });
    }
    if (events.length > 0) to.socket.send(JSON.stringify([{ type: "events", topic, epoch, events }]));
  }
  return { events: sent, seconds: (performance.now() - began) / 1000 };
}
