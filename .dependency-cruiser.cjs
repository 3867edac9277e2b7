/** What may import what (docs: AGENTS.md). Each rule has a planted violation in scripts/boundaries.test.ts. */

const TEST = "\\.(test|fixture)\\.tsx?$";
const CONTRACT = [
  "^packages/core/src/.+/contract\\.ts$",
  "^packages/core/src/contract/",
  "^packages/core/src/kernel/route\\.ts$",
];
const ZOD = "(^|/)node_modules/zod/";
/** Packages without I/O that the core may use besides: each with the modules it is for. */
const PURE = {
  unbash: ["policy"],
  yaml: ["team", "interchange"],
  fflate: ["interchange"],
};
const packagePath = (name) => `(^|/)node_modules/${name}/`;
const VITEST = "(^|/)node_modules/(vitest|fast-check)/";

const HARNESS_CONTRACT = "^e2e/agents/harnesses\\.ts$";

/**
 * The modules of core from the ground up. Values come from those before it only, and types but for those that
 * scripts/boundaries.test.ts counts.
 */
const CORE = [
  "kernel",
  "flow",
  "attachment",
  "diff",
  "pipeline",
  "team",
  "reply",
  "decision",
  "delivery",
  "usage",
  "agent",
  "budget",
  "scout",
  "lock",
  "task",
  "run",
  "squad-folder",
  "policy",
  "routing",
  "fanout",
  "message",
  "handoff",
  "backlog",
  "session",
  "branch",
  "comment",
  "wisdom",
  "error",
  "context",
  "interchange",
  "retention",
  "fact",
  "asking",
  "inbox",
  "log",
  "prompt",
  "room",
];
/** Parts of the module `session`, in the same way; the files beside them put the parts together. */
const SESSION = [
  "record",
  "plan",
  "review",
  "triage",
  "pipeline",
  "brainstorm",
  "flow",
  "gate",
  "steps",
  "scout",
  "batch",
  "budget",
  "discussion",
  "rules",
  "asking",
];
/** Features of the web from the ground up, in the same way. */
const WEB = [
  "attachment",
  "diff",
  "grounds",
  "graph",
  "command",
  "access",
  "mail",
  "usage",
  "budget",
  "price",
  "webhook",
  "team",
  "message",
  "decision",
  "room",
  "pipeline",
  "lock",
  "squad-folder",
  "interchange",
  "task",
  "fanout",
  "runner",
  "agent",
  "backlog",
  "wisdom",
  "session",
  "context",
  "artifact",
  "run",
  "branch",
  "error",
  "metrics",
  "report",
  "timeline",
  "inbox",
  "log",
  "overview",
  "notification",
  "workplace",
  "replay",
  "policy",
  "retention",
  "settings",
];
/** Modules that the room does not know: contracts of the server's own things, and what is made of the log. */
const BESIDE = [
  "artifact",
  "audit",
  "credential",
  "grounds",
  "history",
  "live",
  "mail",
  "metrics",
  "people",
  "price",
  "redaction",
  "replay",
  "report",
  "search",
  "timeline",
  "webhook",
];

