// Runs a benchmark: npm run bench -- NAME [--json …] [--against REVISION]
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./against.mjs";
import { giveUp, root } from "./ensure.mjs";
import { becomeSource, ready } from "./source.mjs";

const SUFFIX = ".bench.ts";
const folder = join(root, "bench");
const [name, ...rest] = process.argv.slice(2);
const file = join(folder, `${name}${SUFFIX}`);
if (name === undefined || !existsSync(file)) {
  const names = readdirSync(folder)
    .filter((entry) => entry.endsWith(SUFFIX))
    .map((entry) => entry.slice(0, -SUFFIX.length));
  giveUp(`Usage: npm run bench NAME, where NAME is one of: ${names.join(", ")}.`);
}
const at = rest.indexOf("--against");
if (at < 0) await becomeSource(`${name}${SUFFIX}`, rest);
else {
  const [, revision] = rest.splice(at, 2);
  if (!revision) giveUp("Say which revision: npm run bench -- NAME --against REVISION.");
  await ready();
  await compare(`${name}${SUFFIX}`, rest, revision);
}
