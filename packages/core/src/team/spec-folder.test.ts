import { expect, it, test } from "vitest";
import { TeamDraftBody } from "./contract.ts";
import { draftOf, ROLES_MAX, type TeamDraft, teamOf } from "./draft.ts";
import { ROLE_LIBRARY } from "./library.ts";
import { presetTeam } from "./presets.ts";
import { readRoleSpec } from "./spec.ts";
import { SPEC_CORPUS } from "./spec-corpus.fixture.ts";
import { specFiles, takeSpecs } from "./spec-folder.ts";

const SOLO = draftOf(presetTeam("solo"));
const DUO = draftOf(presetTeam("duo"));
const NOTHING = {
  role: null,
  prefix: null,
  additionalPrefixes: [],
  model: null,
  innerLoop: null,
  discussRounds: null,
  subagents: [],
  cliTools: [],
  additionalMembers: [],
  inputArtifactTypes: [],
  delegatesTo: [],
  messageTypes: [],
  unknown: {},
};

/** A duo with the one role of a written spec. */
function taken(path: string, content: string, draft: TeamDraft = DUO) {
  const { draft: next, files } = takeSpecs(draft, [{ path, content }]);
  const { team, problems } = teamOf(next);
  return { next, files, team, problems };
}

test("the corpus has at least fifty role specs", () => {
  expect(SPEC_CORPUS.length).toBeGreaterThanOrEqual(50);
  expect(new Set(SPEC_CORPUS.map(({ path }) => path)).size).toBe(SPEC_CORPUS.length);
});

test.each(SPEC_CORPUS)("$path means what it says, and its problems name their lines", (written) => {
  const { spec, problems } = readRoleSpec(written.text);
  const { body, ...meant } = spec;
  expect(meant).toEqual({ ...NOTHING, ...written.means });
  const said = problems.map(({ line, level, message }) => `${line} ${level}: ${message}`);
  const wanted = written.says ?? [];
  expect(said.map((one, i) => one.slice(0, wanted[i]?.length))).toEqual(wanted);
  expect(written.text.endsWith(body) || written.text.includes("\r\n")).toBe(true);
  expect(problems.some(({ level }) => level === "error")).toBe(written.isBroken === true);
});

test.each(SPEC_CORPUS)("$path is a team's role, and written again it is the same", (written) => {
  const { next, team, files } = taken(written.path, written.text, SOLO);
  expect(files).toMatchObject([{ role: written.role, becomes: "added" }]);
  expect(team).not.toBeNull();
  const kept = TeamDraftBody.parse(JSON.parse(JSON.stringify(next)));
  const again = team ? specFiles(draftOf(team)) : [];
  expect(again).toEqual([{ path: `${written.role}.md`, content: written.text }]);
  expect(specFiles(kept as TeamDraft)).toEqual(again);
  const twice = takeSpecs(next, again);
  expect(twice.files.map(({ becomes }) => becomes)).toEqual(["same"]);
  expect(twice.draft).toEqual(next);
});

test.each(SPEC_CORPUS.filter(({ isBroken }) => isBroken))(
  "$path keeps its role alone from work",
  ({ path, text, role }) => {
    const { team, problems } = taken(path, text);
    expect(team?.roles.map(({ name }) => name)).toContain(role);
    expect(problems.every(({ level }) => level === "warning")).toBe(true);
    expect(problems.map(({ message }) => message).join()).toContain(`Nobody works as ${role}`);
  },
);

it("takes the library into a solo team as its ten roles, in any order", () => {
  const files = ROLE_LIBRARY.slice(1).map(({ name, spec }) => ({
    path: `${name}.md`,
    content: spec,
  }));
  const { draft } = takeSpecs(SOLO, files.reverse());
  const { team, problems } = teamOf(draft);
  expect(team?.roles).toHaveLength(10);
  expect(problems).toEqual([]);
  expect(draft.roles[0]?.handsTo).toEqual(["user", ...files.map(({ path }) => path.slice(0, -3))]);
});

it("gives a role of the team its spec, whatever the spec calls it, and nothing else", () => {
  const spec = "---\nrole: coder\nprefix: CODE\n---\nBuild it.";
  const { next, files } = taken("builder.md", spec);
  expect(files).toEqual([{ path: "builder.md", role: "builder", becomes: "changed", problems: [] }]);
  expect(next).toEqual({
    ...DUO,
    roles: DUO.roles.map((role) => (role.name === "builder" ? { ...role, spec } : role)),
  });
});

