import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The modules of core from the ground up. */
const ORDER = (
  "kernel flow attachment diff pipeline team reply decision delivery usage agent budget scout lock task run squad-folder policy routing fanout message " +
  "handoff backlog session branch comment wisdom error context interchange retention fact asking inbox log prompt room"
).split(" ");
/** The parts of its module `session`, in the same way. */
const PARTS =
  "record plan review triage pipeline brainstorm flow gate steps scout batch budget discussion rules asking".split(" ");

/** Imports of types against the order of core (ADR 38). Who takes one away lowers it; nobody raises it. */
const UPWARD_MAX = 49;
const CORE = "packages/core/src/";

/** The features of the web from the ground up. */
const FEATURES = (
  "attachment diff grounds graph command access mail usage budget price webhook team message decision room pipeline lock squad-folder interchange task fanout runner agent " +
  "backlog wisdom session context artifact run branch error metrics report timeline inbox log overview notification workplace replay policy retention settings"
).split(" ");

/** Which file breaks a rule, and the line with which it does. */
const PLANTED: Record<string, [file: string, line: string]> = {
  "no-cycles": ["packages/core/src/task/a.ts", 'import type { b } from "./b.ts";'],
  "no-unresolved": ["packages/client/src/gone.ts", 'import "./nowhere.ts";'],
  "no-undeclared-package": ["apps/server/src/undeclared.ts", 'import "stray";'],
  "core-imports-only-zod": ["packages/core/src/task/pure.ts", 'import "postgres";'],
  "core-keeps-unbash-apart": ["packages/core/src/task/shell.ts", 'import "unbash";'],
  "core-keeps-yaml-apart": ["packages/core/src/task/tree.ts", 'import "yaml";'],
  "core-keeps-fflate-apart": ["packages/core/src/team/zip.ts", 'import "fflate";'],
  "core-imports-no-node": ["packages/core/src/task/file.ts", 'import "node:fs";'],
  "core-modules-are-listed": ["packages/core/src/misc/a.ts", from("packages/core/src/task/b.ts")],
  ...Object.fromEntries(
    ORDER.slice(0, -1).map((module, i): [string, [string, string]] => [
      `core-${module}-imports-downwards`,
      [`packages/core/src/${module}/up.ts`, from(`packages/core/src/${ORDER[i + 1]}/up.ts`)],
    ]),
  ),
  ...Object.fromEntries(
    PARTS.map((part, i): [string, [string, string]] => [
      `session-${part}-imports-downwards`,
      [
        `packages/core/src/session/${part}/up.ts`,
        from(`packages/core/src/session/${i + 1 < PARTS.length ? `${PARTS[i + 1]}/up` : "top"}.ts`),
      ],
    ]),
  ),
  ...Object.fromEntries(
    FEATURES.slice(0, -1).map((feature, i): [string, [string, string]] => [
      `web-${feature}-imports-downwards`,
      [`apps/web/src/features/${feature}/up.ts`, from(`apps/web/src/features/${FEATURES[i + 1]}/index.ts`)],
    ]),
  ),
  "web-features-are-listed": ["apps/web/src/features/misc/a.ts", from("apps/web/src/ui/tag.tsx")],
  "session-shared-knows-no-flow": [
    "packages/core/src/session/gate/flow.ts",
    from("packages/core/src/session/pipeline/up.ts"),
  ],
  "session-parts-are-listed": ["packages/core/src/session/misc/a.ts", from("packages/core/src/task/b.ts")],
  "client-imports-only-core": ["packages/client/src/up.ts", from("apps/cli/src/main.ts")],
  "server-imports-only-core": ["apps/server/src/loop.ts", from("packages/client/src/client.ts")],
  "programs-meet-over-the-wire": ["apps/cli/src/short.ts", from("apps/server/src/main.ts")],
  "e2e-enters-through-the-client": ["e2e/specs/a.spec.ts", from("apps/server/src/main.ts")],
  "harness-contract-imports-only-harnesses": [
    "e2e/agents/harnesses.ts",
    `${from("apps/server/src/main.ts")}\n${from("apps/runner/src/harness/codex.ts")}`,
  ],
  "nothing-imports-tests": ["apps/server/src/bench.ts", from("bench/load.ts")],
  "platform-names-no-feature": [
    "apps/server/src/platform/room/room.ts",
    from("apps/server/src/features/task/index.ts"),
  ],
  "db-names-no-feature": ["apps/server/src/db/tables.ts", from("apps/server/src/features/task/index.ts")],
  "features-meet-at-the-front-door": [
    "apps/server/src/features/handoff/routes.ts",
    from("apps/server/src/features/task/queries.ts"),
  ],
  "web-takes-contracts-as-types": ["apps/web/src/live/socket.ts", from("packages/core/src/task/contract.ts")],
  "web-judges-no-calls": ["apps/web/src/features/task/judge.ts", from("packages/core/src/policy/judge.ts")],
  "ui-knows-no-feature": ["apps/web/src/ui/button.tsx", from("apps/web/src/features/task/card.tsx")],
};

/** More ways to break a rule. */
const PLANTED_TOO: [rule: string, file: string, line: string][] = [
  ["e2e-enters-through-the-client", "e2e/agents/main.ts", from("apps/runner/src/harness/codex.ts")],
  ["nothing-imports-tests", "apps/runner/src/harness/real.ts", from("e2e/agents/model/model.ts")],
];

