/** A folder as teams keep it in public, with what somebody who reads it would say of it. */
export interface PublicFolder {
  name: string;
  files: Record<string, string>;
  roles: string[];
  /** `pattern → role`, in the order of the file. */
  rules: string[];
  /** What its first line says beside the counts, where something is cut. */
  cuts?: RegExp[];
  /** Files beside the squad's folder. */
  outside?: number;
  /** What is told of lines and files. */
  says?: RegExp[];
}

const WORDS =
  "the cache keeps a page for one hour and then asks the store again so that nobody reads an old price after the sale has begun".split(
    " ",
  );

/** Text of so many characters, another for each seed, and always the same for one. */
export function prose(chars: number, seed = 1): string {
  let [text, state] = ["", seed];
  while (text.length < chars) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[state % WORDS.length]}${state % 11 === 0 ? ".\n" : " "}`;
  }
  return text.slice(0, chars);
}
const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const many = (count: number, path: (i: number) => string, text: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), text(i)]));

const TEAM = `# Squad Team

> A shop that sells books.

## Coordinator

| Name | Role | Notes |
|------|------|-------|
| Squad | Coordinator | Routes work, enforces handoffs and reviewer gates. Does not generate domain artifacts. |

## Members

| Name | Role | Charter | Status |
|------|------|---------|--------|
| Vera | Lead | \`.squad/agents/vera/charter.md\` | ✅ Active |
| Milo | Backend Dev | \`.squad/agents/milo/charter.md\` | ✅ Active |
| Ines | Tester | \`.squad/agents/ines/charter.md\` | ✅ Active |
| Scribe | Session Logger | \`.squad/agents/scribe/charter.md\` | 📋 Silent |

## Project Context

- **Owner:** a bookshop
- **Stack:** TypeScript, Postgres
- **Created:** 2026-02-01
`;
const ROLES = ["squad", "vera", "milo", "ines", "scribe"];
const ROUTING = `# Work Routing

How to decide who handles what.

## Routing Table

| Work Type | Route To | Examples |
|-----------|----------|----------|
| Scope & priorities | Vera | What to build next, trade-offs |
| API | Milo | endpoints, storage |
| Testing | Ines | edge cases |
| Session logging | Scribe | Automatic, never needs routing |

## Issue Routing

| Label | Action | Who |
|-------|--------|-----|
| \`squad\` | Triage: assign a label | Vera |
| \`squad:milo\` | Pick up the issue | Milo |

1. When an issue gets the \`squad\` label, the **Lead** triages it.
2. \`squad:ines\` — picked up by Ines.

## Rules

1. **Eager by default** — spawn all agents who could usefully start work.
2. **Quick facts → coordinator answers directly.** Don't spawn an agent for that.
3. **"Team, ..." → fan-out.** Spawn all relevant agents in parallel.
4. **Scribe always runs** after substantial work. Never blocks.
5. **Skills** → read \`.squad/skills/squad-conventions/SKILL.md\` first.
`;
const RULES = ["Scope & priorities → vera", "API → milo", "Testing → ines", "Session logging → scribe"];
const charter = (name: string, part: string, more = "") =>
  `# ${name} — ${part}\n\n> Says what is so.\n\n## Identity\n\n- **Name:** ${name}\n- **Role:** ${part}\n- **Expertise:** queues, prices\n\n## Model\n\n- **Preferred:** auto\n\n${more}`;
const CHARTERS = {
  ".squad/agents/vera/charter.md": charter("Vera", "Lead"),
  ".squad/agents/milo/charter.md": charter("Milo", "Backend Dev"),
  ".squad/agents/ines/charter.md": charter("Ines", "Tester"),
  ".squad/agents/scribe/charter.md": charter("Scribe", "Session Logger"),
};
const SHOP = { ".squad/team.md": TEAM, ".squad/routing.md": ROUTING, ...CHARTERS };
const decision = (i: number, chars: number) =>
  `### ${day(i % 800)}: Choice ${i}\n\n**By:** ${i % 2 ? "Vera" : "Milo"}\n\n**What:** ${prose(chars, i)}\n`;
const shop = (name: string, more: Partial<Omit<PublicFolder, "name">>): PublicFolder => ({
  name,
  roles: ROLES,
  rules: RULES,
  ...more,
  files: { ...SHOP, ...more.files },
});

