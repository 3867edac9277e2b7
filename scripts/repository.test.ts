import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const NOT_OURS = new Set([
  ".git",
  ".squadroom",
  "coverage",
  "dist",
  "node_modules",
  "playwright-report",
  "test-results",
]);
/** Names that say nothing, and names that say how old a thing is. */
const FORBIDDEN = /^(utils?|helpers?|lib|common|misc|legacy|new|v\d+)$/;

const files = filesIn(root);

test.each(files.filter((file) => basename(file) === "package.json"))("%s pins every version exactly", (file) => {
  const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
  const pins = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([, version]) => !/^((npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*)$/.test(version));

  expect(pins).toEqual([]);
});

test.each(["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc"])("%s names no address to fetch from", (file) => {
  expect(read(file)).not.toMatch(/https?:|git\+|tarball:|registry/);
});

test("no path has a name that says nothing", () => {
  const isForbidden = (segment: string) => FORBIDDEN.test(segment.replace(/\..*$/, ""));

  expect(files.filter((file) => file.split("/").some(isForbidden))).toEqual([]);
  expect(["utils", "helpers.ts", "v2", "new.tsx", "lib"].filter(isForbidden)).toHaveLength(5);
  expect(["news.ts", "common-room.ts", "v.ts", "library"].filter(isForbidden)).toEqual([]);
});

test("the server reads packages on demand by a file of its own, as its bundle knows their names only so", () => {
  const onDemand = (text: string) => [...text.matchAll(/import\("([^."][^"]*)"\)/g)].map(([, name]) => name);
  const sources = files.filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !/test|fixture/.test(file));
  const found = sources.flatMap((file) => onDemand(read(file).replaceAll(/typeof import\(/g, "")));

  expect(found).toEqual([]);
  expect(onDemand('await import("undici"); await import("./pool.ts")')).toEqual(["undici"]);
});

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesIn(path) : [relative(root, path)];
    });
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