it("begins the tasks of a new role with its own prefix, where the one it wants is another's", () => {
  const { next, files, team } = taken("maker.md", "---\nprefix: DEV\n---\nMake it.");
  expect(next.roles.at(-1)).toMatchObject({ name: "maker", prefix: "DEV2" });
  expect(files[0]?.problems.map(({ message }) => message)).toEqual([
    "builder has the prefix DEV; the tasks of maker begin with DEV2.",
  ]);
  expect(team?.roles).toHaveLength(3);
  const reserved = taken("fixer.md", "---\nprefix: FIX\n---\nTasks are called FIX-001.");
  expect(reserved.files[0]?.problems.map(({ message }) => message)).toEqual([
    "The room keeps FIX for itself; the tasks of fixer begin with FIX2, though its text speaks of FIX-….",
  ]);
});

it.each([
  ["notes.txt", "x", "It isn't Markdown."],
  ["README.md", "# Our roles", "It has no front matter, and no role of the team has its name."],
  ["docs/README.md", "# Our roles", "It has no front matter, and no role of the team has its name."],
  ["empty.md", " \n", "It is empty."],
  ["---.md", "---\n---\nWork.", "It names no role."],
  ["user.md", "---\n---\nWork.", "user is reserved; choose another name."],
  ["long.md", `---\n---\n${"x".repeat(32_000)}`, "A spec can have at most 32000 characters"],
])("leaves %s out, and says why", (path, content, why) => {
  const { next, files } = taken(path, content);
  expect(next).toEqual(DUO);
  expect(files).toMatchObject([{ path, becomes: "left", problems: [{ line: 1 }] }]);
  expect(files[0]?.problems[0]?.message).toContain(why);
});

it("takes one spec for each role, and as many roles as a team can have", () => {
  const twice = takeSpecs(DUO, [
    { path: "a/builder.md", content: "Build." },
    { path: "b/builder.md", content: "Build it twice." },
  ]);
  expect(twice.files.map(({ becomes }) => becomes)).toEqual(["changed", "left"]);
  expect(twice.files[1]?.problems[0]?.message).toBe("a/builder.md is already the spec of builder.");
  const many = Array.from({ length: ROLES_MAX + 2 }, (_, i) => ({
    path: `helper-${i}.md`,
    content: `---\nprefix: H${i}\n---\nHelp.`,
  }));
  const { draft, files } = takeSpecs(DUO, many);
  expect(draft.roles).toHaveLength(ROLES_MAX);
  expect(files.filter(({ becomes }) => becomes === "left")).toHaveLength(4);
  expect(teamOf(draft).team).not.toBeNull();
});

it("makes roles of agents of every ecosystem, and none of their pages, rules, skills and commands", () => {
  const agent = "description: Reviews. Use it after a change.";
  const specs: Record<string, string> = {
    ".claude/agents/code-reviewer.md": `name: code-reviewer\n${agent}\ntools: Read, Grep\nmodel: sonnet\ncolor: red`,
    ".github/agents/planner.agent.md": `${agent}\ntools: ['search']\nhandoffs: []`,
    ".github/chatmodes/architect.chatmode.md": `${agent}\nmodel: gpt-5`,
    ".opencode/agent/scribe.md": `${agent}\nmode: subagent\ntemperature: 0.1`,
    "roles/tester/role.md": "prefix: TEST\ntitle: Tester\ninner_loop: false",
  };
  const others: Record<string, string> = {
    ".claude/commands/fix.md": `${agent}\nallowed-tools: Bash(git:*)\nmodel: haiku`,
    ".claude/commands/release.md": "argument-hint: [version]",
    ".claude/skills/pdf/SKILL.md": `name: pdf\n${agent}\nallowed-tools: Read`,
    ".cursor/rules/style.mdc": `${agent}\nglobs: "*.ts"\nalwaysApply: true`,
    ".github/instructions/ts.instructions.md": 'applyTo: "**/*.ts"',
    "docs/setup.md": `title: Setup\n${agent}`,
    "docs/index.md": "layout: home\nnav_order: 1",
    "blog/first.md": "date: 2026-01-02\ntags: [news]",
  };
  const folder = Object.entries({ ...specs, ...others }).map(([path, front]) => ({
    path,
    content: `---\n${front}\n---\n\nWork.\n`,
  }));
  folder.push({ path: "AGENTS.md", content: "# Agents\n\nRun the tests.\n" });
  const { draft, files } = takeSpecs(SOLO, folder);
  expect(files.map(({ path }) => path)).toEqual(folder.map(({ path }) => path));
  expect(files.filter(({ becomes }) => becomes === "added").map(({ path }) => path)).toEqual(Object.keys(specs));
  expect(draft.roles.slice(1).map(({ name }) => name)).toEqual([
    "code-reviewer",
    "planner",
    "architect",
    "scribe",
    "tester",
  ]);
  for (const { becomes, problems } of files)
    if (becomes === "left") expect(problems[0]?.message).toMatch(/no role of the team has its name/);
});
