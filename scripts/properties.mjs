// Runs the property tests with other seeds: npm run properties [-- --seconds N] [--seed S] [FILE …]
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensure, root, run } from "./ensure.mjs";

const LIMIT_MS = 10 * 60_000;
const { values, positionals } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
  },
  allowPositionals: true,
});

ensure();
const files = positionals.length > 0 ? positionals : propertyTests();
const until = Date.now() + Number(values.seconds) * 1000;
let seed = Number(values.seed);
const failed = [];
do {
  console.log(`Seed ${seed}…`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { code, output } = await run(
    process.execPath,
    [vitest, "run", "--project=fast", "--project=spawn", "--reporter=dot", ...files],
    { limitMs: LIMIT_MS, shown: false, env: { PROPERTY_SEED: String(seed), NO_COLOR: "1" } },
  );
  if (code !== 0) {
    console.log(output);
    failed.push(seed);
  }
  seed += 1;
} while (Date.now() < until);
process.exitCode = failed.length > 0 ? 1 : 0;
console.log(failed.length > 0 ? `Seeds that failed: ${failed.join(", ")}` : "No seed failed.");

/** Every test without a database that has properties. */
function propertyTests() {
  const wanted = ["grep", "--files-with-matches", "--fixed-strings", '"fast-check"', "--"];
  return execFileSync("git", [...wanted, "*.test.ts"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !/\.(pg|fuzz|faults)\.test\.ts$/.test(file));
}
