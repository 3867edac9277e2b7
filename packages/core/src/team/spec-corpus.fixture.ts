import type { RoleSpec } from "./spec.ts";

/** A role spec as teams write them, in a folder of such. */
interface WrittenSpec {
  path: string;
  text: string;
  /** Whose it is, in a team that has no such role. */
  role: string;
  /** What it means, beside what is nothing. */
  means: Partial<Omit<RoleSpec, "body">>;
  /** Its problems as `line level: how it begins`. */
  says?: readonly string[];
  /** Nobody can work by it. */
  isBroken?: true;
}

const BODY = "## Phase 2\n\nLook first: read the request.\n\n## Phase 3\n\nDo it.\n";

/** Front matter and a body. */
function md(front: string, body = BODY): string {
  return `---\n${front.replace(/^\n/, "").trimEnd()}\n---\n\n${body}`;
}

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const one = (type: string, on: string | null = null, meaning = "") => ({ type, meaning, on });
const round = (id: string, ...perspectives: string[]) => ({
  id,
  perspectives,
  steps: [] as string[],
});

/** Fifty and more, whole and damaged: each shape of `domain.md` § 10. */
export const SPEC_CORPUS: readonly WrittenSpec[] = [
  {
    path: "analyst.md",
    text: md(`
role: analyst
prefix: RESEARCH
inner_loop: false
discuss_rounds: [DISCUSS-001]
subagents: [explore, discuss]
message_types:
  success: research_ready
  progress: research_progress
  error: error`),
    role: "analyst",
    means: {
      role: "analyst",
      prefix: "RESEARCH",
      innerLoop: false,
      discussRounds: [round("DISCUSS-001")],
      subagents: ["explore", "discuss"],
      messageTypes: [one("research_ready", "success"), one("research_progress", "progress"), one("error", "error")],
    },
  },
  {
    path: "role-specs/writer.md",
    text: md("prefix: DRAFT\ninner_loop: true\ndiscuss_rounds: [DISCUSS-002, DISCUSS-003, DISCUSS-004]"),
    role: "writer",
    means: {
      prefix: "DRAFT",
      innerLoop: true,
      discussRounds: ["DISCUSS-002", "DISCUSS-003", "DISCUSS-004"].map((id) => round(id)),
    },
  },
  {
    path: "agents/fe-developer/role.md",
    text: md("prefix: DEV-FE\ncli_tools: [codex, claude]\nsubagents:\n  - explore\n  - universal-executor"),
    role: "fe-developer",
    means: {
      prefix: "DEV-FE",
      cliTools: ["codex", "claude"],
      subagents: ["explore", "universal-executor"],
    },
  },
  {
    path: "agents/Fe QA/SPEC.md",
    text: md("prefix: QA-FE-*\ninner_loop: dynamic"),
    role: "fe-qa",
    means: { prefix: "QA-FE", innerLoop: "dynamic" },
  },
  {
    path: "roles/reviewer.role.md",
    text: md("prefix: REVIEW\nadditional_prefixes: [QUALITY, IMPROVE]\ndiscuss_rounds: []"),
    role: "reviewer",
    means: { prefix: "REVIEW", additionalPrefixes: ["QUALITY", "IMPROVE"], discussRounds: [] },
  },
  {
    path: "architect.agent.md",
    text: md("prefix: ARCH\nadditional_prefixes:\n- ARCHUPDATE\n- ARCH-REVIEW\ndiscuss_rounds: 0"),
    role: "architect",
    means: { prefix: "ARCH", additionalPrefixes: ["ARCHUPDATE", "ARCH-REVIEW"], discussRounds: [] },
  },
  {
    path: "tester.md",
    text: md("prefix: TEST\nmessage_types: [test_result, fix_required, error]"),
    role: "tester",
    means: {
      prefix: "TEST",
      messageTypes: [one("test_result"), one("fix_required"), one("error")],
    },
  },
  {
    path: "planner.md",
    text: md("role: 'planner'\nprefix: \"PLAN\"\ndelegates_to: [executor]\ndiscuss_rounds: 2"),
    role: "planner",
    means: {
      role: "planner",
      prefix: "PLAN",
      delegatesTo: ["executor"],
      discussRounds: [round("DISCUSS-001"), round("DISCUSS-002")],
    },
  },
  {
    path: "executor.md",
    text: md(`
role: executor   # builds
prefix: IMPL
# what it reads before it starts
input_artifact_types:
  - plan
  - spec
message_types:
  - success: impl_complete
  - progress: impl_progress
  - error: error`),
    role: "executor",
    means: {
      role: "executor",
      prefix: "IMPL",
      inputArtifactTypes: ["plan", "spec"],
      messageTypes: [one("impl_complete", "success"), one("impl_progress", "progress"), one("error", "error")],
    },
  },
  {
    path: "discussant.md",
    text: md(`
prefix: DISCUSS
discuss_rounds:
  - id: DISCUSS-001
    perspectives: [product, risk, coverage]
  - id: DISCUSS-002
    perspectives:
      - technical
      - quality`),
    role: "discussant",
    means: {
      prefix: "DISCUSS",
      discussRounds: [
        round("DISCUSS-001", "product", "risk", "coverage"),
        round("DISCUSS-002", "technical", "quality"),
      ],
    },
  },
  {
    path: "critic.md",
    text: md(`
prefix: CRIT
discuss_rounds:
  DISCUSS-005: [product, quality]
  DISCUSS-006:
    perspectives: technical, risk`),
    role: "critic",
    means: {
      prefix: "CRIT",
      discussRounds: [round("DISCUSS-005", "product", "quality"), round("DISCUSS-006", "technical", "risk")],
    },
  },
  {
    path: "gatekeeper.md",
    text: md(`
prefix: REVIEW
additional_prefixes: [QUALITY, IMPROVE]
discuss_rounds:
  - DISCUSS-005
  - id: DISCUSS-006
    steps: QUALITY
    perspectives: [risk]
  - DISCUSS-007: {steps: [IMPROVE, REVIEW-002]}`),
    role: "gatekeeper",
    means: {
      prefix: "REVIEW",
      additionalPrefixes: ["QUALITY", "IMPROVE"],
      discussRounds: [
        round("DISCUSS-005"),
        { ...round("DISCUSS-006", "risk"), steps: ["QUALITY"] },
        { ...round("DISCUSS-007"), steps: ["IMPROVE", "REVIEW-002"] },
      ],
    },
  },
  {
    path: "editor.md",
    text: md("prefix: EDIT\ndiscuss_rounds:\n  - DISCUSS-001: before the draft leaves"),
    role: "editor",
    means: { prefix: "EDIT", discussRounds: [round("DISCUSS-001")] },
  },
  {
    path: "explorer.md",
    text: md("prefix: EXPLORE\ncli_tools:\n  gemini: reads fast\n  codex: reads deep"),
    role: "explorer",
    means: { prefix: "EXPLORE", cliTools: ["gemini", "codex"] },
  },
  {
    path: "scout.md",
    text: md("prefix: SCOUT\ncli_tools:\n  - name: gemini\n    mode: analysis\n  - tool: qwen"),
    role: "scout",
    means: { prefix: "SCOUT", cliTools: ["gemini", "qwen"] },
  },
  {
    path: "integrator.md",
    text: md("prefix: INTEG\nadditional_members: [verifier, fixer]\ndelegates_to: verifier, fixer"),
    role: "integrator",
    means: {
      prefix: "INTEG",
      additionalMembers: ["verifier", "fixer"],
      delegatesTo: ["verifier", "fixer"],
    },
  },
  {
    path: "supervisor.md",
    text: md("prefix: SUP\nadditional_members:\n  - role: auditor\n    when: the change is large\n  - role: scribe"),
    role: "supervisor",
    means: { prefix: "SUP", additionalMembers: ["auditor", "scribe"] },
  },
  {
    path: "translator.md",
    text: crlf(md("role: translator\r\nprefix: I18N\nsubagents:\n  - reader\n  - glossary")),
    role: "translator",
    means: { role: "translator", prefix: "I18N", subagents: ["reader", "glossary"] },
  },
  {
    path: "bom.md",
    text: `\ufeff${md("role: marker\nprefix: MARK")}`,
    role: "marker",
    means: { role: "marker", prefix: "MARK" },
  },
  {
    path: "windows/marked.md",
    text: `\ufeff${crlf(md("prefix: WIN\ninner_loop: yes\ndiscuss_rounds:\n- DISCUSS-001"))}`,
    role: "marked",
    means: { prefix: "WIN", innerLoop: true, discussRounds: [round("DISCUSS-001")] },
  },
  {
    path: "camel.md",
    text: md("prefix: CAM\ninnerLoop: true\ndiscussRounds: [DISCUSS-001]\nmessageTypes: [done_ok]"),
    role: "camel",
    means: {
      prefix: "CAM",
      innerLoop: true,
      discussRounds: [round("DISCUSS-001")],
      messageTypes: [one("done_ok")],
    },
  },
  {
    path: "kebab.md",
    text: md("prefix: KEB\ninner-loop: off\ninput-artifact-types: [design]\ncli-tools: gemini"),
    role: "kebab",
    means: {
      prefix: "KEB",
      innerLoop: false,
      inputArtifactTypes: ["design"],
      cliTools: ["gemini"],
    },
  },
  {
    path: "shouting.md",
    text: md("ROLE: shouting\nPREFIX: SHOUT\nINNER_LOOP: TRUE"),
    role: "shouting",
    means: { role: "shouting", prefix: "SHOUT", innerLoop: true },
  },
  {
    path: "quoted.md",
    text: md('"role": "quoted"\n\'prefix\': \'QUO\'\n"subagents": ["a, b", \'c\']'),
    role: "quoted",
    means: { role: "quoted", prefix: "QUO", subagents: ["a, b", "c"] },
  },
  {
    path: "flow.md",
    text: md("prefix: FLOW\nmessage_types: {success: flow_ready, error: flow_failed}\ncli_tools: {codex: yes}"),
    role: "flow",
    means: {
      prefix: "FLOW",
      cliTools: ["codex"],
      messageTypes: [one("flow_ready", "success"), one("flow_failed", "error")],
    },
  },
  {
    path: "long-list.md",
    text: md("prefix: LONG\nsubagents: [\n  explore,\n  discuss, # twice a day\n  doc-gen\n]"),
    role: "long-list",
    means: { prefix: "LONG", subagents: ["explore", "discuss", "doc-gen"] },
  },
  {
    path: "inheriting.md",
    text: md("prefix: INH\nmodel: inherit"),
    role: "inheriting",
    means: { prefix: "INH", model: null },
    says: ["3 warning: inherit names no model"],
  },
  {
    path: "aliased.md",
    text: md("prefix: ALI\nmodel: sonnet[1m]"),
    role: "aliased",
    means: { prefix: "ALI", model: "sonnet[1m]" },
    says: ["3 warning: sonnet[1m] is Claude Code's name"],
  },
  {
    path: "modelled.md",
    text: md("prefix: MOD\nmodel: premium\ncolor: green"),
    role: "modelled",
    means: { prefix: "MOD", model: "premium", unknown: { color: "green" } },
    says: ["4 warning: Unknown key"],
  },
  {
    path: "team-worker.md",
    text: md(
      "name: team-worker\ndescription: |\n  Runs the shared phases.\n\n  Examples:\n  - role: analyst\ncolor: green\ntools: [Read, Write, Bash]",
    ),
    role: "team-worker",
    means: {
      unknown: {
        name: "team-worker",
        description: "Runs the shared phases.\n\nExamples:\n- role: analyst\n",
        color: "green",
        tools: ["Read", "Write", "Bash"],
      },
    },
    says: ["2 warning: Unknown key", "3 warning: Unknown key", "8 warning: Unknown key", "9 warning: Unknown key"],
  },
  {
    path: "folded.md",
    text: md("prefix: FOLD\nsummary: >\n  one line\n  and another"),
    role: "folded",
    means: { prefix: "FOLD", unknown: { summary: "one line and another\n" } },
    says: ["3 warning: Unknown key"],
  },
  {
    path: "nested.md",
    text: md("prefix: NEST\nlimits:\n  time: 30\n  retry: {count: 2, wait: 5}"),
    role: "nested",
    means: {
      prefix: "NEST",
      unknown: {
        limits: {
          map: [
            { key: "time", value: "30" },
            {
              key: "retry",
              value: {
                map: [
                  { key: "count", value: "2" },
                  { key: "wait", value: "5" },
                ],
              },
            },
          ],
        },
      },
    },
    says: ["3 warning: Unknown key"],
  },
  {
    path: "near.md",
    text: md("prefix: NEAR\ndiscuss_round: [DISCUSS-001]\nsubagent: explore"),
    role: "near",
    means: { prefix: "NEAR", unknown: { discuss_round: ["DISCUSS-001"], subagent: "explore" } },
    says: [
      "3 warning: Unknown key, kept as it is. Did you mean discuss_rounds?",
      "4 warning: Unknown key, kept as it is. Did you mean subagents?",
    ],
  },
  {
    path: "empty-values.md",
    text: md("prefix: EMPT\nsubagents:\ncli_tools: ~\ndelegates_to: null\ndiscuss_rounds:"),
    role: "empty-values",
    means: { prefix: "EMPT", discussRounds: [] },
  },
  {
    path: "spaced.md",
    text: "---   \n\nprefix:   SPACE   \n\n# a remark\n\ninner_loop:    true\n\n---   \n\nWork.\n",
    role: "spaced",
    means: { prefix: "SPACE", innerLoop: true },
  },
  {
    path: "dots.md",
    text: "---\nprefix: DOT\n...\nWork.\n",
    role: "dots",
    means: { prefix: "DOT" },
  },
  {
    path: "rule-inside.md",
    text: md("prefix: RULE", "Look.\n\n---\n\nprefix: NOT\n\n---\n\nReport.\n"),
    role: "rule-inside",
    means: { prefix: "RULE" },
  },
  {
    path: "tabbed.md",
    text: md("prefix: TAB\nsubagents:\n\t- explore\n\t- discuss"),
    role: "tabbed",
    means: { prefix: "TAB", subagents: ["explore", "discuss"] },
    says: ["4 warning: Indent with spaces"],
  },
  {
    path: "colon.md",
    text: md("prefix: COL\nhint: Do this: then that"),
    role: "colon",
    means: { prefix: "COL", unknown: { hint: "Do this: then that" } },
    says: ["3 warning: Read as text", "3 warning: Unknown key"],
  },
  {
    path: "low.md",
    text: md("prefix: low-\nadditional_prefixes: [LOW, more-*, MORE]"),
    role: "low",
    means: { prefix: "LOW", additionalPrefixes: ["MORE"] },
    says: ["3 warning: LOW is already the prefix."],
  },
  {
    path: "meanings.md",
    text: md(
      "prefix: MEAN\nmessage_types:\n  - type: ready\n    meaning: all criteria hold\n  - name: stuck\n    when: nothing helps",
    ),
    role: "meanings",
    means: {
      prefix: "MEAN",
      messageTypes: [one("ready", null, "all criteria hold"), one("stuck", null, "nothing helps")],
    },
  },
  {
    path: "many-types.md",
    text: md("prefix: MANY\nmessage_types:\n  success: [draft_ready, draft_revised]\n  error: error"),
    role: "many-types",
    means: {
      prefix: "MANY",
      messageTypes: [one("draft_ready", "success"), one("draft_revised", "success"), one("error", "error")],
    },
  },
  {
    path: "ünïcode.md",
    text: md("role: übersetzer\nprefix: TRAD\nnote: ¿qué?", "Übersetze genau. 訳す。\n"),
    role: "ubersetzer",
    means: { role: "übersetzer", prefix: "TRAD", unknown: { note: "¿qué?" } },
    says: ["4 warning: Unknown key"],
  },
  {
    path: "bare.md",
    text: "---\n---\nNothing but words.\n",
    role: "bare",
    means: {},
  },
  {
    path: "hollow.md",
    text: "---\nprefix: HOLL\n---\n",
    role: "hollow",
    means: { prefix: "HOLL" },
    says: ["4 warning: Nothing says how the role works"],
  },
  // Damaged: each keeps its role from work, and names its line.
  {
    path: "broken/loop.md",
    text: md("prefix: LOOP\ninner_loop: sometimes"),
    role: "loop",
    means: { prefix: "LOOP" },
    says: ["3 error: Use true, false or dynamic."],
    isBroken: true,
  },
  {
    path: "broken/open-list.md",
    text: md("prefix: OPEN\nsubagents: [explore, discuss\ncli_tools: [gemini]"),
    role: "open-list",
    means: { prefix: "OPEN", cliTools: ["gemini"] },
    says: ["3 error: This `[` isn't closed."],
    isBroken: true,
  },
  {
    path: "broken/open-quote.md",
    text: md('prefix: QUOTE\nsubagents: ["explore, discuss]'),
    role: "open-quote",
    means: { prefix: "QUOTE" },
    says: ["3 error: This quote"],
    isBroken: true,
  },
  {
    path: "broken/twice.md",
    text: md("prefix: TWO\ninner_loop: true\ninnerLoop: false"),
    role: "twice",
    means: { prefix: "TWO", innerLoop: true },
    says: ["4 error: innerLoop appears twice."],
    isBroken: true,
  },
  {
    path: "broken/rounds.md",
    text: md("prefix: RND\ndiscuss_rounds: [before lunch, after]"),
    role: "rounds",
    means: { prefix: "RND" },
    says: ["3 error: Use ids of rounds"],
    isBroken: true,
  },
  {
    path: "broken/anchor.md",
    text: md("prefix: ANCH\nsubagents: &all [explore]\ncli_tools: *all"),
    role: "anchor",
    means: { prefix: "ANCH" },
    says: ["3 error: Write the value itself", "4 error: Write the value itself"],
    isBroken: true,
  },
  {
    path: "broken/words.md",
    text: md("prefix: WORD\njust some words\n  - and a stray"),
    role: "words",
    means: { prefix: "WORD" },
    says: ["3 error: This isn't `key: value`.", "4 error: This is indented and belongs"],
    isBroken: true,
  },
  {
    path: "broken/unclosed.md",
    text: "---\nprefix: NEVER\n\nIt never ends.\n",
    role: "unclosed",
    means: {},
    says: ["1 error: The front matter has no closing"],
    isBroken: true,
  },
  {
    path: "broken/number.md",
    text: md("prefix: 1ST\nadditional_prefixes: [OK, 2ND]"),
    role: "number",
    means: { additionalPrefixes: ["OK"] },
    says: ["2 error: 1ST can't begin", "3 error: 2ND can't begin"],
    isBroken: true,
  },
  {
    path: "broken/nameless.md",
    text: md("prefix: NAME\nsubagents:\n  - why: because\n    limit: 2\n  - explore"),
    role: "nameless",
    means: { prefix: "NAME", subagents: ["explore"] },
    says: ["3 error: Each of subagents needs a name."],
    isBroken: true,
  },
];
