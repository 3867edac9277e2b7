import { connect, createServer, type Socket } from "node:net";

/** A wire between clients and one server that can be cut and slowed. */
export interface Wire {
  port: number;
  /** Ends every connection now, in the middle of whatever it carries. */
  cut(): void;
  /** Holds every chunk back this long, ms. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export async function startWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const server = createServer((client) => {
    const upstream = connect({ port: targetPort, host: "127.0.0.1" });
    const join = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (delayMs > 0) setTimeout(() => to.writable && to.write(chunk), delayMs);
        else if (to.writable) to.write(chunk);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    join(client, upstream);
    join(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    delay(ms) {
      delayMs = ms;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
