import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { keyMatcher } from "./auth/local-admin.ts";
import { newSecret } from "./auth/secrets.ts";
import { localAdminKey } from "./secrets.ts";

function aFolder(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), "squadroom-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, "local-admin.key") };
}

const KEY = newSecret();
const isRoot = process.getuid?.() === 0;

describe("the key of this machine", () => {
  test("is made once, for its owner alone, and read back as it was written", () => {
    const { folder, path } = aFolder();
    const key = localAdminKey(folder);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).toBe(`${key}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(localAdminKey(folder)).toBe(key);
    expect(readdirSync(folder)).toEqual(["local-admin.key"]);
  });

  test.each([
    ["empty", ""],
    ["a line break", "\n"],
    ["blanks", `${" ".repeat(43)}\n`],
    ["short", `${KEY.slice(1)}\n`],
    ["torn", KEY.slice(0, 20)],
    ["torn at its end", KEY],
    ["long", `${KEY}x\n`],
    ["two lines", `${KEY}\n${KEY}\n`],
    ["something else", `${"k".repeat(42)}!\n`],
    ["zeros of a full disk", "\0".repeat(44)],
    ["a large file", "k".repeat(5_000_000)],
  ])("that is %s starts no server, and one sentence says what to do", (_, text) => {
    const { folder, path } = aFolder();
    writeFileSync(path, text, { mode: 0o600 });
    expect(() => localAdminKey(folder)).toThrow(
      /^The key of this machine in \S+ (is empty|is not what Squadroom wrote there): remove that file, and the next start writes a new key\.$/,
    );
    rmSync(path);
    expect(localAdminKey(folder)).toMatch(/^[\w-]{43}$/);
  });

  test.each([0o644, 0o640, 0o604, 0o660, 0o602])("that others may open (mode %o) is refused", (mode) => {
    const { folder, path } = aFolder();
    writeFileSync(path, `${KEY}\n`);
    chmodSync(path, mode);
    expect(() => localAdminKey(folder)).toThrow(/is open to other users \(mode 6\d\d\)/);
  });

  test.runIf(isRoot)("that belongs to somebody else is refused", () => {
    const { folder, path } = aFolder();
    writeFileSync(path, `${KEY}\n`, { mode: 0o600 });
    chownSync(path, 12345, 12345);
    expect(() => localAdminKey(folder)).toThrow(/belongs to user 12345, not to user 0/);
    chownSync(folder, 12345, 12345);
    expect(localAdminKey(folder)).toBe(KEY);
  });

  test("that is no file is refused", () => {
    const { folder, path } = aFolder();
    mkdirSync(path);
    expect(() => localAdminKey(folder)).toThrow("is not a file");
    rmSync(path, { recursive: true });
    symlinkSync("/dev/zero", path);
    expect(() => localAdminKey(folder)).toThrow("is not a file");
  });

  test("is one and the same for processes that start at once", async () => {
    const { folder } = aFolder();
    const from = new URL("secrets.ts", import.meta.url).pathname;
    const program = `import { localAdminKey } from ${JSON.stringify(from)}; process.stdout.write(localAdminKey(${JSON.stringify(folder)}))`;
    const run = () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        let out = "";
        child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
        child.once("close", (code) => (code === 0 ? resolve(out) : reject(new Error(`${code}`))));
      });
    const keys = await Promise.all(Array.from({ length: 4 }, run));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{43}$/);
    expect(readdirSync(folder)).toEqual(["local-admin.key"]);
  });
});

test("nothing matches an empty key, and an empty candidate matches no key", () => {
  for (const key of ["", " ", "short", `${KEY}\n`]) expect(() => keyMatcher(key)).toThrow();
  const matches = keyMatcher(KEY);
  expect(["", " ", KEY.slice(1), `${KEY} `].map(matches)).toEqual([false, false, false, false]);
  expect(matches(KEY)).toBe(true);
});
