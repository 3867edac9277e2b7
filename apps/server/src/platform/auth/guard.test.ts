import { expect, test } from "vitest";
import { checkOrigin } from "./guard.ts";
import { newSecret, newToken } from "./secrets.ts";

const cookie = `squadroom_session=${newSecret()}`;
const json = { "content-type": "application/json", "content-length": "2" };
const own = { origin: "http://localhost:4700" };

function check(headers: Record<string, string>, more: { method?: string; protocol?: string } = {}) {
  const refused = checkOrigin({
    method: more.method ?? "POST",
    protocol: more.protocol ?? "http",
    host: "localhost:4700",
    headers,
  });
  return refused?.code ?? "ok";
}

test.each([
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  own,
  { origin: "http://LOCALHOST:4700" },
])("lets a page of this server write: %o", (headers) => {
  expect(check({ cookie, ...json, ...headers })).toBe("ok");
  expect(check({ cookie, ...headers })).toBe("ok");
});

test.each([
  {},
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "http://localhost:4701" },
  { origin: "https://localhost:4700" },
  { origin: "http://localhost:4700.evil.example" },
  { origin: "null" },
  { origin: "" },
  { "sec-fetch-site": "cross-site", origin: "http://evil.example" },
] as Record<string, string>[])("refuses a write under a cookie that proves no origin: %o", (headers) => {
  expect(check({ cookie, ...json, ...headers })).toBe("origin_refused");
  expect(check({ cookie, ...headers }, { method: "DELETE" })).toBe("origin_refused");
});

test.each([
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/jsonish",
  "",
])("refuses a body of a kind that forms can send: %s", (type) => {
  const headers = { cookie, ...own, "content-type": type, "content-length": "9" };

  expect(check(headers)).toBe("origin_refused");
  expect(check({ cookie, ...own, "content-type": type, "content-length": "0" })).toBe("ok");
  expect(check({ cookie, ...own, "transfer-encoding": "chunked" })).toBe("origin_refused");
});

test("takes JSON with a charset", () => {
  const type = "Application/JSON; charset=utf-8";

  expect(check({ cookie, ...own, "content-type": type, "content-length": "2" })).toBe("ok");
});

test("behind a trusted proxy the origin is what the browser sees", () => {
  const headers = { cookie, ...json, origin: "https://localhost:4700" };

  expect(check(headers, { protocol: "https" })).toBe("ok");
  expect(check(headers)).toBe("origin_refused");
});

test.each([`Bearer ${newToken()}`, `Local ${newSecret()}`])(
  "leaves programs alone, which no site can imitate: %s",
  (authorization) => {
    expect(check({ authorization, cookie, origin: "http://evil.example" })).toBe("ok");
  },
);

test("guards the cookie behind a proxy's own password", () => {
  expect(check({ authorization: "Basic eA==", cookie, ...json })).toBe("origin_refused");
});

test("lets strangers sign in with curl, but not from another site's form", () => {
  expect(check(json)).toBe("ok");
  expect(check({ ...json, "sec-fetch-site": "cross-site" })).toBe("origin_refused");
  expect(check({ ...json, origin: "http://evil.example" })).toBe("origin_refused");
});

test("lets everything read", () => {
  const headers = { cookie, "sec-fetch-site": "cross-site", origin: "http://evil.example" };

  expect(check(headers, { method: "GET" })).toBe("ok");
  expect(check(headers, { method: "HEAD" })).toBe("ok");
});

test("opens a socket under a cookie for its own pages only", () => {
  const socket = (headers: Record<string, string>) =>
    check({ cookie, upgrade: "websocket", ...headers }, { method: "GET" });

  expect(socket(own)).toBe("ok");
  expect(socket({ "sec-fetch-site": "same-origin" })).toBe("ok");
  expect(socket({})).toBe("origin_refused");
  expect(socket({ origin: "http://evil.example" })).toBe("origin_refused");
  expect(socket({ authorization: `Bearer ${newToken()}` })).toBe("ok");
});
