// All tests on a fresh machine. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build } from "./build.mjs";
import { ensure, giveUp, root, run } from "./ensure.mjs";

/** Debian's packages; the first takes a quarter less of a core, and not every Debian has it. */
const CHROMIUMS = ["chromium-headless-shell", "chromium"];
/** Of each of the two steps: what hangs ends, and a slow machine is no defect. */
const LIMIT_MS = 80 * 60_000;
/** Of each failure, when all are named at the end. */
const SHOWN_LINES = 12;
const results = join(root, "test-results");

ensure();
const chromium = await ensureChromium();
await ensureNats();
mkdirSync(results, { recursive: true });

const isBuilt = await build().then(
  () => true,
  (error) => {
    console.error(error.message);
    return false;
  },
);
// Side by side: each of them waits for a third of its time, for a server, a page or the end of a period.
const counts = await Promise.all([runVitest(), runBrowserTests()]);

const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const failures = counts.flatMap((count) => count.failures ?? []);
// Once more at the end: of a long output often only the end is kept.
for (const failure of failures) console.log(`\nFAILED ${failure}`);
if (sum("skipped") > 0) console.log(`${sum("skipped")} skipped`);
// Set, not exited with: output that waits in a pipe would be lost.
process.exitCode = sum("failed") > 0 ? 1 : 0;
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);

/** Unit, property, database, fuzz and short fault tests: the projects of vitest.config.ts. */
async function runVitest() {
  const report = join(results, "vitest.json");
  rmSync(report, { force: true });
  const { code } = await run(
    process.execPath,
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { limitMs: LIMIT_MS },
  );
  return count("The tests in Node", code, report, (parsed) => {
    // A file that does not load has no tests to fail.
    const broken = parsed.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
    );
    return {
      passed: parsed.numPassedTests,
      failed: parsed.numFailedTests + broken.length,
      skipped: parsed.numPendingTests + parsed.numTodoTests,
      failures: parsed.testResults.flatMap(failuresOf),
    };
  });
}

/** Each failed test of one file as its name and the first lines of what it said. */
function failuresOf(file) {
  const path = relative(root, file.name);
  const failed = file.assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0 && file.status === "failed") return [`${path}\n${shortened(file.message)}`];
  return failed.map((test) => `${path} › ${test.fullName}\n${shortened(test.failureMessages.join("\n"))}`);
}

function shortened(text) {
  return stripVTControlCharacters(text).split("\n").slice(0, SHOWN_LINES).join("\n");
}

async function runPlaywright() {
  const report = join(results, "playwright.json");
  rmSync(report, { force: true });
  const { code } = await run(
    process.execPath,
    [
      join(root, "e2e", "node_modules", "@playwright", "test", "cli.js"),
      "test",
      "--config=e2e/playwright.config.ts",
      "--reporter=list,json",
    ],
    {
      limitMs: LIMIT_MS,
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  return count("The browser tests", code, report, ({ stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => shortened(message)), ...suites.flatMap(browserFailures)],
  }));
}

function runBrowserTests() {
  if (isBuilt) return runPlaywright();
  console.error("The browser tests don't run, because the build failed.");
  return { passed: 0, failed: 1, skipped: 0 };
}

function browserFailures({ file, specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ title, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `${file}:${line} › ${title}\n${shortened(errors.map(({ message }) => message).join("\n"))}`;
    }),
    ...suites.flatMap(browserFailures),
  ];
}

/** A step that ends badly without a failed test to show for it counts as one. */
function count(step, code, report, read) {
  let counted = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(report)) counted = read(JSON.parse(readFileSync(report, "utf8")));
  if ((code === 0 && existsSync(report)) || counted.failed > 0) return counted;
  console.error(`${step} ended with exit code ${code}.`);
  return { ...counted, failed: 1 };
}

async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  const paths = named === undefined ? CHROMIUMS.map((name) => `/usr/bin/${name}`) : [named];
  const found = () => paths.find((path) => existsSync(path));
  if (found()) return found();
  const wanted = `The browser tests need Chromium; there is none at ${paths.join(" or ")}`;
  if (named !== undefined || !hasApt())
    giveUp(`${wanted}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`);
  console.log("Installing Chromium (once)…");
  let printed = "";
  for (const name of CHROMIUMS) {
    printed += await aptInstall(name);
    if (found()) return found();
  }
  console.error(printed);
  return giveUp(`${wanted}, and apt-get couldn't install it (see above).`);
}

/** Without one, the doorbell's tests use a small broker of their own alone, and say so. */
async function ensureNats() {
  const isThere = existsSync(process.env.NATS_SERVER_PATH ?? "/usr/sbin/nats-server");
  if (isThere || process.env.NATS_SERVER_PATH !== undefined || !hasApt()) return;
  console.log("Installing nats-server (once)…");
  await aptInstall("nats-server");
}

function hasApt() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Resolves to what was printed. */
async function aptInstall(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  let printed = "";
  for (const args of [["update"], ["install", "--yes", "--no-install-recommends", name]]) {
    const { code, output } = await run("apt-get", args, { shown: false, env });
    printed += output;
    if (code !== 0) break;
  }
  return printed;
}
