import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SECRETS, UNMARKED } from "@squadroom/core/redaction/corpus.fixture";
import { HARMLESS, MISTAKEN } from "@squadroom/core/redaction/look-alikes.fixture";
import { redact } from "@squadroom/core/redaction/redact";
import { expect, test } from "vitest";
import { redactImported } from "./imported.ts";

const PAGE = fileURLToPath(new URL("../../../../../docs/secrets.md", import.meta.url));
const FAMILIES: Record<string, string> = {
  "private-key": "Private keys",
  authorization: "Authorization headers",
  "url-password": "Passwords in addresses",
  assignment: "Values that a name gives away",
};
const BY_FORM = "Tokens that their form gives away";

async function tableOf(): Promise<string> {
  const ofFamily = (family: string) =>
    SECRETS.filter(({ rule }) => (FAMILIES[rule] ?? BY_FORM) === family).map(({ text }) => text);
  const rows: [name: string, texts: string[]][] = [
    ...[BY_FORM, ...Object.values(FAMILIES)].map((name): [string, string[]] => [name, ofFamily(name)]),
    ["Secrets that nothing gives away", UNMARKED],
    ["Look-alikes", HARMLESS],
    ["Look-alikes under a secret's name", MISTAKEN],
  ];
  const lines = rows.map(async ([name, texts]) => {
    const written = texts.filter((text) => redact(text) !== text).length;
    const imported = await Promise.all(texts.map(redactImported));
    const changed = imported.filter((text, i) => text !== texts[i]).length;
    return `| ${name} | ${texts.length} | ${written} | ${changed} |`;
  });
  const kinds = [...new Set(SECRETS.map(({ rule }) => `\`${rule}\``))].sort();
  return [
    "| Texts | How many | Redacted in every write | Redacted in an import |",
    "|---|---|---|---|",
    ...(await Promise.all(lines)),
    "",
    `The ${kinds.length} rules: ${kinds.join(", ")}.`,
  ].join("\n");
}

test("the published table is what the rules do; `-u` writes it", async () => {
  const page = readFileSync(PAGE, "utf8");
  const [before = "", , after = ""] = page.split(/<!-- (?:table|end) -->\n/);
  const table = `${before}<!-- table -->\n${await tableOf()}\n<!-- end -->\n${after}`;

  await expect(table).toMatchFileSnapshot(PAGE);
});

test("the corpus has a hundred secrets of thirty kinds, and as many look-alikes", () => {
  expect(new Set(SECRETS.map(({ text }) => text)).size).toBeGreaterThanOrEqual(100);
  expect(new Set(SECRETS.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(30);
  expect(new Set(HARMLESS).size).toBeGreaterThanOrEqual(100);
});
