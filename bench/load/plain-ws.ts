import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { PlainCommand, PlainResult } from "../harness/fanout.ts";
import { serveLoad } from "../harness/load.ts";

/** Unsent bytes of a viewer from which the server waits for it. */
const BACKLOG_MAX = 1_000_000;

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
let payload = { before: "", after: "" };
let seq = 0;

/** The plain way: for every event one `send` to every client, the frame serialised once for all of them. */
serveLoad<PlainCommand, PlainResult>(async (command) => {
  if (command.type === "open") {
    const { seq: _, ...rest } = command.event as { seq: number };
    const topic = command.topic;
    const frame = [{ type: "events", topic, epoch: 1, events: [{ ...rest, seq: "SEQ", v: 1, at: Date.now() }] }];
    const [before = "", after = ""] = JSON.stringify(frame).split('"SEQ"');
    payload = { before, after };
  } else {
    for (let n = 0; n < command.events; n++) await sendNext();
  }
  return { port: (server.address() as AddressInfo).port, seq };
});

async function sendNext(): Promise<void> {
  seq++;
  const frame = Buffer.from(`${payload.before}${seq}${payload.after}`);
  let isBehind = false;
  for (const client of server.clients) {
    client.send(frame, { binary: false });
    if (client.bufferedAmount > BACKLOG_MAX) isBehind = true;
  }
  do {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isBehind) return;
    isBehind = [...server.clients].some((client) => client.bufferedAmount > BACKLOG_MAX / 2);
  } while (isBehind);
}
