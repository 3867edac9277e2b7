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

/** What a room's screen is made of: scripts, styles and a font. */
const FILES_MAX = 45;

test("a screen comes in few files, and a browser that has them asks for none again", async ({ squad, visit }) => {
  const page = await visit();
  const files = new Map<string, string | undefined>();
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/assets/")) files.set(pathname, answer.headers()["cache-control"]);
  });
  const { room } = await squad();
  await page.goto(`/rooms/${room.name}`);
  await expect(page.getByRole("complementary", { name: "Team" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(files.size).toBeGreaterThan(5);
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
  for (const [path, kept] of files) expect(kept, path).toContain("immutable");
});
