import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

/** A seat that a harness reaches with a secret of its own, never with the agent's token. */
export interface GatewaySeat {
  token: string;
  /** Called before a tool runs that ends a task; its result replaces the input. */
  beforeEnd(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Called once a progress report was accepted. */
  afterReport(input: Record<string, unknown>): Promise<void>;
}

export interface Gateway {
  /** Lets a harness in; `end` shuts it out at once. */
  admit(seat: GatewaySeat): { url: string; headers: Record<string, string>; end(): void };
  close(): Promise<void>;
}

const ENDS = /^(?:hand_off|complete_task|fail_task)$/;
const BODY_MAX = 4_000_000;
/** Headers that are passed on unchanged. */
const PASSED = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id"];
const RETURNED = ["content-type", "mcp-session-id"];

/**
 * The room's tools as a harness on this machine sees them: on loopback, under a secret that ends with its run. Tasks
 * come with turns here, so nobody waits for one in a tool.
 */
export async function openGateway(serverUrl: string): Promise<Gateway> {
  const seats = new Map<string, GatewaySeat>();
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end(error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const secret = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const seat = seats.get(secret);
    if (!seat) return void response.writeHead(401).end();
    if (request.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
    const message = JSON.parse(await bodyOf(request)) as Message;
    if (message.method === "tools/call") {
      const { name = "", arguments: input = {} } = message.params ?? {};
      if (name === "wait_for_task") return answer(response, message, WAIT);
      if (ENDS.test(name) && message.params)
        try {
          message.params.arguments = await seat.beforeEnd(name, input);
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          return answer(response, message, `What was made can't be handed in: ${why}`, true);
        }
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const answered = await fetch(`${serverUrl}/mcp`, {
      method: "POST",
      headers: {
        ...picked(request.headers, PASSED),
        authorization: `Bearer ${seat.token}`,
      },
      body: JSON.stringify(message),
      signal: gone.signal,
    });
    response.writeHead(answered.status, picked(Object.fromEntries(answered.headers), RETURNED));
    if (!answered.body) return void response.end();
    const isReport = message.method === "tools/call" && message.params?.name === "report_progress";
    let told = "";
    Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0])
      .on("error", () => response.destroy())
      .on("data", (chunk: Buffer) => {
        if (isReport && told.length < BODY_MAX) told += chunk.toString();
      })
      .on("end", () => {
        if (isReport && !told.includes('"isError":true'))
          void seat.afterReport(message.params?.arguments ?? {}).catch(() => undefined);
      })
      .pipe(response);
  }

  return {
    admit(seat) {
      const secret = randomBytes(24).toString("base64url");
      seats.set(secret, seat);
      return {
        url: `http://127.0.0.1:${port}/mcp`,
        headers: { authorization: `Bearer ${secret}` },
        end: () => void seats.delete(secret),
      };
    },
    close: () =>
      new Promise((resolve) => {
        seats.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Message {
  jsonrpc: string;
  id?: string | number;
  method?: string;
  params?: { name?: string; arguments?: Record<string, unknown> };
}

const WAIT = "End your turn: the next task comes to you by itself.";

function answer(response: ServerResponse, { id }: Message, text: string, isError = false): void {
  const result = { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > BODY_MAX) throw new Error("The message is too large.");
  }
  return text;
}

function picked(
  headers: Record<string, string | string[] | undefined>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
