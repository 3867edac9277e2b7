// The fast check: format, lint, types, boundaries, unused code, fast tests.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensure, root, run } from "./ensure.mjs";

/** Longest first, so that the last one to end began early. */
const STEPS = [
  { name: "typed lint", program: "oxlint/bin/oxlint", args: ["--deny-warnings", "."] },
  { name: "fast tests", program: "vitest/vitest.mjs", args: ["run", "--project=fast"] },
  // A second checker would work out for itself most of what the first has.
  { name: "types", program: "typescript/bin/tsc", args: ["--checkers", "1"] },
  { name: "unused code", program: "knip/bin/knip.js", args: ["--no-progress"] },
  {
    name: "boundaries",
    program: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["--config=.dependency-cruiser.cjs", "apps", "packages", "bench", "e2e"],
  },
  {
    name: "format, lint",
    program: "@biomejs/biome/bin/biome",
    args: ["ci", "--colors=off", "--error-on-warnings", "."],
  },
];

const SHOWN_LINES = 100;

ensure();
const waiting = [...STEPS];
const failures = [];
await Promise.all(Array.from({ length: availableParallelism() }, work));
for (const failure of failures) show(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

function show({ name, program, args, output }) {
  const lines = output.trimEnd().split("\n");
  const hidden = lines.length - SHOWN_LINES;
  console.error(`\n── ${name} ──\n${lines.slice(0, SHOWN_LINES).join("\n")}`);
  if (hidden > 0)
    console.error(`… and ${hidden} lines more: node node_modules/${program} ${args.join(" ")}`);
}

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const began = performance.now();
    const program = join(root, "node_modules", step.program);
    const { code, output } = await run(process.execPath, [program, ...step.args], {
      shown: false,
      env: { NO_COLOR: "1" },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${step.name.padEnd(12)} ${seconds} s`);
    if (code !== 0) failures.push({ ...step, output });
  }
}
