import type { SquadFile } from "./squad.ts";

/** A folder, and what it says. */
export interface Sample {
  name: string;
  files: SquadFile[];
  /** The entry point first. */
  roles: string[];
  /** `pattern → role`, in their order. */
  rules: string[];
  /** `file:line` of lines that need a look. */
  warned?: string[];
}

const CREW = [
  { name: "Ada", part: "Coordinator", emoji: "🎯" },
  { name: "Grace", part: "Backend Dev", emoji: "🔧" },
  { name: "Linus", part: "Frontend Dev", emoji: "⚛️" },
  { name: "Margaret", part: "Tester", emoji: "🧪" },
];
const WORK: [pattern: string, to: string, examples: string][] = [
  ["API, payouts", "Grace", "endpoints, retries"],
  ["Screens", "Linus", "forms, cart"],
  ["flaky tests", "Margaret", "CI"],
  ["src/ledger/**", "Grace", "tables"],
];

const [LEAD, ...CREWMATES] = CREW;
const MEMBERS = [LEAD, ...CREWMATES].filter((one) => one !== undefined);
const table = (columns: string[], rows: string[][]) =>
  [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const ROSTERS: Record<string, string | null> = {
  table: `# Squad Team\n\n> builds a shop\n\n## Coordinator\n\n${table(["Name", "Role", "Notes"], [["Ada", "Coordinator", "Routes work"]])}\n\n## Members\n\n${table(
    ["Name", "Role", "Charter", "Status"],
    CREWMATES.map(({ name, part }) => [name, part, `\`.squad/agents/${name.toLowerCase()}/charter.md\``, "✅ Active"]),
  )}\n`,
  "table in another order": `# Team\n\n## Roster\n\n${table(
    ["Status", "Role", "Agent"],
    MEMBERS.map(({ name, part, emoji }) => ["active", `**${part}**`, `${emoji} ${name}`]),
  )}\n`,
  "table by position": `# The crew\n\n## Squad\n\n${MEMBERS.map(({ name, part }) => `| ${name} | ${part} |`).join("\n")}\n`,
  headings: `# Team\n\n## Members\n\n${MEMBERS.map(({ name, part, emoji }) => `### ${emoji} ${name} — ${part}\n\n- **Status:** Active\n- **Expertise:** all of it\n`).join("\n")}`,
  "headings with fields": `# Our squad\n\n## Team\n\n${MEMBERS.map(({ name, part }) => `### ${name}\n- **Role:** ${part}\n- Preferred: auto\n`).join("\n")}`,
  bullets: `# Squad\n\n## Team members\n\n${MEMBERS.map(({ name, part }) => `- **${name}** - ${part}`).join("\n")}\n\n## Project Context\n\n- **Stack:** TypeScript\n`,
  absent: null,
};

const ROUTINGS: Record<string, string> = {
  "Routing Table": `# Work Routing\n\n## Routing Table\n\n${table(
    ["Work Type", "Route To", "Examples"],
    WORK.map(([work, to, examples]) => [work, `**${to}**`, examples]),
  )}\n`,
  "Work Type → Agent": `# Routing\n\n## Work Type → Agent\n\n${table(
    ["Work Type", "Primary", "Secondary"],
    WORK.map(([work, to]) => [work, `${to} 🔧`, "—"]),
  )}\n`,
  "columns in another order": `## Routing table\n\n${table(
    ["Examples", "Agent", "Domain"],
    WORK.map(([work, to, examples]) => [examples, to, work]),
  )}\n`,
  "columns by position": `## Who does what\n\n${WORK.map(([work, to, examples]) => `| ${work} | @${to} | ${examples} |`).join("\n")}\n`,
  "agent first": `## Routing\n\n${table(
    ["A", "B"],
    WORK.map(([work, to]) => [to, work]),
  )}\n`,
  "bullets with arrows": `# Routing\n\n${WORK.map(([work, to]) => `- ${work} → ${to}`).join("\n")}\n`,
  "bullets with other arrows": `# Routing\n\n${WORK.map(([work, to, examples]) => `* **${work}** -> ${to} (${examples})`).join("\n")}\n`,
  "bullets with colons": `# Routing\n\n${WORK.map(([work, to], i) => (i % 2 ? `- ${to}: ${work}` : `- ${work}: ${to}`)).join("\n")}\n`,
  "under the agent's heading": `# Routing\n\n${WORK.map(([work, to]) => `### ${to}\n\n- ${work}`).join("\n\n")}\n`,
  "module ownership": `# Routing\n\n## Module Ownership\n\n${table(
    ["Module", "Owner"],
    WORK.map(([work, to]) => [`\`${work}\``, to]),
  )}\n\n## Rules\n\n1. **Eager** by default.\n`,
};

