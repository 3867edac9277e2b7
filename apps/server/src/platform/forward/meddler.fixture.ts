import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/** What may happen between two processes. */
export type Mood =
  | "pass"
  /** The owner dies after it ran the call and before its answer is out. */
  | "cut the answer"
  /** The owner stops: it refuses what comes, and runs nothing. */
  | "stopping"
  /** The owner is there and answers nothing. */
  | "silent";

/** Stands before an owner, as its address for the others, and does what the test wants. */
export async function aMeddler(target: () => string) {
  const state: { mood: Mood } = { mood: "pass" };
  const seen: IncomingMessage["headers"][] = [];

  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.headers);
    if (state.mood === "silent") return;
    if (state.mood === "stopping") {
      outgoing.writeHead(503).end("{}");
      return;
    }
    relay(incoming, outgoing);
  });

  function relay(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? "/", target()), { method, headers }, (answer) => {
      if (state.mood !== "cut the answer") {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      answer.resume().on("end", () => incoming.socket.destroy());
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    state,
    /** Headers of every call that was sent on. */
    seen,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
