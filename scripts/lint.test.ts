import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What breaks a rule, by the place that the linter names for it. */
const PLANTED: Record<string, [file: string, text: string]> = {
  "typescript(await-thenable)": ["awaits.ts", "export const one = await Number(1);"],
  "typescript(no-floating-promises)": ["floats.ts", "Promise.resolve();\nexport {};"],
  "typescript(no-misused-promises)": [
    "misuses.ts",
    "export const listener: { end(): void } = { end: async () => {} };",
  ],
  "typescript(switch-exhaustiveness-check)": [
    "switches.ts",
    'export function f(kind: "a" | "b"): void {\n  switch (kind) {\n    case "a":\n  }\n}',
  ],
  "unicorn(no-useless-spread)": ["spreads.ts", "export const one = { ...{ a: 1, b: 2 }, c: 3 };"],
  "eslint(max-lines)": ["long.ts", lines(401)],
  "eslint(max-lines) in a test": ["longer.test.ts", lines(601)],
  ...Object.fromEntries(
    ["packages/core", "apps/server", "apps/cli", "apps/web"].map((place) => [
      `eslint(max-lines-per-function) in ${place}`,
      [`${place}/src/function.ts`, `export function f(): void {\n${"  void 0;\n".repeat(119)}}`],
    ]),
  ),
  "unused directive": ["directive.ts", "// oxlint-disable-next-line max-lines\nexport {};"],
};

/** What looks like a violation and is none. */
const ALLOWED: Record<string, string> = {
  "argument.ts": "export const done = [1].map(String).forEach(async () => {});",
  "attribute.tsx":
    "declare const Button: (props: { onClick: () => void }) => null;\n" +
    "export const element = <Button onClick={async () => {}} />;",
  "default.ts":
    'export function f(kind: "a" | "b"): void {\n  switch (kind) {\n    case "a":\n      break;\n    default:\n  }\n}',
  "long.test.ts": lines(600),
  "long.fixture.ts": lines(600),
};

let directory: string;
let printed: string[];

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "squadroom-lint-")));
  for (const [file, text] of Object.values(PLANTED)) write(file, text);
  for (const [file, text] of Object.entries(ALLOWED)) write(file, text);
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { target: "ES2023", module: "ESNext", jsx: "preserve", strict: true },
    }),
  );
  printed = lint();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(Object.entries(PLANTED))("catches a violation of %s", (rule, [file]) => {
  const said = rule === "unused directive" ? "Unused oxlint-disable" : rule.split(" ")[0];

  expect(printed.filter((line) => line.startsWith(`${file}:`))).toEqual([expect.stringContaining(said ?? "")]);
});

test("finds nothing but what was planted", () => {
  const found = printed.map((line) => line.split(":")[0]);

  expect(found.sort()).toEqual(
    Object.values(PLANTED)
      .map(([file]) => file)
      .sort(),
  );
});

/** Each violation as `file:line:column: …`. */
function lint(): string[] {
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), `--config=${join(root, ".oxlintrc.json")}`, "--format=unix", "."],
    { cwd: directory, encoding: "utf8" },
  );
  return stdout.split("\n").filter((line) => /^[\w./]+:\d+:\d+: /.test(line));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  writeFileSync(join(directory, file), text);
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const line${index} = ${index};`).join("\n");
}