const CHARTERS: ((name: string, part: string) => string)[] = [
  (name, part) => `# ${name} — ${part}\n\n> Does it well.\n\n## Model\n\n- **Preferred:** auto\n`,
  (name, part) =>
    `# ${name}\n\n## Identity\n\n- **Name:** ${name}\n- **Role:** ${part}\n\n## Model\n\nPreferred: gpt-5\n`,
  (name, part) => `---\nrole: ${name.toLowerCase()}\n---\n# ${name} - ${part}\n\nWorks.\n`,
];
/** What agents learned, in the forms that are seen. */
export const HISTORIES = [
  "# Grace\n\n## Project Context\n\n- **Owner:** Brady\n- **Stack:** TypeScript\n\n## Learnings\n\n- 2026-02-08: The API pages by 50.\n- **Retries** need a key.\n  - also in tests\n\n  ```sh\n  - no item\n  ```\n",
  "## Core Context\n\nBuilds payouts.\n\n## Learnings\n\n### 2026-02-08: Half even\n\nRounding is half even.\nIn euros.\n\n### Also\n- One thing.\n- Another.\n",
  "# History\n\n- 2026-02-01 — The queue is in order.\n* It is slow.\n1. First things first.\n",
  "## Lessons learned\n\nLater.\n\n<!-- one line each -->\n\n---\n",
];
const NESTS = ["", ".squad/", ".ai-team/", "shop/.squad/"];
const WRITERS: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll("\n", "\r"),
];

/** Rosters and routings in all their grammars, in turn with charters, places and line ends. */
const GENERATED: Sample[] = Object.entries(ROSTERS).flatMap(([roster, team], i) =>
  Object.entries(ROUTINGS).map(([routing, content], j): Sample => {
    const at = (k: number) => i * 3 + j + k;
    const nest = NESTS[at(0) % NESTS.length] ?? "";
    const write = WRITERS[at(1) % WRITERS.length] ?? ((text: string) => text);
    const charter = CHARTERS[at(2) % CHARTERS.length];
    const withCharters = team === null || at(3) % 4 > 0;
    const files = [
      ...(team === null ? [] : [{ path: "team.md", content: team }]),
      { path: "routing.md", content },
      {
        path: "decisions.md",
        content: `# Decisions\n\n### 2026-02-0${(j % 9) + 1}: Use ${roster}\n**By:** Ada\n**What:** it.\n`,
      },
      ...(withCharters && j % 2 === 0
        ? [{ path: "agents/grace/history.md", content: HISTORIES[j % HISTORIES.length] ?? "" }]
        : []),
      ...MEMBERS.filter(() => withCharters).map(({ name, part }) => ({
        path: `agents/${name.toLowerCase()}/charter.md`,
        content: charter?.(name, part) ?? "",
      })),
    ];
    return {
      name: `${roster}; ${routing}`,
      files: files.map(({ path, content: text }) => ({
        path: `${nest}${path}`,
        content: write(text),
      })),
      roles: ["ada", "grace", "linus", "margaret"],
      rules: WORK.map(([work, to]) => `${work} → ${to.toLowerCase()}`),
    };
  }),
);

const file = (path: string, ...lines: string[]): SquadFile => ({ path, content: lines.join("\n") });
const PAIR = file("team.md", "## Team", "- Ada: Lead", "- Grace: Dev");