/** Twenty of them, in the shapes and sizes that are met: made when they are asked for. */
export const PUBLIC_FOLDERS: readonly (() => PublicFolder)[] = [
  () =>
    shop("1.8 MB of logs, skills and templates", {
      files: {
        ...many(
          60,
          (i) => `.squad/log/2026-02-${i}-standup.md`,
          (i) => prose(20_000, i),
        ),
        ...many(
          40,
          (i) => `.squad/skills/skill-${i}/SKILL.md`,
          (i) => `---\nname: skill-${i}\n---\n# Team\n\n- Bob: Painter\n${prose(14_000, i)}`,
        ),
        ".squad/templates/roster.md": TEAM.replaceAll("Vera", "{Name}"),
        ".squad/ceremonies.md": "# Ceremonies\n\n| Field | Value |\n|--|--|\n| Trigger | auto |\n",
      },
    }),
  () =>
    shop("600 notes in the inbox of decisions", {
      files: many(
        600,
        (i) => `.squad/decisions/inbox/${day(i)}-milo-${i}.md`,
        (i) => decision(i, 120),
      ),
      cuts: [/decisions and learnings .* the newest first/],
    }),
  () =>
    shop("1.2 MB of decisions, the oldest first", {
      files: {
        ".squad/decisions.md": `# Decisions\n\n${Array.from({ length: 800 }, (_, i) => decision(i, 1_450)).join("\n---\n\n")}`,
      },
      cuts: [/decisions\.md: the oldest \d+ decisions of 800 are left out/],
    }),
  () =>
    shop("1.3 MB of decisions, the newest first, with the line ends of Windows", {
      files: {
        ".squad/decisions.md":
          `# Decisions\n\n${Array.from({ length: 700 }, (_, i) => decision(699 - i, 1_800)).join("\n")}`.replaceAll(
            "\n",
            "\r\n",
          ),
      },
      cuts: [/decisions\.md: the oldest \d+ decisions of 700 are left out/],
    }),
  () =>
    shop("a cast, and a table of what changed", {
      files: {
        ".squad/team.md": `${TEAM}
### Team Identity

- **Casting:** a film of 1995
- **Universe:** heist
- **Voice:** dry

## Role Updates (2026-03-01)

| Agent | Old Role | New Role | Reason |
|--|--|--|--|
| Milo | Dev | Backend Dev | focus |
| Otto | Intern | left | moved on |

## Project Context (web)

The shop runs in a browser.

## Open points — for the launch

- Prices: in euros

## Issue Source

- **Repository:** example/shop
- **Filters:** labels
`,
      },
    }),
  () =>
    shop("agents that are silent, and one that left", {
      files: {
        ".squad/team.md": `# The Team

## Active Agents

| Agent | Role | Status |
|--|--|--|
| Vera | Lead | 🟢 |
| Milo | Backend Dev | 🟢 |
| Otto | Designer | not active since March |

### Silent Agents

| Agent | Role |
|--|--|
| Scribe | Session Logger |
| Ralph | Work Monitor |

## Who knows what

| Agent | Expertise | Role |
|--|--|--|
| Otto | Figma | Designer |
| Milo | SQL | Backend Dev |

## Alumni

| Name | Role | Left |
|--|--|--|
| Jan | Tester | 2026-01-02 |
`,
        ".squad/routing.md": "# Routing\n\n- API → Milo\n- Colours → Otto\n",
        ".squad/agents/otto/charter.md": charter("Otto", "Designer"),
        ".squad/agents/ralph/charter.md": charter("Ralph", "Work Monitor"),
      },
      roles: ["vera", "milo", "scribe", "ralph", "ines"],
      rules: ["API → milo"],
      says: [/Otto is not active/, /Jan has left/, /Ines is not in team\.md/],
    }),
  () =>
    shop("rules in files that the routing points to", {
      files: {
        ".squad/routing.md":
          "# Routing\n\nThe table is in [routing-table.json](routing-table.json); the front is in `frontend-work.md`.\n\nSee also ./dispatch.yaml and [who does what](assignments.md).\n\n- API → Milo\n\nRead README.md and `src/index.ts` before you start.\n",
        ".squad/routing-table.json": '{"rules":[{"when":"tests","to":"ines"}]}',
        ".squad/frontend-work.md": "# Front\n\n| Work | Who |\n|--|--|\n| Screens | Vera |\n",
        ".squad/dispatch.yaml": "tests: ines\nprices: milo\n",
        ".squad/assignments.md": "- prices → Milo\n",
        ".squad/README.md": "# About\n\nHow we work.\n",
      },
      rules: ["API → milo"],
      says: [
        /Rules in routing-table\.json aren't read/,
        /Rules in frontend-work\.md aren't read/,
        /Rules in \.\/dispatch\.yaml aren't read/,
        /Rules in assignments\.md aren't read/,
      ],
    }),
  () =>
    shop("charters of 19,900 characters", {
      files: Object.fromEntries(
        Object.entries(CHARTERS).map(([path, text], i) => [path, `${text}${prose(19_900 - text.length, i + 1)}`]),
      ),
    }),
  () => ({
    name: "an older folder, with alumni and archives",
    files: {
      ...Object.fromEntries(
        Object.entries(SHOP).map(([path, text]) => [
          path.replace(".squad/", ".ai-team/"),
          text.replaceAll(".squad/", ".ai-team/"),
        ]),
      ),
      ".ai-team/agents/_alumni/jan/charter.md": charter("Jan", "Tester"),
      ".ai-team/agents/_alumni/jan/history.md": "## Learnings\n- Old.\n",
      ".ai-team/agents/milo/history-archive.md": prose(60_000),
      ".ai-team/decisions-archive.md": decision(1, 500),
      ".ai-team/orchestration-log/2026-02-01.md": "| Agent | Role |\n|--|--|\n| Bob | Painter |\n",
    },
    roles: ROLES,
    rules: RULES,
  }),
  () => ({
    name: "a squad of one package, beside 2,500 files of code",
    files: {
      ...many(
        2_500,
        (i) => `packages/p${i % 20}/src/file-${i}.ts`,
        (i) => `export const a${i} = ${i};\n`,
      ),
      "README.md": "# Shop\n\n## Team\n\n- Ann: Boss\n",
      ...Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [`packages/shop/${path}`, text])),
    },
    roles: ROLES,
    rules: RULES,
    outside: 2_501,
  }),
  () => ({
    name: "members under headings",
    files: {
      "team.md": `# Team

## Roster

### Noor — Lead
- **Expertise:** plans
- **Model:** claude-opus-4

### Tariq — Data Engineer
- **Expertise:** pipelines
- **Status:** active

### How we decide
- **Speed:** first
- We ask Noor.

## Working agreements

- Noor: says what goes first
- Review: two people
`,
      "routing.md": `# Who does what

## Noor
- plans and scope
- reviews

## Tariq
- data, pipelines

## Principles
- Noor reviews what Tariq makes.
`,
    },
    roles: ["noor", "tariq"],
    rules: ["plans and scope → noor", "reviews → noor", "data, pipelines → tariq"],
  }),
  () => ({
    name: "names in other scripts",
    files: {
      "team.md":
        "# 团队\n\n## Team\n\n| Name | Role |\n|--|--|\n| 林雨 | Lead |\n| Jörg Süß | Backend-Entwickler |\n| Ольга | Tester |\n| Zoë | Designer |\n",
      "routing.md": "| Work | Who |\n|--|--|\n| Zahlung | Jörg Süß |\n| 测试 | Ольга |\n| Farben | Zoë |\n",
    },
    roles: ["lead", "jorg-su", "tester", "zoe"],
    rules: ["Zahlung → jorg-su", "测试 → tester", "Farben → zoe"],
  }),
  () => ({
    name: "templates, examples and comments that list nobody",
    files: {
      "team.md":
        "# Team\n\n<!-- ## Members\n- Ghost: Dev\n-->\n\n```md\n## Members\n- Example: Dev\n```\n\n## Members\n\n| Name | Role |\n|--|--|\n| {Name} | {Role} |\n| Pia | Lead |\n| Quin | Dev |\n\n## How to add a member\n\n1. Name: choose one\n2. Role: say what it does\n",
      "routing.md":
        "# Routing\n\n```\ntests → Quin\n```\n\n<!-- docs → Pia -->\n\n| Work | Route |\n|--|--|\n| {domain} | {Name} |\n| code | Quin |\n",
    },
    roles: ["pia", "quin"],
    rules: ["code → quin"],
  }),
  () =>
    shop("people, and an agent of a host", {
      files: {
        ".squad/team.md": `${TEAM}
## Coding Agent

<!-- copilot-auto-assign: false -->

| Name | Role | Charter | Status |
|------|------|---------|--------|
| @copilot | Coding Agent | — | 🤖 Coding Agent |

### Capabilities

**🟢 Good fit — auto-route when enabled:**
- Bug fixes: with clear steps
- Test coverage (adding missing tests)

**🔴 Not suitable — route to squad member instead:**
- Architecture: decisions

## Humans

| Name | Role | Status |
|--|--|--|
| Kim | Product Owner | 👤 Human |
`,
      },
      roles: [...ROLES, "copilot"],
      says: [/Kim is a person/],
    }),
  () =>
    shop("owners of modules beside kinds of work", {
      files: {
        ".squad/routing.md": `# Routing

## Module Ownership

| Module | Primary | Secondary |
|--------|---------|-----------|
| \`src/api/\` | Milo | Vera |
| \`src/web/**\` | Vera | — |

## Work Type → Agent

| Work Type | Agent |
|--|--|
| Tests, QA | 🧪 Ines |
| Infra | TBD |

## Reviewer Gates

- Vera reviews architecture.
- Nobody merges on Friday → wait for Monday.

## Costs

| Tier | Model |
|--|--|
| Lead | opus |
| Tester | haiku |
`,
      },
      rules: ["src/api/ → milo", "src/web/** → vera", "Tests, QA → ines"],
      says: [/No “TBD” in the squad/],
    }),
  () =>
    shop("400 kB of histories", {
      files: Object.fromEntries(
        ["vera", "milo", "ines", "scribe"].map((name, n) => [
          `.squad/agents/${name}/history.md`,
          `# History\n\n## Project Context\n\n- Books\n\n## Learnings\n\n${Array.from({ length: 330 }, (_, i) => `- ${day(i)}: ${prose(280, n * 1_000 + i).replaceAll("\n", " ")}`).join("\n")}\n`,
        ]),
      ),
      cuts: [/decisions and learnings .* the newest first/],
    }),
  () =>
    shop("decisions under headings of months", {
      files: {
        ".squad/decisions.md": `# Decisions\n\n> Read by all.\n\n## 2026\n\n### 2026-02-01: Cents\n**By:** Vera\n**What:** Whole numbers.\n**Why:** Rounding.\n\n### 2026-02-03: UTC\n**By:** Milo\n\n## 2025\n\n### 2025-12-01: Books\n**By:** Vera\n`,
      },
    }),
  () =>
    shop("twenty-six members", {
      files: {
        ".squad/team.md": `## Members\n\n| Name | Role |\n|--|--|\n${Array.from({ length: 26 }, (_, i) => `| Agent${String.fromCharCode(65 + i)} | ${i === 0 ? "Lead" : "Dev"} |`).join("\n")}\n`,
        ".squad/routing.md": "- tests → AgentB\n- paint → AgentZ\n",
        ...Object.fromEntries(Object.keys(CHARTERS).map((path) => [path, ""])),
      },
      roles: Array.from({ length: 26 }, (_, i) => `agent${String.fromCharCode(97 + i)}`),
      rules: ["tests → agentb", "paint → agentz"],
      cuts: [/A team has at most 20 roles\. AgentU, .* and AgentZ get none/],
    }),
  () =>
    shop("a line of 9,000 and a file of 6,000 lines", {
      files: {
        ".squad/routing.md": `${ROUTING}\n${"x ".repeat(4_500)}\n`,
        ".squad/agents/vera/history.md": `## Learnings\n${"- One.\n".repeat(6_000)}`,
      },
      cuts: [/Only the first 5000 of \d+ lines/, /Only the first 2000 characters/],
    }),
  () =>
    shop("models and a configuration of its own", {
      files: {
        ".squad/config.json": JSON.stringify({
          version: 1,
          teamRoot: ".",
          defaultModel: "claude-sonnet-4",
          agentModelOverrides: { vera: "claude-opus-4", ghost: "x" },
        }),
        ".squad/casting/registry.json": '{"agents":{"ghost":{"role":"Dev"}}}',
        ".squad/identity/now.md": "# Now\n\n- Focus: prices\n- Lead: Vera\n",
      },
      says: [/No model is set for “ghost”/],
    }),
];
