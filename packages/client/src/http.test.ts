import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { afterEach, expect, test } from "vitest";
import { UnreachableError } from "./answer.ts";
import { type Client, type ClientOptions, createClient } from "./http.ts";
import { timeOfUuidv7 } from "./uuidv7.ts";

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = "cut" | { status: number; body: unknown; headers?: Record<string, string> };

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

/** A server that gives these answers one after the other, the last one again and again. */
async function serving(
  ...answers: Answer[]
): Promise<{ seen: Seen[]; client: (more?: Partial<ClientOptions>) => Client }> {
  const seen: Seen[] = [];
  const created = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body,
      });
      const answer = answers[Math.min(seen.length, answers.length) - 1];
      if (answer === undefined || answer === "cut") return request.socket.destroy();
      response.writeHead(answer.status, {
        "content-type": "application/json",
        connection: "close",
        ...answer.headers,
      });
      response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
    });
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  const { port } = created.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    seen,
    client: (more) => createClient({ baseUrl, backoff: { baseMs: 1, capMs: 4 }, ...more }),
  };
}

const params = { room: "checkout-web" };
const claimed = { status: 200, body: { task: null, reason: "no_tasks" } };
const saysNo = (status: number, code: Parameters<typeof refusal>[0], details = {}): Answer => ({
  status,
  body: { ...refusal(code, "No.", details), requestId: "req-1" },
});

test("sends path, query, body, credential and connection as the contract says", async () => {
  const { seen, client } = await serving({ status: 200, body: {} });
  const agent = client({ token: "secret" }).withConnection(3);
  await agent.call("listEvents", { params: { room: "a/b" }, query: { after: 7, limit: 2 } });
  await agent.call("claimTask", { params, body: { waitS: 5 } });
  await agent.call("renewLease", { params });
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/api/v1/rooms/a%2Fb/events?after=7&limit=2", ""],
    ["POST", "/api/v1/rooms/checkout-web/claims", '{"waitS":5}'],
    ["POST", "/api/v1/rooms/checkout-web/agents/me/renew", "{}"],
  ]);
  expect(seen.map(({ headers }) => [headers.authorization, headers["x-squadroom-connection"]])).toEqual(
    Array.from({ length: 3 }, () => ["Bearer secret", "3"]),
  );
  expect(seen.map(({ headers }) => typeof headers["idempotency-key"])).toEqual(["undefined", "string", "undefined"]);
});

test.each([4.999, 0.1234567])("waits %d s for a task like any other time", async (waitS) => {
  const { seen, client } = await serving(claimed);
  await client().call("claimTask", { params, body: { waitS } });
  expect(seen.map(({ body }) => body)).toEqual([JSON.stringify({ waitS })]);
});

test("tries a keyed call again with the same key until it is answered", async () => {
  const { seen, client } = await serving(
    "cut",
    saysNo(503, "outcome_unknown"),
    saysNo(503, "overloaded"),
    { status: 502, body: "<html>bad gateway</html>" },
    claimed,
  );
  await expect(client().call("claimTask", { params })).resolves.toEqual(claimed.body);
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(1);
});

test("keeps the caller's key, and makes another one for another call", async () => {
  const { seen, client } = await serving("cut", claimed);
  const { call } = client();
  const key = "019f0000-0000-7000-8000-000000000000";
  await call("claimTask", { params, key });
  await call("claimTask", { params });
  const keys = seen.map(({ headers }) => headers["idempotency-key"]);
  expect(keys.slice(0, 2)).toEqual([key, key]);
  expect(keys[2]).not.toBe(key);
});

test("tries again what its route says does the same again", async () => {
  const said = { verdict: "allow" };
  const { seen, client } = await serving("cut", "cut", { status: 200, body: said });
  const body = { callId: "c-1", harness: "claude", tool: "Bash", input: { command: "ls" } };
  await expect(client().call("checkCall", { params, body })).resolves.toEqual(said);
  expect(new Set(seen.map((one) => one.body)).size).toBe(1);
  expect(seen).toHaveLength(3);
});

test("does not repeat what has neither key nor repeatable method, unless nothing was done", async () => {
  const { seen, client } = await serving("cut");
  await expect(client().call("createCredential", { params, body: { name: "x", roles: ["builder"] } })).rejects.toThrow(
    UnreachableError,
  );
  expect(seen).toHaveLength(1);
});

