// Counts what there is to read: lines of source without tests, blanks and comments, by package, and in how
// many source files each type of event is named.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./ensure.mjs";

const PACKAGES = ["apps", "packages"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);
/** Its table of events is made of their types. */
const REFERENCE = "docs/reference.md";

const files = PACKAGES.flatMap((name) => sourcesIn(name)).map((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return { file, text, lines: linesOf(text) };
});

const byPackage = PACKAGES.map((name) => {
  const own = files.filter(({ file }) => file.startsWith(`${name}/`));
  return [name, own.length, sum(own.map(({ lines }) => lines))];
});
console.log("source lines without tests, blanks and comments");
for (const [name, count, lines] of byPackage) console.log(row(name, lines, `${count} files`));
console.log(row("all", sum(byPackage.map(([, , lines]) => lines)), `${files.length} files`));

const named = eventTypes().map((type) => {
  const quoted = [`"${type}"`, `'${type}'`, `\`${type}\``];
  const places = files.filter(({ text }) => quoted.some((one) => text.includes(one)));
  return { type, places: places.length };
});
named.sort((a, b) => b.places - a.places);
console.log("\nsource files that name a type of event");
for (const { type, places } of named.slice(0, 8)) console.log(row(type, places));
console.log(row("median", named[Math.floor(named.length / 2)]?.places ?? 0));

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["node_modules", "dist", "testing", "fixtures"].includes(entry.name) ? [] : sourcesIn(path);
    return isSource(entry.name) ? [path] : [];
  });
}

function isSource(name) {
  return /\.(tsx?|mjs)$/.test(name) && !/\.(test|spec|fixture)\./.test(basename(name));
}

function linesOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

function eventTypes() {
  const text = readFileSync(join(root, REFERENCE), "utf8");
  return [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|/gm)].map(([, type]) => type);
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

function row(name, number, more = "") {
  return `  ${name.padEnd(28)}${number.toLocaleString("en").padStart(8)}  ${more}`.trimEnd();
}
