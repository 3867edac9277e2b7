import { VERSION } from "@squadroom/core/kernel/version";
import { expect, it } from "vitest";
import { guardHeaders } from "./guard-headers.ts";

it("lets pages load what is the server's own, and nobody frame them", () => {
  const { pages } = guardHeaders({ isHttps: false });
  expect(pages["content-security-policy"]).toContain("script-src 'self';");
  expect(pages["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(pages["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  expect(pages).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
});

it("says of the API's answers that they are data for nobody else, and are not kept", () => {
  const { answers } = guardHeaders({ isHttps: false });
  expect(answers).toEqual({
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-squadroom-version": VERSION,
  });
});

it("asks for https where people come by it, for pages and answers", () => {
  const { pages, answers } = guardHeaders({ isHttps: true });
  for (const headers of [pages, answers]) expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  expect(guardHeaders({ isHttps: false }).answers).not.toHaveProperty("strict-transport-security");
});
