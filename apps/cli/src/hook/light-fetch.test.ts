import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lightFetch } from "./light-fetch.ts";

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on("end", () => {
    if (request.url === "/silent") return;
    response.writeHead(request.url === "/no" ? 409 : 200, { "x-there": "yes" });
    response.end(JSON.stringify({ method: request.method, body, token: request.headers.authorization }));
  });
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close().closeAllConnections());

test("sends what fetch would, and reads the answer as it would", async () => {
  const init = { method: "POST", body: '{"ä":1}', headers: { authorization: "Bearer x" } };
  const [light, full] = await Promise.all([lightFetch(url, init), fetch(url, init)]);
  expect([light.ok, light.status, await light.json()]).toEqual([true, 200, await full.json()]);
  expect([light.headers.get("X-There"), light.headers.get("other")]).toEqual(["yes", null]);
  expect((await lightFetch(`${url}/no`)).ok).toBe(false);
});

test("ends with its signal, and where nobody answers", async () => {
  const left = new AbortController();
  const asked = lightFetch(`${url}/silent`, { signal: left.signal });
  left.abort();
  await expect(asked).rejects.toThrow("abort");
  await expect(lightFetch("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