test("repeats it where the server says that nothing was done", async () => {
  const { seen, client } = await serving(saysNo(503, "overloaded"), {
    status: 200,
    body: { token: "t" },
  });
  await client().call("createCredential", { params, body: { name: "x", roles: ["builder"] } });
  expect(seen).toHaveLength(2);
});

test("waits as long as a rate limit asks for", async () => {
  const { client } = await serving(saysNo(429, "rate_limited", { retryAfterS: 0.05 }), claimed);
  const delays: number[] = [];
  await client({ onRetry: ({ delayMs }) => delays.push(delayMs) }).call("claimTask", { params });
  expect(delays).toEqual([50]);
});

test("gives up at once when the wait asked for is beyond patience", async () => {
  const { seen, client } = await serving(saysNo(429, "rate_limited", { retryAfterS: 3600 }));
  await expect(client().call("getMe")).rejects.toMatchObject({ code: "rate_limited" });
  expect(seen).toHaveLength(1);
});

test("has no more patience than it is told to have", async () => {
  const { seen, client } = await serving(saysNo(429, "rate_limited", { retryAfterS: 0.05 }));
  const { call } = client({ patienceMs: 40 });
  await expect(call("getMe")).rejects.toMatchObject({ code: "rate_limited" });
  expect(seen).toHaveLength(1);
});

test("throws a refusal with its details and the request's id, without trying again", async () => {
  const { seen, client } = await serving({
    status: 409,
    body: {
      ...refusal("target_not_allowed", "No.", { wanted: "user" }, ["reviewer (work)"]),
      requestId: "req-9",
    },
  });
  const error = await client()
    .call("claimTask", { params })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RefusalError);
  expect(error).toMatchObject({
    code: "target_not_allowed",
    requestId: "req-9",
    refusal: { details: { wanted: "user" }, allowed: ["reviewer (work)"] },
  });
  expect(seen).toHaveLength(1);
});

test("keeps a refusal of a newer server readable", async () => {
  const { client } = await serving({
    status: 409,
    body: { code: "moon_phase", message: "Not today.", details: {} },
  });
  await expect(client().call("getMe")).rejects.toMatchObject({
    code: "bad_request",
    message: "Not today.",
    refusal: { details: { code: "moon_phase" } },
  });
});

test("says so when what answers is no Squadroom", async () => {
  const { client } = await serving({ status: 200, body: "<html>hello</html>" });
  await expect(client().call("getMe")).rejects.toThrow(/answered 200, but not as a Squadroom server/);
});

test("says of a proxy with nothing behind it what it is", async () => {
  const { client } = await serving({ status: 502, body: "<html>bad gateway</html>" });
  await expect(client({ retries: 0 }).call("getMe")).rejects.toMatchObject({
    message: expect.stringContaining("the server behind it is down or restarting"),
    isBehindProxy: true,
  });
});

test("says what is wrong with the connection after the last try", async () => {
  const { seen, client } = await serving("cut");
  await expect(client({ retries: 2 }).call("getMe")).rejects.toThrow(/No Squadroom server answers at http:.*: \w+/);
  expect(seen).toHaveLength(3);
});

test("makes a new key by the server's clock when its own is wrong", async () => {
  const at = Date.now() + 3_600_000;
  const headers = { date: new Date(at).toUTCString() };
  const { seen, client } = await serving(
    { ...(saysNo(410, "key_expired") as Exclude<Answer, "cut">), headers },
    { ...claimed, headers },
  );
  await client().call("claimTask", { params });
  const [first = "", second = ""] = seen.map((one) => String(one.headers["idempotency-key"]));
  expect(timeOfUuidv7(second) - timeOfUuidv7(first)).toBeGreaterThan(3_500_000);
});

test("ends a wait and a retry when its signal does", async () => {
  const { seen, client } = await serving("cut");
  const abort = new AbortController();
  const call = client({
    backoff: { baseMs: 60_000, capMs: 60_000 },
    onRetry: () => abort.abort(new Error("enough")),
  }).call("claimTask", { params, signal: abort.signal });
  await expect(call).rejects.toThrow("enough");
  expect(seen).toHaveLength(1);
});
