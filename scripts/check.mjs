// The fast check: format, lint, types, boundaries, unused code, fast tests.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensure, root, run } from "./ensure.mjs";

/** How far a program in Go lets its memory grow before it looks for what is free, in per cent. */
const RARELY = "400";

/** Longest first, so that the last one to end began early. */
const STEPS = [
  {
    name: "fast tests",
    program: "vitest/vitest.mjs",
    // One run of a module for all files of a worker, and a fifth of the histories: `npm test` has each
    // file to itself, and all of them.
    args: [
      "run",
      "--project=fast",
      "--project=screen",
      "--isolate=false",
      "--maxWorkers=2",
      "--experimental.fsModuleCache=true",
    ],
    env: { PROPERTY_SHARE: "0.2" },
  },
  {
    name: "typed lint",
    program: "oxlint/bin/oxlint",
    args: ["--deny-warnings", "."],
    env: { GOGC: RARELY },
  },
  {
    name: "types",
    program: "typescript/bin/tsc",
    // A second checker would work out for itself most of what the first has.
    args: ["--checkers", "1"],
    env: { GOGC: RARELY },
  },
  {
    name: "boundaries",
    program: "dependency-cruiser/bin/dependency-cruise.mjs",
    args: ["--config=.dependency-cruiser.cjs", "apps", "packages", "bench", "e2e"],
  },
  { name: "unused code", program: "knip/bin/knip.js", args: ["--no-progress"] },
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
  if (hidden > 0) console.error(`… and ${hidden} more lines: node node_modules/${program} ${args.join(" ")}`);
}

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const began = performance.now();
    const program = join(root, "node_modules", step.program);
    const { code, output } = await run(process.execPath, [program, ...step.args], {
      shown: false,
      env: { NO_COLOR: "1", ...step.env },
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${step.name.padEnd(12)} ${seconds} s`);
    if (code !== 0) failures.push({ ...step, output });
  }
}
