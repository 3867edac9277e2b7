// Runs a benchmark: npm run bench NAME [-- --json …]
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { giveUp, root } from "./ensure.mjs";
import { becomeSource } from "./source.mjs";

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
await becomeSource(`${name}${SUFFIX}`, rest);
