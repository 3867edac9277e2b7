import type { ViewersCommand, ViewersResult } from "../harness/fanout.ts";
import { serveLoad } from "../harness/load.ts";
import { WsSocket } from "../harness/ws-socket.ts";

const PATIENCE_MS = 60_000;

interface Viewer {
  socket: WsSocket;
  /** Of the newest event it has; `null` before its first. */
  seq: number | null;
}

const viewers: Viewer[] = [];
let deliveries = 0;
let frames = 0;
let beganAt = 0;
let lastAt = 0;
let closed: string | null = null;
let onProgress = () => {};

serveLoad<ViewersCommand, ViewersResult>(async (command) => {
  if (command.type === "open") await open(command);
  else if (command.type === "begin") begin();
  else await until(command.seq);
  return { deliveries, seconds: (lastAt - beganAt) / 1000, frames };
});

async function open(command: Extract<ViewersCommand, { type: "open" }>): Promise<void> {
  for (let n = 0; n < command.viewers; n++) {
    const socket = await WsSocket.open(command.port, command.path, command.headers);
    const viewer: Viewer = { socket, seq: null };
    socket.onText = (end) => take(viewer, end);
    socket.onClosed = (why) => {
      closed = why;
    };
    if (command.hello) socket.send(command.hello);
    viewers.push(viewer);
  }
}

/** A frame of events ends with `"seq":7,"v":1,"at":…}]}]`; other frames do not count. */
function take(viewer: Viewer, end: string): void {
  const at = end.lastIndexOf('"seq":');
  if (at < 0 || !end.endsWith("}]}]")) return;
  const seq = Number.parseInt(end.slice(at + 6), 10);
  frames++;
  deliveries += seq - (viewer.seq ?? seq - 1);
  viewer.seq = seq;
  lastAt = performance.now();
  onProgress();
}

function begin(): void {
  deliveries = 0;
  frames = 0;
  beganAt = performance.now();
}

function until(seq: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error("the events do not come")), PATIENCE_MS);
    onProgress = () => {
      if (closed) reject(new Error(closed));
      for (const viewer of viewers) if ((viewer.seq ?? 0) < seq) return;
      clearTimeout(deadline);
      onProgress = () => {};
      resolve();
    };
    onProgress();
  });
}
