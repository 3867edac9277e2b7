import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { DEFAULT_URL, readSettings } from "./settings.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "squadroom-settings-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const urlWith = (env: Record<string, string>) =>
  readSettings(anIo({ env: { SQUADROOM_DATA: dir, ...env }, cwd: dir }).io).url;

test("the server is found by its data directory, unless it is named", () => {
  expect(urlWith({})).toBe(DEFAULT_URL);
  writeFileSync(join(dir, "address"), "http://127.0.0.1:4711\n");
  expect(urlWith({})).toBe("http://127.0.0.1:4711");
  expect(urlWith({ SQUADROOM_URL: "http://127.0.0.1:4712/" })).toBe("http://127.0.0.1:4712");
  writeFileSync(join(dir, "address"), "");
  expect(urlWith({})).toBe(DEFAULT_URL);
});
