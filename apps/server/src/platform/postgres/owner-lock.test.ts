import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimDirectory } from "./owner-lock.ts";
import { processIdentity } from "./process-identity.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "squadroom-owner-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("is held until it is released and leaves nothing behind", () => {
  const lock = claimDirectory(directory);
  lock.assertHeld();
  expect(() => claimDirectory(directory)).toThrow(`(pid ${process.pid})`);

  lock.release();
  claimDirectory(directory).release();

  expect(readdirSync(directory)).toEqual(["owner.2.json"]);
});

test.each([
  ["a dead process", { pid: 999_999_999, identity: "then", claim: "dead" }],
  ["an earlier process with a pid in use", { pid: process.pid, identity: "then", claim: "dead" }],
  ["a file that is no claim", { pid: "none" }],
])("takes over from %s", (_who, left) => {
  writeFileSync(join(directory, "owner.4.json"), JSON.stringify(left));

  const lock = claimDirectory(directory);

  lock.assertHeld();
  expect(readdirSync(directory)).toEqual(["owner.5.json"]);
});

test("notices a claim that another process took, and leaves it alone", () => {
  const lock = claimDirectory(directory);
  const identity = processIdentity(process.ppid);
  const other = JSON.stringify({ pid: process.ppid, identity, claim: "other" });
  writeFileSync(join(directory, "owner.2.json"), other);

  expect(() => lock.assertHeld()).toThrow(`(pid ${process.ppid})`);
  lock.release();
  expect(() => claimDirectory(directory)).toThrow(`(pid ${process.ppid})`);
});
