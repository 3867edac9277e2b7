import fc from "fast-check";
import { expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { pathsOf, readCall } from "./call.ts";
import { readCorpus } from "./corpus.fixture.ts";
import { judge, type Rules } from "./judge.ts";
import { hasActs, isHarmless } from "./known.ts";
import type { Preset } from "./rule.ts";
import { HERE, RULES } from "./situation.fixture.ts";

const rules = (preset: Preset): Rules => ({ ...RULES, preset, files: ["infra/**"] });
const said = (command: string, preset: Preset = "safe") =>
  judge(readCall("claude", "Bash", { command }), rules(preset), HERE);

const NAME = fc.stringMatching(/^[a-z][a-z-]{2,9}[a-z]$/);
/** Programs whose acts are listed, and one that stands for them where they take options in front. */
const WITH_ACTS =
  "npm cargo go poetry uv mix dart flutter dotnet composer gem rails artisan manage.py kubectl docker terraform helm nx wrangler bazel redis-cli openssl".split(
    " ",
  );

it("asks on safe for each program that is not in the table, whatever it is given", () => {
  fc.assert(
    fc.property(NAME, fc.array(NAME, { maxLength: 3 }), (program, args) => {
      fc.pre(!isHarmless(program) && !hasActs(program));
      expect(["ask", "deny"]).toContain(said([program, ...args].join(" ")).act);
      expect(said(`${program} --flag=1 ${args.join(" ")}`).act).not.toBe("allow");
    }),
    { numRuns: shareOf(2_000) },
  );
});

it("asks on safe for each act that is not in the table, behind options too", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WITH_ACTS),
      NAME,
      fc.constantFrom("", "-z ", "--zz ", "--zz list ", "-z test ", "--zz=list "),
      (program, act, option) => {
        fc.pre(said(`${program} ${act}`).rule !== "rest" || !isHarmless(program));
        const isListed = said(`${program} ${act}`).act === "allow";
        fc.pre(!isListed);
        expect(said(`${program} ${option}${act} x`).act).not.toMatch(/^(allow|modify)$/);
      },
    ),
    { numRuns: shareOf(2_000) },
  );
});

it("tells programs from each other by their names alone where packages put them", () => {
  for (const line of [
    "node_modules/.bin/gh-pages -d dist",
    "./node_modules/.bin/gh-pages -d dist",
    "node node_modules/gh-pages/bin/gh-pages.js -d dist",
    "vendor/bin/deploy",
    ".venv/bin/mike deploy",
    "pnpm gh-pages -d dist",
    "yarn run gh-pages -d dist",
    "bun run gh-pages -d dist",
    "python3 -m mike deploy",
    "php artisan migrate:fresh",
    "python3 manage.py flush",
  ])
    expect([line, said(line).act]).toEqual([line, "ask"]);
  for (const line of ["./gradlew test", "./scripts/x.sh a", "bin/x", "yarn db:seed", "uv run x.py"])
    expect([line, said(line).act]).toEqual([line, "allow"]);
});

it("asks by a rule of its own, which `open` leaves out", () => {
  expect(said("crane push a b")).toMatchObject({ act: "ask", rule: "unknown_program" });
  expect(said("crane push a b", "strict")).toMatchObject({ act: "ask", rule: "unknown_program" });
  expect(said("crane push a b", "open").act).toBe("allow");
});

const ROOT = "/home/u/proj";
/** As a hook, a runner and the room's server see it: with the project's folder by its names, and where its paths really are. */
function from(cwd: string, command: string) {
  const call = readCall("claude", "Bash", { command }, cwd, [ROOT, "/mnt/real/proj"]);
  const real = new Map(
    pathsOf(call).map((path) => [
      path,
      path.startsWith("/") ? path : path.replace(/\/\.?(?=\/)/g, "").replace(/^\.\//, ""),
    ]),
  );
  return judge(call, rules("safe"), { ...HERE, real });
}

it.each([
  ["rm -rf ROOT/node_modules", "rm -rf node_modules"],
  ["rm -rf ROOT/src", "rm -rf src"],
  ["rm -rf ROOT", "rm -rf ."],
  ["rm -rf ROOT/", "rm -rf ."],
  ["rm -rf ROOT/*", "rm -rf ./*"],
  ["rm -rf ROOTS/src", "rm -rf ../projS/src"],
  ["rm -rf ROOT/../x", "rm -rf ../x"],
  ["cp -r x/.claude ROOT", "cp -r x/.claude ."],
  ["cp -r x/. ROOT", "cp -r x/. ."],
  ["cp x/.mcp.json ROOT/", "cp x/.mcp.json ./"],
  ["git -C ROOT status", "git -C . status"],
  ["git -C ROOT checkout .", "git -C . checkout ."],
  ["git checkout -- ROOT/src", "git checkout -- src"],
  ["cd ROOT && npm test", "npm test"],
  ["cd ROOT/src && rm -rf x", "rm -rf src/x"],
  ["cd ROOT && rm -rf src", "rm -rf src"],
  ["echo x > ROOT/.claude/settings.json", "echo x > .claude/settings.json"],
  ["echo x > ROOT/src/a.ts", "echo x > src/a.ts"],
  ["cat ROOT/.env", "cat .env"],
  ["bash -c 'rm -rf ROOT/src'", "rm -rf src"],
  ["bash -c 'cd ROOT && rm -rf dist'", "rm -rf dist"],
  ["find ROOT/src -delete", "find src -delete"],
  ["find ROOT -name '*.orig'", "find . -name '*.orig'"],
  ["rm ROOT/infra/a.tf", "rm infra/a.tf"],
  ["mv ROOT/src ROOT/dist", "mv src dist"],
  ["ROOT/scripts/x.sh", "./scripts/x.sh"],
  ["ROOT/node_modules/.bin/gh-pages -d x", "node_modules/.bin/gh-pages -d x"],
  ["echo ROOT/src | xargs rm -rf", "rm -rf src"],
  ["git add -f ROOT", "git add -f ."],
])("takes %s for %s, in the root and below it, by each name of the folder", (line, relative) => {
  const { act, rule } = from(".", relative);
  for (const cwd of [".", "packages/core"])
    for (const root of [ROOT, "/mnt/real/proj"]) {
      const written = line.replaceAll("ROOT", root);
      expect([cwd, written, from(cwd, written)]).toMatchObject([cwd, written, { act, rule }]);
    }
});

it("reads no command with a NUL in it, which stands for the root here", () => {
  expect(from("src", "rm /\0/infra/a.tf")).toMatchObject({ act: "deny", rule: "unreadable" });
});

it("knows what agents run in each ecosystem", () => {
  const lines = readCorpus("ecosystems.txt").map(({ line }) => line);
  expect(lines.length).toBeGreaterThan(280);
  expect(lines.filter((line) => said(line).act !== "allow")).toEqual([]);
});
