import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type Socket } from "node:net";

export interface Broker {
  name: string;
  port: number;
  stop(): Promise<void>;
}

/** Where Debian's package puts it; `NATS_SERVER_PATH` names another. */
const PROGRAM = process.env.NATS_SERVER_PATH ?? "/usr/sbin/nats-server";
const READY_MS = 10_000;

/** Says in one sentence which broker the tests have. */
export function brokersHere(): { name: string; start: (port?: number) => Promise<Broker> }[] {
  const small = { name: "a small broker of this test", start: smallBroker };
  if (existsSync(PROGRAM)) return [small, { name: "nats-server", start: natsServer }];
  console.warn(
    `There is no ${PROGRAM}, so the doorbell over NATS is tested with a small broker of the test alone (Debian: apt-get install nats-server, or set NATS_SERVER_PATH).`,
  );
  return [small];
}

/** The real one, as a process of its own. */
async function natsServer(port = 0): Promise<Broker> {
  const wanted = port || (await freePort());
  const child = spawn(PROGRAM, ["--addr", "127.0.0.1", "--port", String(wanted)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`no nats-server: ${said}`)), READY_MS);
    child.stderr.on("data", (chunk: Buffer) => {
      said += String(chunk);
      if (!said.includes("Server is ready")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => reject(new Error(`nats-server ended with ${code}: ${said}`)));
  });
  return {
    name: "nats-server",
    port: wanted,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** As much of the protocol as the client here speaks: exact subjects, no queues, no headers. */
async function smallBroker(port = 0): Promise<Broker> {
  const sockets = new Set<Socket>();
  const subscriptions = new Map<Socket, Map<string, string>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const mine = new Map<string, string>();
    subscriptions.set(socket, mine);
    let rest = "";
    socket.write('INFO {"server_id":"test","version":"2.9.0","proto":1,"max_payload":1048576,"headers":false}\r\n');
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (let used = take(socket, mine, rest); used > 0; used = take(socket, mine, rest)) rest = rest.slice(used);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      subscriptions.delete(socket);
    });
  });

  /** Handles the first command. @returns its length, 0 when there is not all of it */
  function take(socket: Socket, mine: Map<string, string>, text: string): number {
    const end = text.indexOf("\r\n");
    if (end < 0) return 0;
    const [verb, subject = "", last = ""] = text.slice(0, end).split(" ");
    if (verb === "PING") socket.write("PONG\r\n");
    if (verb === "SUB") mine.set(last, subject);
    if (verb === "UNSUB") mine.delete(subject);
    if (verb !== "PUB") return end + 2;
    const total = end + 2 + Number(last) + 2;
    if (text.length < total) return 0;
    const payload = text.slice(end + 2, total - 2);
    for (const [other, theirs] of subscriptions)
      for (const [sid, name] of theirs)
        if (name === subject) other.write(`MSG ${subject} ${sid} ${payload.length}\r\n${payload}\r\n`, "latin1");
    return total;
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    name: "small",
    port: portOf(server.address()),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const port = portOf(server.address());
      server.close(() => resolve(port));
    });
  });
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  return typeof address === "object" && address ? address.port : 0;
}
