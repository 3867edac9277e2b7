import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { refusalCodes } from "../kernel/refusal-code.ts";

const DOCS = join(import.meta.dirname, "../../../../docs");
const agents = readFileSync(join(DOCS, "agents.md"), "utf8");
const reference = readFileSync(join(DOCS, "reference.md"), "utf8");

it("the agents' page leads to every code, and names none that there is not", () => {
  const [, answers = ""] = agents.split("\n## Refusals\n");
  expect(answers).toContain("(reference.md#refusals)");
  const [, section = ""] = reference.split("\n## Refusals\n");
  for (const code of refusalCodes) expect(section).toContain(`| \`${code}\` |`);
  const rows = answers.split("\n").filter((line) => /^\| (\d|`)/.test(line));
  const named = rows.flatMap((row) => {
    const [, first = "", , third = ""] = row.split("|");
    return [...(/^ \d/.test(first) ? third : first).matchAll(/`(\w+)`/g)].map(([, one]) => one);
  });
  expect(named.length).toBeGreaterThan(30);
  const known: readonly (string | undefined)[] = refusalCodes;
  expect(named.filter((one) => !known.includes(one))).toEqual([]);
});
