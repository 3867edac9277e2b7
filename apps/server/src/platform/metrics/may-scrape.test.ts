import { expect, test } from "vitest";
import { mayScrape } from "./may-scrape.ts";

const TOKEN = "a token of the scraper";
const here = { headers: { host: "127.0.0.1:4600" }, remoteAddress: "127.0.0.1" };

test.each([
  ["on the machine itself", here, true],
  ["under the machine's own name", { ...here, headers: { host: "localhost:4600" } }, true],
  ["over IPv6", { headers: { host: "[::1]:4600" }, remoteAddress: "::1" }, true],
  ["from elsewhere", { ...here, remoteAddress: "10.0.0.9" }, false],
  ["through a proxy", { ...here, headers: { ...here.headers, "x-forwarded-for": "1.2.3.4" } }, false],
  ["under another name", { ...here, headers: { host: "evil.example" } }, false],
  ["with the token", { headers: { authorization: "Bearer atokenofthescraper" }, remoteAddress: "10.0.0.9" }, true],
  ["with another token", { ...here, headers: { ...here.headers, authorization: "Bearer x" } }, false],
])("who asks %s: %#", (_, asked, may) => {
  expect(mayScrape(asked, TOKEN.replaceAll(" ", ""))).toBe(may);
});

test("without a token only the machine itself may", () => {
  const headers = { host: "squad.example", authorization: "Bearer " };
  expect(mayScrape({ headers, remoteAddress: "10.0.0.9" }, null)).toBe(false);
  expect(mayScrape(here, null)).toBe(true);
});