const BY_HAND: Sample[] = [
  { name: "nothing", files: [], roles: [], rules: [] },
  {
    name: "empty files",
    files: [file("team.md", ""), file("routing.md", "")],
    roles: [],
    rules: [],
  },
  {
    name: "people, and agents that have left",
    files: [
      file(
        "team.md",
        "## Members",
        "| Name | Role | Status |",
        "|--|--|--|",
        "| Ada | Lead | ✅ |",
        "| Brady | Owner | 👤 Human |",
        "| Bob | Dev | Retired |",
        "## Alumni",
        "- Eve: Dev",
      ),
      file("agents/bob/charter.md", "# Bob — Dev"),
    ],
    roles: ["ada"],
    rules: [],
    warned: ["team.md:5", "team.md:6", "team.md:8"],
  },
  {
    name: "members who are not active, in each notation",
    files: [
      file(
        "team.md",
        "## Members",
        "| Name | Role | Notes | Status |",
        "|--|--|--|--|",
        "| Ada | Lead | | Active |",
        "| Baer 💤 on leave | Reviewer | | |",
        "| Cleo | Dev | | 🔴 Inactive |",
        "| Dora | Tester, on leave until May | | |",
        "| ~~Emil~~ | Dev | | ✅ |",
        "| Fay | former Dev | | |",
        "| Gus | Dev | on sabbatical | |",
        "| Hal | Archived data engineer | | not busy |",
        "### Ines (retired) — Dev",
        "### Jon — Dev (on leave)",
        "### Kim — Dev",
        "- **Status:** on leave since May",
        "- **Expertise:** pages",
      ),
      file("routing.md", "- reviews → Baer", "- pages → Kim", "- data → Hal"),
      file("agents/baer/charter.md", "# Baer — Reviewer"),
      file("agents/jon/charter.md", "# Jon — Dev"),
    ],
    roles: ["ada", "hal"],
    rules: ["data → hal"],
    warned: [...[5, 6, 7, 8, 9, 10, 12, 13, 14].map((line) => `team.md:${line}`), "routing.md:1", "routing.md:2"],
  },
  {
    name: "bullets of members who are not active",
    files: [
      file(
        "team.md",
        "## Team",
        "- Ada: Lead",
        "- Lou 💤: Dev",
        "- Max (inactive): Dev",
        "- ~~Nia: Dev~~",
        "- Ole — Dev (on leave)",
        "- Pia - Dev",
      ),
    ],
    roles: ["ada", "pia"],
    rules: [],
    warned: [3, 4, 5, 6].map((line) => `team.md:${line}`),
  },
  {
    name: "rules in prose, and what is no rule",
    files: [
      PAIR,
      file(
        "routing.md",
        "# Routing",
        "Everything about invoices should end up with Grace,",
        "unless it is urgent.",
        "",
        "> Read this first.",
        "",
        "## Rules",
        "1. **Eager** by default.",
        "- a → Ada",
        "  and more of it",
      ),
    ],
    roles: ["ada", "grace"],
    rules: ["a → ada"],
    warned: ["routing.md:2", "routing.md:5", "routing.md:10"],
  },
  {
    name: "examples, quoted and long, and second owners",
    files: [
      PAIR,
      file(
        "routing.md",
        "| Work type | Primary | Secondary | Examples |",
        "|--|--|--|--|",
        '| API, payouts | Grace | Ada | "retry, then fail"; endpoints |',
        "| Screens | Ada | | payouts, When somebody writes that the whole page is slow |",
      ),
    ],
    roles: ["ada", "grace"],
    rules: ["API, payouts → grace", "Screens → ada"],
    warned: ["routing.md:3"],
  },
  {
    name: "a configuration with models in one another",
    files: [
      PAIR,
      file(
        "config.json",
        '{ "version": 1,',
        '  "models": { "default": "medium", "fallbackChains": { "premium": ["a", "b"] },',
        '    "overrides": { "Grace": "large", "Eve": "small" } },',
        '  "roles": { "Ada": "lead" } }',
      ),
    ],
    roles: ["ada", "grace"],
    rules: [],
    warned: ["config.json:3"],
  },
  {
    name: "targets that name nobody, or two",
    files: [
      PAIR,
      file(
        "routing.md",
        "| Work type | Route to |",
        "|--|--|",
        "| tests | QA Team |",
        "| docs | Ada, Grace |",
        "| urgent | whoever is free |",
        "| pay | Ada, Graze |",
        "|  | Grace |",
        "| logs | |",
        "Tell a story → end",
      ),
    ],
    roles: ["ada", "grace"],
    rules: ["docs → ada", "docs → grace", "pay → ada"],
    warned: [
      "routing.md:3",
      "routing.md:4",
      "routing.md:5",
      "routing.md:6",
      "routing.md:7",
      "routing.md:8",
      "routing.md:9",
    ],
  },
  {
    name: "names that are no names",
    files: [
      file(
        "team.md",
        "## Team",
        "| Name | Role |",
        "|--|--|",
        "| __proto__ | Lead |",
        "| 李 | Dev |",
        "| user | Dev |",
        "| {Name} | {Role} |",
        "| constructor | QA |",
        "| - | - |",
        "| Zoë Ångström | Dev |",
        "| 🤖 | Bot |",
      ),
      file("routing.md", "- toString → __proto__", "- a|b → constructor", "- bots → 李"),
    ],
    roles: ["proto", "dev", "user-agent", "constructor", "zoe-angstrom"],
    rules: ["toString → proto", "a|b → constructor", "bots → dev"],
    warned: ["team.md:5", "team.md:7", "team.md:11"],
  },
  {
    name: "the coordinator again among the members",
    files: [
      file(
        "team.md",
        "## Coordinator",
        "- Ada: Coordinator",
        "## Members",
        "- Ada: Coordinator",
        "- Grace: Dev",
        "- Grace: QA",
      ),
    ],
    roles: ["ada", "grace"],
    rules: [],
    warned: ["team.md:6"],
  },
  {
    name: "a charter with broken front matter",
    files: [PAIR, file("agents/ada/charter.md", "---", "model: [", "\tx", "---", "# Ada")],
    roles: ["ada", "grace"],
    rules: [],
  },
  {
    name: "steps up and other files",
    files: [
      { ...PAIR, path: "..\\..\\.squad\\Team.md" },
      file(".squad/../hook.sh", "rm -rf /"),
      file(".squad/scripts/hook.sh", "rm -rf /"),
      file("package.json", "{}"),
      file(".squad/config.json", "{ no json"),
    ],
    roles: ["ada", "grace"],
    rules: [],
    warned: ["config.json:1"],
  },
  {
    name: "open fences and comments",
    files: [
      file("team.md", "## Team", "- Ada: Lead", "```", "- Eve: Dev"),
      file("routing.md", "- a → Ada", "<!--", "- b → Ada"),
      file("decisions.md", "## One", "```", "## no heading"),
    ],
    roles: ["ada"],
    rules: ["a → ada"],
    warned: ["decisions.md:1"],
  },
  {
    name: "huge files",
    files: [
      file(
        "team.md",
        "## Team",
        "- Ada: Lead",
        `| ${"x|".repeat(40_000)}`,
        `${"(".repeat(50_000)}`,
        `${"**".repeat(30_000)}`,
      ),
      file("routing.md", ...Array.from({ length: 6_000 }, (_, i) => (i < 1_000 ? "- a → Ada" : ""))),
      file("agents/ada/charter.md", "# Ada", "word ".repeat(5_000)),
    ],
    roles: ["ada", "x"],
    rules: Array.from({ length: 1_000 }, () => "a → ada"),
    warned: ["routing.md:5001", "team.md:3", "team.md:4", "team.md:5", "agents/ada/charter.md:2"],
  },
  {
    name: "twelve agents",
    files: [
      file(
        "team.md",
        "## Team",
        ...Array.from({ length: 12 }, (_, i) => `- Agent ${i + 1}: ${i === 3 ? "Lead" : "Dev"}`),
      ),
    ],
    roles: [4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `agent-${n}`),
    rules: [],
  },
];

export const CORPUS: readonly Sample[] = [...GENERATED, ...BY_HAND];
