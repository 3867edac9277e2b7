import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import { gemini } from "./gemini.ts";
import type { Dialect, Mind, Move, Turn } from "./model.ts";
import { responses } from "./responses.ts";

const DIALECTS: Record<string, Dialect> = {
  "/v1/messages": anthropic,
  "/v1/responses": responses,
  "/v1/chat/completions": chat,
};

/** One model request of a client, and its answer. */
export interface Exchange {
  at: number;
  turn: Turn;
  move: Move;
}

/** A client's account with the model: its key says which script answers it. */
export interface Account {
  key: string;
  exchanges: Exchange[];
}

/** In place of the models' services, on loopback: no model, a script for each key. */
export class ModelServer {
  private readonly minds = new Map<string, { mind: Mind; account: Account }>();
  /** What no script answered, for whoever looks for a client's mistake. */
  readonly unknown: string[] = [];
  private count = 0;

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.unknown.push(String(error));
        // A client would try again after another status.
        response.writeHead(400, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { type: "script", message: String(error) } }));
      });
    });
  }

  static async start(): Promise<ModelServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ModelServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A dummy, unlike any real key. */
  open(name: string, mind: Mind): Account {
    const account: Account = { key: ["dummy", name, this.minds.size].join("-"), exchanges: [] };
    this.minds.set(account.key, { mind, account });
    return account;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", this.url).pathname;
    const raw = await bodyOf(request);
    const [, asked] = /^\/v1beta\/models\/[^:]+:(generate|streamGenerate)Content$/.exec(path) ?? [];
    const dialect = request.method === "POST" ? (asked ? gemini : DIALECTS[path]) : undefined;
    const { "x-api-key": own = request.headers["x-goog-api-key"] } = request.headers;
    const key = own ?? request.headers.authorization?.slice(7);
    const found = this.minds.get(String(key));
    if (!dialect || !found) {
      this.unknown.push(`${request.method} ${request.url}`);
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const body = JSON.parse(String(raw)) as { stream?: boolean };
    const turn: Turn = { ...dialect.read(body as never), bytes: raw.length };
    const move = turn.tools.length === 0 ? { say: "A title" } : await found.mind(turn);
    if (turn.tools.length > 0) found.account.exchanges.push({ at: Date.now(), turn, move });
    const id = String(++this.count);
    if (dialect.whole && body.stream !== true && asked !== "streamGenerate") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(dialect.whole(move, id)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of dialect.write(move, id))
      response.write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
    response.end(dialect.last ?? "");
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
