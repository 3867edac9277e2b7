import { expect, test } from "../fixtures/test.ts";

/** Of scripts in front of the first screen, as they come over the wire, bytes. */
const SCRIPTS_MAX = 156_000;

test("little has to be loaded before the first screen", async ({ server }) => {
  const html = await (await fetch(server.url)).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path);
  expect(scripts.length).toBeGreaterThan(2);
  const sizes = await Promise.all(
    scripts.map(async (path) => {
      const headers = { "accept-encoding": "gzip" };
      const answer = await fetch(`${server.url}${path}`, { method: "HEAD", headers });
      expect(answer.headers.get("content-encoding"), path).toBe("gzip");
      return Number(answer.headers.get("content-length"));
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(SCRIPTS_MAX);
});
