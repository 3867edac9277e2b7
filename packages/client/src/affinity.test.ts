import { ownerHeader } from "@squadroom/core/contract/owner-header";
import { expect, test } from "vitest";
import { type ClientOptions, createClient } from "./http.ts";

const BASE = "http://10.0.0.1:4600";
const OWNER = "http://10.0.0.5:4600";
const params = { room: "checkout-web" };

type Answer = (path: string) => Response;

/** What answers at which address; who is not in it refuses connections. */
function aNetwork(at: Record<string, Answer>) {
  const seen: string[] = [];
  const send = async (input: string | URL | Request): Promise<Response> => {
    const { origin, pathname } = new URL(String(input));
    seen.push(`${origin}${pathname}`);
    const answer = at[origin];
    if (answer) return answer(pathname);
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    throw new TypeError("fetch failed", { cause });
  };
  const client = (more: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: BASE, token: "t", retries: 0, fetch: send, ...more });
  return { at, seen, send, client };
}

const json = (body: object, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });
/** Sends calls on to the owner, and says where that is. */
const sendsOnTo =
  (address: string, id = "p1"): Answer =>
  () =>
    json({}, { "x-squadroom-owner": ownerHeader({ address, id }) });
const isProcess =
  (id: string): Answer =>
  (path) =>
    path === "/healthz" ? json({ ok: true, process: id }) : json({});

/** Where each of these calls went, after those before it have been answered. */
async function placesOf(network: ReturnType<typeof aNetwork>, calls: number, baseUrl = BASE) {
  const client = network.client({ baseUrl });
  for (let n = 0; n < calls; n++) {
    await client.call("claimTask", { params });
    // Whoever is asked meanwhile has answered.
    await new Promise(setImmediate);
  }
  return network.seen.map((url) => url.replace("/api/v1/rooms/checkout-web/claims", ""));
}

test("an agent's calls go to its room's process once that has answered for itself", async () => {
  const network = aNetwork({ [BASE]: sendsOnTo(OWNER), [OWNER]: isProcess("p1") });
  expect(await placesOf(network, 4)).toEqual([BASE, `${OWNER}/healthz`, BASE, OWNER, OWNER]);
});

test.each<[string, Answer | null]>([
  ["nobody", null],
  ["another process", isProcess("p2")],
  ["somebody else", () => new Response("<html>hello</html>")],
])("they stay where they are when %s answers there, and nobody is asked again", async (_who, answer) => {
  const network = aNetwork({ [BASE]: sendsOnTo(OWNER), ...(answer ? { [OWNER]: answer } : {}) });
  expect(await placesOf(network, 4)).toEqual([BASE, `${OWNER}/healthz`, BASE, BASE, BASE]);
});

test("one that has moved is followed", async () => {
  const next = "http://10.0.0.6:4600";
  const network = aNetwork({
    [BASE]: sendsOnTo(OWNER),
    [OWNER]: isProcess("p1"),
    [next]: isProcess("p2"),
  });
  const client = network.client();
  const call = () => client.call("claimTask", { params }).then(() => new Promise(setImmediate));
  for (let n = 0; n < 3; n++) await call();
  network.at[OWNER] = sendsOnTo(next, "p2");
  network.at[BASE] = sendsOnTo(next, "p2");
  network.seen.length = 0;
  for (let n = 0; n < 3; n++) await call();
  expect(network.seen.map((url) => url.replace("/api/v1/rooms/checkout-web/claims", ""))).toEqual([
    OWNER,
    `${next}/healthz`,
    BASE,
    next,
  ]);
});

test.each([
  ["with a key", (client: ReturnType<typeof createClient>) => client.call("claimTask", { params })],
  ["without one", (client: ReturnType<typeof createClient>) => client.call("renewLease", { params })],
])("one that is gone loses no call %s: it is made at the server's own address", async (_how, call) => {
  const network = aNetwork({ [BASE]: sendsOnTo(OWNER), [OWNER]: isProcess("p1") });
  const client = network.client();
  for (let n = 0; n < 3; n++) {
    await call(client);
    await new Promise(setImmediate);
  }
  delete network.at[OWNER];
  network.seen.length = 0;
  await call(client);
  await call(client);
  expect(network.seen.map((url) => new URL(url).origin)).toEqual([OWNER, BASE, BASE]);
});

test("a connection that breaks is not taken for one that never was", async () => {
  const network = aNetwork({ [BASE]: sendsOnTo(OWNER), [OWNER]: isProcess("p1") });
  const client = network.client();
  for (let n = 0; n < 3; n++) {
    await client.call("renewLease", { params });
    await new Promise(setImmediate);
  }
  network.at[OWNER] = () => {
    throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
  };
  network.seen.length = 0;

  await expect(client.call("renewLease", { params })).rejects.toThrow(`answers at ${OWNER}: ECONNRESET`);
  await client.call("renewLease", { params });
  expect(network.seen.map((url) => new URL(url).origin)).toEqual([OWNER, BASE]);
});

test.each([
  ["https://squad.example", OWNER],
  ["https://squad.example", "http://127.0.0.1:4600"],
  ["http://10.0.0.1:4600", "http://127.0.0.1:4600"],
  ["http://10.0.0.1:4600", "http://localhost:4600"],
])("from %s nobody is sent to %s", async (baseUrl, address) => {
  const network = aNetwork({ [baseUrl]: sendsOnTo(address), [address]: isProcess("p1") });
  expect(await placesOf(network, 4, baseUrl)).toEqual([baseUrl, baseUrl, baseUrl, baseUrl]);
});

test.each([
  "",
  "http://10.0.0.5:4600",
  "ftp://10.0.0.5; process=p1",
  "http://10.0.0.5/x; process=p1",
  "http://a@10.0.0.5; process=p1",
])("what is no such header (%j) is nothing", async (header) => {
  const network = aNetwork({ [BASE]: () => json({}, { "x-squadroom-owner": header }) });
  expect(await placesOf(network, 3)).toEqual([BASE, BASE, BASE]);
});

test("nobody but an agent is sent anywhere", async () => {
  const network = aNetwork({ [BASE]: sendsOnTo(OWNER), [OWNER]: isProcess("p1") });
  const client = createClient({ baseUrl: BASE, authorization: "Local key", fetch: network.send });
  for (let n = 0; n < 3; n++) await client.call("claimTask", { params });
  expect(new Set(network.seen.map((url) => new URL(url).origin))).toEqual(new Set([BASE]));
});
