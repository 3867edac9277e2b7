import { expect, test } from "vitest";
import { type BridgeOptions, runBridge } from "./bridge.ts";

const SERVER = new URL("http://127.0.0.1:1/mcp");

/** A bridge whose lines and answers come when the test says so. */
function aBridge(more: Partial<BridgeOptions> = {}) {
  const said: Record<string, unknown>[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  const given: (string | null)[] = [];
  const line = (value: object | string | null) => {
    const text = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    const next = waiting.shift();
    if (next) next(text);
    else given.push(text);
  };
  async function* lines() {
    for (;;) {
      const next = given.shift() ?? (await new Promise<string | null>((come) => waiting.push(come)));
      if (next === null) return;
      yield next;
    }
  }
  const over = runBridge({
    lines: lines(),
    out: (text) => {
      said.push(JSON.parse(text));
      return Promise.resolve(true);
    },
    fetch: () => Promise.reject(new TypeError("nobody is there")),
    url: SERVER,
    token: "a-token",
    isOrphaned: () => false,
    ...more,
  });
  return { said, line, over };
}

const call = (id: number, name = "show_team") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {} },
});
const answer = (id: number) => ({ jsonrpc: "2.0", id, result: { content: [] } });
const event = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function stream(...pieces: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

test("a call whose answer was lost is sent again under the same key", async () => {
  const keys: (string | null)[] = [];
  const { said, line, over } = aBridge({
    fetch: (_, init) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      if (keys.length === 1) return Promise.reject(new TypeError("reset"));
      if (keys.length === 2) return Promise.resolve(stream(": keepalive\n\n"));
      return Promise.resolve(stream(event(answer(7))));
    },
  });
  line(call(7));
  await expect.poll(() => said).toEqual([answer(7)]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  line(null);
  await over;
});

test("what comes in pieces is said in whole lines, news before the answer", async () => {
  const news = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
  const text = event(news) + event(answer(1));
  const { said, line, over } = aBridge({
    fetch: () => Promise.resolve(stream(text.slice(0, 20), text.slice(20, 90), text.slice(90))),
  });
  line(call(1));
  await expect.poll(() => said).toEqual([news, answer(1)]);
  line(null);
  await over;
});

test("a call that its client gives up is hung up on, and others go on", async () => {
  const hungUp: unknown[] = [];
  const { said, line, over } = aBridge({
    fetch: (_, init) =>
      new Promise((resolve, reject) => {
        const { id } = JSON.parse(String(init?.body)) as { id: number };
        if (id === 2) resolve(stream(event(answer(2))));
        init?.signal?.addEventListener("abort", () => {
          hungUp.push(id);
          reject(new DOMException("aborted", "AbortError"));
        });
      }),
  });
  line(call(1, "wait_for_task"));
  line(call(2));
  await expect.poll(() => said).toEqual([answer(2)]);
  line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(() => hungUp).toEqual([1]);
  line(null);
  await over;
  expect(said).toEqual([answer(2)]);
});

test("what the server refuses before it is a call is a result, which the model reads", async () => {
  const no = { code: "unauthorized", message: "Unknown.", advice: "Send a valid credential." };
  const { said, line, over } = aBridge({
    fetch: () => Promise.resolve(Response.json(no, { status: 401 })),
  });
  line(call(1));
  line({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  line("no JSON");
  await expect.poll(() => said).toHaveLength(3);
  const content = [{ type: "text", text: JSON.stringify(no) }];
  expect(said).toEqual(
    expect.arrayContaining([
      { jsonrpc: "2.0", id: 1, result: { content, isError: true } },
      { jsonrpc: "2.0", id: 2, error: { code: -32_000, message: "Unknown." } },
      expect.objectContaining({ id: null }),
    ]),
  );
  line(null);
  await over;
});

test("newer clients' messages have the headers that the protocol wants", async () => {
  let sent = new Headers();
  const { said, line, over } = aBridge({
    fetch: (_, init) => {
      sent = new Headers(init?.headers);
      return Promise.resolve(stream(event(answer(1))));
    },
  });
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  line({ ...call(1, "grüße"), params: { name: "grüße", _meta: meta } });
  await expect.poll(() => said).toHaveLength(1);
  expect(Object.fromEntries(sent)).toMatchObject({
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": `=?base64?${Buffer.from("grüße").toString("base64")}?=`,
    authorization: "Bearer a-token",
  });
  line(null);
  await over;
});
