import { randomUUID } from "node:crypto";
import { sleep } from "@squadroom/client/backoff";
import { VERSION, VERSION_HEADER } from "@squadroom/core/kernel/version";

export interface BridgeOptions {
  /** Messages of the client above, one per line. */
  lines: AsyncIterable<string>;
  /** Resolves to whether the client was there to read it. */
  out: (text: string) => Promise<boolean>;
  fetch: typeof fetch;
  /** The server's door for tools. */
  url: URL;
  token: string;
  /** Whether the client above is gone. */
  isOrphaned: () => boolean;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> };
}

const PARENT_CHECK_MS = 1_000;
/** A server that restarts is back by then, ms. */
const PATIENCE_MS = 60_000;
const PAUSE_MAX_MS = 5_000;

/**
 * Carries a client's messages from standard input to the server, and its answers back. Ends with its input or with the
 * client above; a call that then waits is hung up, so that it claims nothing.
 */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const { lines, out, isOrphaned } = options;
  const end = new AbortController();
  const underWay = new Map<string | number, AbortController>();
  const watch = setInterval(() => isOrphaned() && end.abort(), PARENT_CHECK_MS);
  const say = async (message: object) => {
    if (!(await out(`${JSON.stringify(message)}\n`))) end.abort();
  };

  async function carry(message: Message): Promise<void> {
    const call = new AbortController();
    const signal = AbortSignal.any([call.signal, end.signal]);
    if (message.id !== undefined) underWay.set(message.id, call);
    try {
      await send(options, message, signal, say);
    } catch (error) {
      if (!signal.aborted) await say(failed(message, String(error)));
    } finally {
      if (message.id !== undefined) underWay.delete(message.id);
    }
  }

  try {
    for await (const line of untilAborted(lines, end.signal)) {
      const message = parsed(line);
      if (message === null) await say(UNREADABLE);
      else if (message.method === "notifications/cancelled") underWay.get(message.params?.requestId as string)?.abort();
      else void carry(message);
    }
  } finally {
    clearInterval(watch);
    end.abort();
  }
}

const UNREADABLE = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_700, message: "This line is no JSON message." },
};

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Until there is an answer: under one key, a call that is sent again happens once. */
async function send(
  { url, token, fetch }: BridgeOptions,
  message: Message,
  signal: AbortSignal,
  say: (message: object) => Promise<void>,
): Promise<void> {
  const init = {
    method: "POST",
    headers: { ...headersOf(message), authorization: `Bearer ${token}` },
    body: JSON.stringify(message),
    signal,
  };
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      const response = await fetch(url, init);
      if (await relay(message, response, say)) return;
    } catch (error) {
      if (signal.aborted || patience.aborted) throw error;
    }
    if (patience.aborted) throw new Error(`${url.origin} can't be reached.`);
    await sleep(pauseMs, signal);
  }
}

/** Resolves to whether the answer is complete. */
async function relay(message: Message, response: Response, say: (message: object) => Promise<void>): Promise<boolean> {
  if (message.id === undefined) return true;
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) {
    const body = (await response.json()) as object;
    await say("jsonrpc" in body ? body : refused(message, body));
    return true;
  }
  for await (const event of eventsIn(response)) {
    await say(event);
    if ("id" in event && ("result" in event || "error" in event)) return true;
  }
  return false;
}

async function* eventsIn(response: Response): AsyncGenerator<object> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const parts = rest.split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0) yield JSON.parse(data.map((line) => line.slice(5)).join("\n"));
    }
  }
}

/** Newer clients put in the message what HTTP has in headers. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  const name = params?.name ?? params?.uri;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "idempotency-key": randomUUID(),
    [VERSION_HEADER]: VERSION,
    ...(typeof version === "string"
      ? {
          "mcp-protocol-version": version,
          "mcp-method": method ?? "",
          ...(typeof name === "string" ? { "mcp-name": asHeader(name) } : {}),
        }
      : {}),
  };
}

function asHeader(text: string): string {
  if (/^[!-~]+$/.test(text)) return text;
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** A model reads results; nobody would tell it what to do about an error of the protocol. */
function refused(message: Message, no: object): object {
  if (message.method !== "tools/call") {
    const { message: why } = no as { message?: string };
    return failed(message, why ?? "The server refused it.");
  }
  const content = [{ type: "text", text: JSON.stringify(no) }];
  return { jsonrpc: "2.0", id: message.id, result: { content, isError: true } };
}

function failed({ id }: Message, why: string): object {
  return { jsonrpc: "2.0", id: id ?? null, error: { code: -32_000, message: why } };
}

async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const aborted = new Promise<IteratorResult<T>>((resolve) => {
    signal.addEventListener("abort", () => resolve({ done: true, value: undefined }));
  });
  for (;;) {
    const { done, value } = await Promise.race([iterator.next(), aborted]);
    if (done) return;
    yield value;
  }
}
