import fc from "fast-check";
import { expect, test } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { DUTIES } from "../team/team.ts";
import { fullVariant } from "../team/variants.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { squadOf, squadTeam } from "./draft.ts";
import { folders } from "./folders.fixture.ts";
import { knownAgain, knownOf, said } from "./known.fixture.ts";
import { KNOWN_MAX, KNOWN_TEXT_MAX, squadWisdom } from "./known.ts";
import { roomModelsOf } from "./models.ts";
import { readSquadFolder } from "./read.ts";
import type { Member, Squad } from "./squad.ts";
import { writeSquadFolder } from "./write.ts";

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
test("reads whatever files there are, and makes a team or says why there is none", () => {
  fc.assert(
    fc.property(folders, (given) => {
      const { squad } = readSquadFolder(given);
      const { team, problems } = teamOf(squadTeam(squad).draft);
      const errors = problems.filter(({ level }) => level === "error");
      if (squad.members.length > 0) expect(errors).toEqual([]);
      expect(team === null).toBe(squad.members.length === 0);
      writeSquadFolder(squad);
    }),
    { numRuns: shareOf(600) },
  );
});

/** Without what another part would say, such as a person or a coordinator. */
const squads = fc
  .uniqueArray(word, { minLength: 1, maxLength: 10 })
  .chain((names) => {
    const role = fc.constantFrom(...names.map((name) => `a-${name}`));
    const members = fc.tuple(
      ...names.map((name) =>
        fc.record<Member>({
          role: fc.constant(`a-${name}`),
          title: words,
          part: fc.oneof(words, fc.constantFrom("dev | ops", "Tester")),
          expertise: fc.oneof(fc.constant(""), words),
          prefix: fc.oneof(fc.constant(null), fc.constantFrom("DEV", "QA-FE")),
          duties: fc.oneof(fc.constant(null), fc.subarray([...DUTIES], { minLength: 1 })),
          model: fc.oneof(fc.constant(null), fc.constantFrom("gpt-5", "claude-x")),
          override: fc.oneof(fc.constant(null), fc.constantFrom("big")),
          charter: fc.oneof(
            fc.constant(""),
            words.map((said) => `# Title\n\nModel: auto\n\n${said}`),
            words,
          ),
          history: fc.oneof(
            fc.constant(""),
            words.map((said) => `## Learnings\n- ${said}`),
          ),
        }),
      ),
    );
    const rule = fc.record({
      pattern: fc.oneof(
        fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.join(", ")),
        fc.constantFrom("src/a/**", "a|b"),
      ),
      target: role.map(roleName),
      examples: fc.array(words, { maxLength: 3 }),
    });
    const note = fc.record({
      file: fc.constantFrom("team.md" as const, "routing.md" as const, "decisions.md" as const),
      text: fc.oneof(words, fc.constantFrom("a → b", "| x | y |", "Ada: Lead", "**Date:** never")),
    });
    const decision = fc.record({
      title: words,
      date: fc.oneof(fc.constant(null), fc.constant("2026-02-08")),
      by: fc.oneof(fc.constant(null), words),
      text: fc.oneof(fc.constant(""), words, fc.constantFrom("### Why\n\nso", "- a\n- b", "```\n## code\n```")),
    });
    const file = fc.constant({ path: "scripts/hook.sh", content: "echo" });
    return fc.tuple(
      members,
      fc.array(rule, { maxLength: 5 }),
      fc.array(note, { maxLength: 5 }),
      fc.array(decision, { maxLength: 4 }),
      fc.array(file, { maxLength: 1 }),
      fc.oneof(fc.constant(null), fc.constant("gpt-5")),
    );
  })
  .map(([members, rules, notes, decisions, kept, defaultModel]): Squad => {
    const order = ["team.md", "routing.md", "decisions.md"];
    return {
      entryPoint: members[0]?.role ?? "",
      members,
      rules: rules.map(({ examples, ...rule }, i) => ({
        id: `rule-${i + 1}`,
        ...rule,
        ...(examples.length > 0 ? { examples } : {}),
      })),
      notes: notes.sort((a, b) => order.indexOf(a.file) - order.indexOf(b.file)),
      // What is code or a heading at once needs an author in front of it only where it has no day.
      decisions: decisions.filter(({ date, by, text }) => !(text.startsWith("#") && by === null && date === null)),
      defaultModel,
      config: defaultModel === null ? {} : { version: 1 },
      files: kept,
    };
  });

