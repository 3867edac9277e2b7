import { connect, createServer, type Socket } from "node:net";

/** A wire to one server that can be cut, slowed and held. */
export interface Wire {
  port: number;
  /** Ends every connection now, in the middle of whatever it carries. */
  cut(): void;
  /** Holds every chunk back this long, ms; what is on its way keeps its order. */
  delay(ms: number): void;
  /** Nothing passes, and nobody is told: connections stay open, as over a dead line. `false` lets all of it pass. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
}

export async function startWire(targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const flows = new Set<() => void>();
  let delayMs = 0;
  let isHeld = false;

  /** One direction of a connection: chunks leave in the order in which they came. */
  function join(from: Socket, to: Socket): void {
    const chunks: { chunk: Buffer; dueAt: number }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flow = () => {
      clearTimeout(timer);
      if (isHeld) return;
      for (let first = chunks[0]; first; first = chunks[0]) {
        const waitMs = first.dueAt - Date.now();
        if (waitMs > 0) {
          timer = setTimeout(flow, waitMs);
          return;
        }
        chunks.shift();
        if (to.writable) to.write(first.chunk);
      }
    };
    sockets.add(from);
    flows.add(flow);
    from.on("data", (chunk: Buffer) => {
      chunks.push({ chunk, dueAt: Date.now() + delayMs });
      flow();
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      clearTimeout(timer);
      sockets.delete(from);
      flows.delete(flow);
      to.destroySoon();
    });
  }

  const server = createServer((client) => {
    const upstream = connect({ port: targetPort, host: "127.0.0.1" });
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
    hold(held) {
      isHeld = held;
      if (!held) for (const flow of flows) flow();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
