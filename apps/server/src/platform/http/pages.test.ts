import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPage, PAGES } from "./web.ts";

test("the server knows the screens that the dashboard's router has", () => {
  const router = new URL("../../../../web/src/router.tsx", import.meta.url);
  const code = readFileSync(router, "utf8");
  const paths = [...code.matchAll(/(?:\bpath:|\b(?:page|outside)\()\s*"([^"]+)"/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect([...paths].sort()).toEqual([...PAGES].sort());
});

test.each(["/", "/inbox?item=3", "/rooms/alpha", "/rooms/a%20b/sessions/7?x=1", "/connect/", "/import"])(
  "%s is a screen",
  (url) => expect(isPage(url)).toBe(true),
);

test.each(["/metrics", "/rooms/alpha/nothing", "/rooms//work", "/wp-login", "/.env", "/inboxes"])("%s is none", (url) =>
  expect(isPage(url)).toBe(false),
);