function rule(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "Files that need each other, were it for types only, are one file, or what both need is a third.",
      { pathNot: "^e2e/agents/" },
      { circular: true },
    ),
    rule("no-unresolved", "An import leads somewhere.", {}, { couldNotResolve: true }),
    rule(
      "no-undeclared-package",
      "A package is declared in the package.json of who imports it.",
      { pathNot: "(^|/)[^/]+\\.config\\.ts$" },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: VITEST },
    ),
    rule(
      "core-imports-only-zod",
      "The core is pure: no I/O comes in through a package.",
      { path: "^packages/core/src/", pathNot: TEST },
      {
        pathNot: ["^packages/core/src/", ZOD, ...Object.keys(PURE).map(packagePath)],
        dependencyTypesNot: ["core"],
      },
    ),
    ...Object.entries(PURE).map(([name, modules]) =>
      rule(
        `core-keeps-${name}-apart`,
        "A pure package of the core belongs to the modules that need it, so that nobody else loads it.",
        {
          path: "^packages/core/src/",
          pathNot: [`^packages/core/src/(${modules.join("|")})/`, TEST],
        },
        { path: packagePath(name) },
      ),
    ),
    rule(
      "web-judges-no-calls",
      "The shell's parser and the paths of a disk are not for pages.",
      { path: "^apps/web/src/" },
      {
        path: [
          "^packages/client/src/(tool-check|real-path)\\.ts$",
          "^packages/core/src/policy/(judge|call|shell)\\.ts$",
          ...Object.keys(PURE).map(packagePath),
        ],
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "core-imports-no-node",
      "The core runs in the browser too.",
      { path: "^packages/core/src/", pathNot: TEST },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "core-modules-are-listed",
      "A module of core has its place in the order.",
      {
        path: "^packages/core/src/",
        pathNot: `^packages/core/src/(${[...CORE, ...BESIDE, "contract", "testing"].join("|")})/`,
      },
      {},
    ),
    ...CORE.slice(0, -1).map((module, i) =>
      rule(
        `core-${module}-imports-downwards`,
        "Modules of core take values from those below them only.",
        { path: `^packages/core/src/${module}/`, pathNot: TEST },
        {
          path: `^packages/core/src/(${[...CORE.slice(i + 1), ...BESIDE, "contract"].join("|")})/`,
          // Plain data, read from types.
          pathNot: "^packages/core/src/contract/shapes\\.ts$",
          dependencyTypesNot: ["type-only"],
        },
      ),
    ),
    ...SESSION.map((part, i) =>
      rule(
        `session-${part}-imports-downwards`,
        "Parts of the module session take values from those below them only.",
        { path: `^packages/core/src/session/${part}/`, pathNot: TEST },
        {
          path: `^packages/core/src/session/(${[...SESSION.slice(i + 1).map((above) => `${above}/`), "[^/]+$"].join("|")})`,
          dependencyTypesNot: ["type-only"],
        },
      ),
    ),
    rule(
      "session-shared-knows-no-flow",
      "What sessions of both flows share calls the flow and never asks which it is (ADR 43).",
      {
        path: "^packages/core/src/session/((record|gate|budget)/|(follow-up|follow-work|created)\\.ts$)",
        pathNot: TEST,
      },
      { path: "^packages/core/src/session/(brainstorm|pipeline)/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "session-parts-are-listed",
      "A part of the module session has its place in the order.",
      {
        path: "^packages/core/src/session/[^/]+/",
        pathNot: `^packages/core/src/session/(${SESSION.join("|")})/`,
      },
      {},
    ),
    rule(
      "client-imports-only-core",
      "The client is the way in; it knows nobody who uses it.",
      { path: "^packages/client/src/", pathNot: TEST },
      { path: ["^packages/(?!core/|client/)", "^apps/"] },
    ),
    rule(
      "server-imports-only-core",
      "The server answers the client; only its tests call it through one.",
      { path: "^apps/server/src/", pathNot: TEST },
      { path: ["^packages/(?!core/)", "^apps/(?!server/)"] },
    ),
    rule(
      "programs-meet-over-the-wire",
      "Web, command line and runner reach the server through the client.",
      { path: "^apps/(web|cli|runner)/" },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    rule(
      "e2e-enters-through-the-client",
      "Tests from outside use what everybody uses.",
      { path: "^e2e/", pathNot: HARNESS_CONTRACT },
      { path: "^apps/" },
    ),
    rule(
      "harness-contract-imports-only-harnesses",
      "The contract that real clients are held to is about the runner's adapters, and about no other part of a program.",
      { path: HARNESS_CONTRACT },
      { path: "^apps/", pathNot: "^apps/runner/src/harness/" },
    ),
    rule(
      "nothing-imports-tests",
      "Benchmarks and browser tests are nobody's library, tests neither.",
      { path: "^(apps|packages)/", pathNot: [TEST, "^apps/web/vite\\.config\\.ts$"] },
      { path: ["^(bench|e2e|scripts)/", "\\.test\\.tsx?$"] },
    ),
    rule(
      "platform-names-no-feature",
      "Features stand on the platform, never the other way round.",
      { path: "^apps/server/src/platform/", pathNot: TEST },
      { path: "^apps/server/src/features/" },
    ),
    rule(
      "db-names-no-feature",
      "Features read the schema; the schema does not know them.",
      { path: "^apps/server/src/db/", pathNot: TEST },
      { path: "^apps/server/src/features/" },
    ),
    rule(
      "features-meet-at-the-front-door",
      "Another feature is what its index.ts exports.",
      { path: "^apps/(server|web)/src/features/([^/]+)/", pathNot: TEST },
      { path: "^apps/$1/src/features/(?!$2/)", pathNot: "/features/[^/]+/index\\.tsx?$" },
    ),
    rule(
      "web-features-are-listed",
      "A feature of the web has its place in the order.",
      {
        path: "^apps/web/src/features/",
        pathNot: `^apps/web/src/features/(${WEB.join("|")})/`,
      },
      {},
    ),
    ...WEB.slice(0, -1).map((feature, i) =>
      rule(
        `web-${feature}-imports-downwards`,
        "Features of the web take values from those below them only.",
        { path: `^apps/web/src/features/${feature}/`, pathNot: TEST },
        {
          path: `^apps/web/src/features/(${WEB.slice(i + 1).join("|")})/`,
          dependencyTypesNot: ["type-only"],
        },
      ),
    ),
    rule(
      "web-takes-contracts-as-types",
      "Schemas would double the first chunk of the page; the limits of its fields come as data.",
      { path: "^apps/web/src/", pathNot: TEST },
      {
        path: [...CONTRACT, ZOD],
        pathNot: "^packages/core/src/contract/limits\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "ui-knows-no-feature",
      "Parts of screens are told what to show.",
      { path: "^apps/web/src/ui/" },
      { path: "^apps/web/src/features/" },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
    preserveSymlinks: false,
    doNotFollow: { path: "node_modules" },
    // The clients of `e2e/agents` have packages of their own, installed when somebody runs them.
    exclude: {
      path: "^(apps|packages)/[^/]+/(dist|coverage)/|^(coverage|e2e/(test-results|playwright-report))/|^e2e/agents/hosts/",
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
    },
  },
};