/** What the planted files need, and what looks like a violation and is none. */
const ALLOWED: Record<string, string> = {
  "packages/core/src/task/b.ts": 'import { a } from "./a.ts";',
  "packages/core/src/room/up.ts": "",
  "packages/core/src/session/top.ts": "",
  "packages/core/src/room/down.ts": from("packages/core/src/kernel/ground.ts"),
  "packages/core/src/kernel/ground.ts": "",
  "packages/core/src/kernel/types.ts": `import type { Room } from "~/packages/core/src/room/down.ts";`,
  "packages/core/src/task/contract.ts": 'import "zod";',
  "packages/core/src/policy/judge.ts": 'import "unbash";',
  "packages/core/src/interchange/zip.ts": 'import "fflate";\nimport "yaml";',
  "packages/core/src/team/spec.ts": 'import "yaml";',
  "packages/core/src/task/task.test.ts": 'import "node:fs";\nimport "vitest";',
  "packages/client/src/client.ts": from("packages/core/src/task/contract.ts"),
  "apps/cli/src/main.ts": from("packages/client/src/client.ts"),
  "apps/server/src/main.ts": 'import "node:fs";\nimport "postgres";',
  "apps/server/src/main.pg.test.ts": from("packages/client/src/client.ts"),
  "apps/server/src/features/task/index.ts": from("apps/server/src/platform/errors.ts"),
  "apps/server/src/features/task/queries.ts": from("apps/server/src/db/schema.ts"),
  "apps/server/src/features/handoff/index.ts": from("apps/server/src/features/task/index.ts"),
  "apps/server/src/platform/errors.ts": "",
  "apps/server/src/db/schema.ts": "",
  "apps/web/src/features/task/card.tsx": `${from("apps/web/src/ui/tag.tsx")}
    import type { Task } from "~/packages/core/src/task/contract.ts";`,
  "apps/web/src/ui/tag.tsx": "",
  ...Object.fromEntries(FEATURES.map((feature) => [`apps/web/src/features/${feature}/index.ts`, ""])),
  "apps/web/src/features/room/down.ts": from("apps/web/src/features/decision/index.ts"),
  "bench/load.ts": from("apps/server/src/main.ts"),
  "apps/runner/src/harness/codex.ts": "",
  "e2e/agents/model/model.ts": "",
};

const ALL_PLANTED = [
  ...Object.entries(PLANTED).map(([name, [file, line]]) => [name, file, line] as const),
  ...PLANTED_TOO,
];

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string }[] };
}

let directory: string;
let planted: Cruise;
let cruised: Cruise | undefined;
const house = () => {
  cruised ??= cruise(root);
  return cruised;
};

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "squadroom-boundaries-")));
  for (const [, file, line] of ALL_PLANTED) write(file, line);
  for (const [file, lines] of Object.entries(ALLOWED)) write(file, lines);
  for (const name of ["zod", "unbash", "yaml", "fflate", "postgres", "stray", "vitest"]) {
    // As most packages are: what an import finds lies in their `dist`.
    write(`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "dist/index.js" }`);
    write(`node_modules/${name}/dist/index.js`, "");
  }
  const dependencies = {
    zod: "1.0.0",
    unbash: "1.0.0",
    yaml: "1.0.0",
    fflate: "1.0.0",
    postgres: "1.0.0",
  };
  write("package.json", JSON.stringify({ dependencies }));
  write("tsconfig.json", "{}");
  planted = cruise(directory);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("every rule has a planted violation", () => {
  const config = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
    forbidden: { name: string }[];
  };

  expect(config.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(PLANTED).sort());
});

test.each(ALL_PLANTED)("catches a violation of %s in %s", (name, file) => {
  const found = planted.summary.violations.filter(({ rule }) => rule.name === name);
  expect(found.map(({ from }) => from)).toContain(file);
});

test("finds nothing but what was planted", () => {
  const known = ALL_PLANTED.map(([name, file]) => `${name} ${file}`);

  expect(broken(planted).filter((line) => !known.includes(line))).toEqual([]);
});

test("the house breaks none of them", () => {
  expect(broken(house())).toEqual([]);
});

test("no more types come from above in core than did", () => {
  expect(upward(planted)).toContain("kernel/types.ts -> room/down.ts");
  expect(upward(planted)).not.toContain("room/down.ts -> kernel/ground.ts");

  const found = upward(house());
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(UPWARD_MAX);
});

function broken({ summary }: Cruise): string[] {
  return summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

/** Imports of core that run against its order; a module without a place in it stands above all others. */
function upward({ modules }: Cruise): string[] {
  const placeOf = (file: string) => {
    const place = ORDER.indexOf(file.split("/")[0] ?? "");
    return place === -1 ? ORDER.length : place;
  };
  return modules
    .filter(({ source }) => source.startsWith(CORE) && !/\.(test|fixture)\.ts$/.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => resolved.startsWith(CORE))
        .map(({ resolved }) => [source.slice(CORE.length), resolved.slice(CORE.length)] as const),
    )
    .filter(([from, to]) => placeOf(to) > placeOf(from))
    .map(([from, to]) => `${from} -> ${to}`);
}

function cruise(where: string): Cruise {
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const places = ["apps", "packages", "bench", "e2e"];
  const output = execFileSync(process.execPath, [program, `--config=${config}`, "--output-type=json", ...places], {
    cwd: where,
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  return JSON.parse(output) as Cruise;
}

/** Writes a file; `~/` in its imports stands for the root of the fixture. */
function write(file: string, text: string): void {
  const path = join(directory, file);
  const up = relative(dirname(path), directory);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll('"~/', `"${up}/`));
}

function from(file: string): string {
  return `import "~/${file}";`;
}
