import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${root}docs/lifecycle-rules.md`, "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Rule"));

test.each(rows)("a rule of the lifecycle has its test: %s", (row) => {
  const [, file, name] = /\| `([^`]+\.tsx?)`: (.+) \|$/.exec(row) ?? [];
  expect(file).toBeDefined();
  expect(readFileSync(`${root}${file}`, "utf8")).toContain(name);
});