test("reads a squad that it wrote as the same squad, with up to ten roles", () => {
  let large = 0;
  fc.assert(
    fc.property(squads, (squad) => {
      if (squad.members.length > 7) large += 1;
      const again = readSquadFolder(writeSquadFolder(squad)).squad;
      const rules = again.rules.map(({ source: _, ...rule }) => rule);
      const decisions = again.decisions.map(({ source: _, ...decision }) => decision);
      expect({ ...again, rules, decisions }).toEqual(squad);
    }),
    { numRuns: 300 },
  );
  expect(large).toBeGreaterThan(10);
});

test("exports what a room knows of a squad so that it is known again", () => {
  fc.assert(
    fc.property(squads, (squad) => {
      expect(said(knownAgain(squad))).toEqual(said(knownOf(squad).known));
    }),
    { numRuns: shareOf(200) },
  );
});

test("takes as much as a room has place for, and says what it leaves out", () => {
  const decision = (title: string, text: string, line: number) => ({
    title,
    text,
    date: null,
    by: null,
    source: { file: "decisions.md", line },
  });
  const long = `${"word ".repeat(300)}\n\n\`\`\`\n${"code ".repeat(300)}\n\`\`\``;
  const some = [decision("Long", long, 3), decision("Twice", "", 9), decision("twice", "", 12)];
  const { known, warnings } = squadWisdom({ decisions: some, members: [] }, []);
  // The block of code that doesn't fit is left out whole.
  expect(known.map(({ text }) => text.slice(-5))).toEqual([" word", "Twice"]);
  expect(warnings.map(({ line, message }) => [line, message.split(". ")[1]])).toEqual([
    [3, "The rest of this one is left out."],
    [12, "It is read once."],
  ]);
  const many = Array.from({ length: KNOWN_MAX + 7 }, (_, i) => decision(`Number ${i}`, "", i + 1));
  const all = squadWisdom({ decisions: many, members: [] }, []);
  expect(all.known).toHaveLength(KNOWN_MAX);
  expect(all.warnings.at(-1)?.message).toContain("7 are left out");
  const wide = many.slice(0, 100).map((one) => ({ ...one, text: "x".repeat(1_900) }));
  const chars = squadWisdom({ decisions: wide, members: [] }, []).known;
  expect(chars.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(KNOWN_TEXT_MAX);
});

test("makes a chain between the coordinator and the members, whatever their number", () => {
  fc.assert(
    fc.property(squads, (squad) => {
      const { draft } = squadTeam({
        ...squad,
        members: squad.members.map((one) => ({ ...one, prefix: null })),
      });
      const { team, problems } = teamOf(draft);
      expect(problems.filter(({ level }) => level === "error")).toEqual([]);
      const full = team ? fullVariant(team) : null;
      const ways = full?.passes.map(({ from, to }) => `${from} ${to}`).sort();
      const others = squad.members.map(({ role }) => role).filter((role) => role !== squad.entryPoint);
      const wanted = others.flatMap((role) => [`${squad.entryPoint} ${role}`, `${role} ${squad.entryPoint}`]);
      expect(ways).toEqual([`${squad.entryPoint} user`, ...wanted].sort());
      expect(full?.chain).toEqual([
        "user",
        squad.entryPoint,
        ...others.flatMap((role) => [role, squad.entryPoint]),
        "user",
      ]);
    }),
    { numRuns: shareOf(40) },
  );
});

test("writes a room's team so that its roles, their specs and its entry point are read again", () => {
  const draft = {
    entryPoint: "lead",
    roles: [
      {
        name: "writer",
        prefix: "DOC",
        specialty: "writes pages",
        duties: ["work" as const],
        spec: "# Writer\n\nWrites.",
        handsTo: ["lead"],
      },
      { name: "lead", specialty: "leads", handsTo: ["writer", "user"] },
    ],
  };
  const { team } = teamOf(draft);
  const again = squadTeam(readSquadFolder(writeSquadFolder(squadOf(team ? draftOf(team) : draft))).squad);
  expect(again.draft).toMatchObject({
    entryPoint: "lead",
    roles: [
      { name: "lead", title: "Lead", prefix: "LEAD", specialty: "leads" },
      {
        name: "writer",
        title: "Writer",
        prefix: "DOC",
        specialty: "writes pages",
        duties: ["work"],
        spec: "# Writer\n\nWrites.",
      },
    ],
  });
});

test("its models become those of the room, and are written again", () => {
  const files = [
    { path: "team.md", content: "## Team\n- Ada: Lead\n- Mary: Tester" },
    {
      path: "config.json",
      content: JSON.stringify({ defaultModel: "small", agentModelOverrides: { Mary: "large" } }),
    },
  ];
  const { squad } = readSquadFolder(files);
  const { draft } = squadTeam(squad);
  const models = roomModelsOf(squad, draft.roles);
  const roles = [{ role: "mary", model: "large" }];
  expect(models).toEqual({ all: null, roles, team: "small", isEconomy: false });
  const again = readSquadFolder(writeSquadFolder(squadOf(draft, models))).squad;
  expect(roomModelsOf(again, draft.roles)).toEqual(models);
  expect(roomModelsOf({ ...squad, defaultModel: null }, [])).toBeUndefined();
});

test("takes a person's word on a line that names nobody", () => {
  const given = [
    { path: "team.md", content: "## Team\n- Ada: Lead\n- Mary: Tester" },
    { path: "routing.md", content: "- flaky tests → Testers\n- docs → Writers" },
  ];
  const before = readSquadFolder(given);
  expect(before.warnings.flatMap(({ choice }) => choice ?? [])).toEqual([
    { wanted: "Testers", nearest: "mary" },
    { wanted: "Writers", nearest: null },
  ]);
  const { squad, warnings } = readSquadFolder(given, [
    { file: "routing.md", line: 1, role: "mary" },
    { file: "routing.md", line: 2, role: null },
  ]);
  expect(squad.rules).toEqual([
    {
      id: "rule-1",
      pattern: "flaky tests",
      target: "mary",
      source: { file: "routing.md", line: 1 },
    },
  ]);
  expect(squad.notes).toEqual([{ file: "routing.md", text: "docs → Writers" }]);
  expect(warnings.filter(({ choice }) => choice)).toEqual([]);
});

test("reads models: the configuration's go before the charter's, and auto is left open", () => {
  const { squad } = readSquadFolder([
    { path: "team.md", content: "## Team\n- Ada: Lead\n- Mary: Tester\n- Bob: Dev" },
    { path: "agents/ada/charter.md", content: "# Ada\n## Model\n- **Preferred:** gpt-5" },
    { path: "agents/mary/charter.md", content: "# Mary\nPreferred: auto" },
    { path: "agents/bob/charter.md", content: "# Bob\n**Model**: claude-x" },
    {
      path: "config.json",
      content: '{"defaultModel":"m","agentModelOverrides":{"bob":"o"},"version":1}',
    },
  ]);
  expect(squad.members.map(({ model, override }) => [model, override])).toEqual([
    ["gpt-5", null],
    [null, null],
    ["claude-x", "o"],
  ]);
  expect(squad).toMatchObject({ defaultModel: "m", config: { version: 1 } });
});
