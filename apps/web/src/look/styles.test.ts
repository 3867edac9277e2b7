import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("..", import.meta.url));
/** Fetched with the first screen, whichever that is. */
const ALWAYS = ["main.tsx", "shell/shell.tsx"];

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).map((name) => join(SRC, name));
const texts = new Map(
  files
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.(test|fixture)\./.test(file))
    .map((file) => [file, readFileSync(file, "utf8")]),
);

/** A module and all that it imports at once. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith(".css")) return seen;
  const imports = (texts.get(file) ?? "").matchAll(/^(?:import|export)\s[^;]*?["'](\.[^"']+)["'];/gm);
  for (const [, path = ""] of imports) closureOf(join(dirname(file), path), seen);
  return seen;
}

/** What is fetched when it is first opened. */
function latePartsOf(): string[] {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/import\(\s*["'](\.[^"']+)["']/g)].map(([, path = ""]) => join(dirname(file), path)),
  );
}

function classesIn(text: string): Set<string> {
  const literals = [...text.matchAll(/className=(?:"([^"]*)"|\{clsx\(([^)]*)\)\}|\{`([^`]*)`\})/g)].flatMap(
    ([, plain, joined, template]) => {
      if (plain !== undefined) return [plain];
      if (template !== undefined) return [template.replaceAll(/\$\{[^}]*\}/g, " ")];
      return [...(joined ?? "").matchAll(/"([^"]*)"/g)].map(([, words = ""]) => words);
    },
  );
  return new Set(literals.flatMap((words) => words.split(/\s+/)).filter(Boolean));
}

function definedIn(): Map<string, string[]> {
  const defined = new Map<string, string[]>();
  for (const [file, text] of texts) {
    if (!file.endsWith(".css")) continue;
    // Its own rules, not those that change it within another part.
    const names = new Set([...text.matchAll(/^\s*\.([a-z][\w-]*)/gm)].map(([, name = ""]) => name));
    for (const name of names) defined.set(name, [...(defined.get(name) ?? []), file]);
  }
  return defined;
}

test("a part brings the styles of all the classes it names, wherever it is opened first", () => {
  const defined = definedIn();
  const always = new Set(ALWAYS.flatMap((file) => [...closureOf(join(SRC, file))]));
  const missing = latePartsOf().flatMap((part) => {
    const closure = closureOf(part);
    return [...closure]
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) =>
        [...classesIn(texts.get(file) ?? "")].flatMap((name) => {
          const sheets = defined.get(name) ?? [];
          const isThere = sheets.some((sheet) => closure.has(sheet) || always.has(sheet));
          return sheets.length === 0 || isThere
            ? []
            : [`${relative(SRC, part)} shows ${relative(SRC, file)} without .${name}`];
        }),
      );
  });
  expect([...new Set(missing)]).toEqual([]);
});

/** The classes that have a rule of their own in a sheet, beside those that change them in some place or window. */
function ownRulesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/(?<!,\n)^\.([a-z][\w-]*) \{$/gm)].map(([, name = ""]) => name));
}

test("a class has its own rule in one sheet: another screen's would change it as soon as it was open once", () => {
  const sheets = new Map<string, string[]>();
  for (const [file, text] of texts) {
    if (!file.endsWith(".css")) continue;
    for (const name of ownRulesIn(text)) sheets.set(name, [...(sheets.get(name) ?? []), relative(SRC, file)]);
  }
  const twice = [...sheets].filter(([, files]) => files.length > 1);
  expect(Object.fromEntries(twice)).toEqual({});
});
