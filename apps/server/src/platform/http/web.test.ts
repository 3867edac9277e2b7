import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import { serveWeb } from "./web.ts";

it("gives agents the command that it began with, to each who asks, at the same time too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "squadroom-web-"));
  const file = join(folder, "squadroom.mjs");
  const content = "// a command\n".repeat(20_000);
  writeFileSync(file, content);
  const app = fastify();
  await serveWeb(app, { web: join(folder, "none"), forAgents: { "/cli.mjs": file } });
  const get = async () => (await app.inject({ url: "/cli.mjs" })).body === content;
  expect(await get()).toBe(true);
  // Another build comes while the server runs.
  writeFileSync(`${file}.new`, "another");
  renameSync(`${file}.new`, file);
  expect(await Promise.all([get(), get(), get()])).toEqual([true, true, true]);
  await app.close();
  rmSync(folder, { recursive: true });
});
