import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { deriveVariant } from "./derive.ts";
import { draftOf, ROLES_MAX, type RoleDraft, type TeamDraft, teamOf } from "./draft.ts";
import { presetTeam } from "./presets.ts";
import { shownVariants } from "./shown.ts";
import { handoffTargets } from "./targets.ts";
import { TEAM_PRESETS, type Team, type Variant } from "./team.ts";
import { availabilities, canBringBack, wayBackProblems } from "./way-back.ts";

const role = (name: string, handsTo: string[], more: Partial<RoleDraft> = {}): RoleDraft => ({
  name,
  handsTo,
  ...more,
});

/** `roles[1].prefix error: …`, one for each problem. */
function said(draft: TeamDraft): string[] {
  return teamOf(draft).problems.map(({ level, path, line, message }) => {
    return `${path}${line === undefined ? "" : `:${line}`} ${level}: ${message}`;
  });
}

function team(draft: TeamDraft): Team {
  const found = teamOf(draft);
  if (!found.team) throw new Error(JSON.stringify(found.problems));
  return found.team;
}

/** The fullest first. */
function everyVariant(of: Team): Variant[] {
  return availabilities({ ...of, entryFallback: false }).map((here) => deriveVariant(of, here));
}

const docs: TeamDraft = {
  entryPoint: "lead",
  roles: [
    role("lead", ["writer", "user"]),
    role("writer", ["editor"], { prefix: "DOC", specialty: "writes pages" }),
    role("editor", ["lead"]),
  ],
};

describe("a team that a person writes", () => {
  it("is a team of roles with what follows from their names", () => {
    expect(team(docs).roles).toEqual([
      {
        name: "lead",
        title: "Lead",
        prefix: "LEAD",
        priority: 5,
        specialty: "does the lead part of the work",
        handsTo: ["writer", "user"],
      },
      {
        name: "writer",
        title: "Writer",
        prefix: "DOC",
        priority: 5,
        specialty: "writes pages",
        handsTo: ["editor"],
      },
      {
        name: "editor",
        title: "Editor",
        prefix: "EDITOR",
        priority: 5,
        specialty: "does the editor part of the work",
        handsTo: ["lead"],
      },
    ]);
    expect(team(docs).variants).toEqual([]);
    expect(shownVariants(team(docs)).map(({ name, chain }) => `${name}: ${chain.join(" ")}`)).toEqual([
      "full_team: user lead writer editor lead user",
      "without_writer: user lead editor lead user",
      "without_editor: user lead writer lead user",
      "lead_alone: user lead user",
    ]);
  });

  it("says of each variant who takes over for whom", () => {
    const notes = (draft: TeamDraft) => everyVariant(team(draft)).map(({ name, note }) => `${name}: ${note}`);
    expect(notes(docs)).toEqual([
      "full_team: ",
      "without_writer: editor stands in for writer",
      "without_editor: lead stands in for editor",
      "lead_alone: lead does everything",
    ]);
    const four: TeamDraft = {
      ...docs,
      roles: [...docs.roles.slice(0, 2), role("editor", ["tester"]), role("tester", ["lead"])],
    };
    expect(notes(four).slice(4, 7)).toEqual([
      "without_writer_editor: tester stands in for writer and editor",
      "without_writer_tester: editor stands in for writer; lead stands in for tester",
      "without_editor_tester: lead stands in for editor and tester",
    ]);
    const line: TeamDraft = {
      entryPoint: "a",
      roles: [role("a", ["b"]), role("b", ["c"]), role("c", ["user"]), role("helper", ["a"], { title: "Helper" })],
    };
    expect(notes(line).slice(0, 6)).toEqual([
      "full_team: ",
      "without_b: c stands in for b",
      "without_c: without c; some results are unreviewed",
      "without_helper: without helper",
      "without_b_c: without b and c; some results are unreviewed",
      "without_b_helper: c stands in for b; without helper",
    ]);
  });

  it.each<[string, TeamDraft, string]>([
    ["no roles", { entryPoint: "", roles: [] }, "roles error: A team needs at least one role."],
    [
      "an entry point that is none of them",
      { ...docs, entryPoint: "chief" },
      "entryPoint error: The entry point chief is not one of the roles.",
    ],
    [
      "a target that is none of them",
      { entryPoint: "a", roles: [role("a", ["user", "b"])] },
      "roles[0].handsTo[1] error: There is no role b.",
    ],
    [
      "a role that hands to nobody",
      { entryPoint: "a", roles: [role("a", ["b"]), role("b", [])] },
      "roles[1].handsTo error: b hands to nobody; name a role, or user.",
    ],
    [
      "a circle without a way out",
      { entryPoint: "a", roles: [role("a", ["user"]), role("b", ["c"]), role("c", ["b"])] },
      "roles[1].handsTo error: Nothing that b hands on ever gets back to the user.",
    ],
    [
      "two of a name",
      { entryPoint: "a", roles: [role("a", ["user"]), role("a", ["user"])] },
      "roles[1].name error: There is already a role a.",
    ],
    [
      "a name that means somebody else",
      { entryPoint: "user", roles: [role("user", ["user"])] },
      "roles[0].name error: user is reserved; choose another name.",
    ],
    [
      "two of a prefix",
      {
        entryPoint: "a",
        roles: [role("a", ["user"], { prefix: "DEV" }), role("b", ["a"], { prefix: "DEV" })],
      },
      "roles[1].prefix error: roles[0] already has the prefix DEV.",
    ],
    [
      "a prefix that begins another",
      {
        entryPoint: "a",
        roles: [role("a", ["user", "b"], { prefix: "DEV" }), role("b", ["a"], { prefix: "DEV-FE" })],
      },
      "roles[0].prefix warning: DEV-FE starts with DEV too; in task ids the longer one wins.",
    ],
    [
      "the prefix of rework",
      { entryPoint: "a", roles: [role("a", ["user"], { prefix: "FIX" })] },
      "roles[0].prefix error: FIX is reserved for rework.",
    ],
    [
      "a role that nobody hands to",
      { entryPoint: "a", roles: [role("a", ["user"]), role("b", ["a"])] },
      "roles[1].handsTo warning: Nobody hands to b; it gets only tasks created for it.",
    ],
    [
      "a broken spec",
      {
        entryPoint: "a",
        roles: [role("a", ["user"], { spec: "---\ninner_loop: sometimes\n---\nDo it." })],
      },
      "roles[0].spec:2 warning: Use true, false or dynamic. Nobody works as a until it is fixed.",
    ],
    [
      "a point of view that nobody describes",
      {
        entryPoint: "a",
        roles: [
          role("a", ["user"], {
            spec: "---\ndiscuss_rounds:\n  - D-1: [Product, legal]\n---\nDo it.",
          }),
        ],
      },
      "roles[0].spec warning: Nothing says what the point of view legal looks at; add it to the team.",
    ],
    [
      "a pass to nobody",
      {
        entryPoint: "a",
        roles: [role("a", ["user"])],
        variants: [
          {
            name: "all",
            needs: [],
            chain: [],
            passes: [{ from: "a", to: "x", intents: ["work"] }],
          },
        ],
      },
      "variants[0].passes[0].to error: There is no role x.",
    ],
    [
      "a variant that leaves a role without a way back",
      {
        entryPoint: "a",
        roles: [role("a", []), role("b", [])],
        variants: [
          {
            name: "all",
            needs: [],
            chain: ["user", "a", "user"],
            passes: [{ from: "a", to: "user", intents: ["deliver"] }],
          },
        ],
      },
      "variants error: b cannot bring a result back to the user with everyone there.",
    ],
    [
      "variants of more roles than can all be looked at",
      {
        entryPoint: "r0",
        roles: Array.from({ length: 11 }, (_, i) => role(`r${i}`, [])),
        variants: [{ name: "all", needs: [], chain: ["user", "r0", "user"], passes: [] }],
      },
      "variants error: A team of more than 10 roles can't write its variants; leave them out, and they follow from who hands to whom.",
    ],
    [
      "more roles than a team has",
      {
        entryPoint: "r0",
        roles: Array.from({ length: ROLES_MAX + 1 }, (_, i) => role(`r${i}`, ["user"])),
      },
      `roles error: A team can have at most ${ROLES_MAX} roles; this one has ${ROLES_MAX + 1}.`,
    ],
  ])("is told of %s", (_what, draft, problem) => {
    expect(said(draft)).toContain(problem);
    expect(teamOf(draft).team === null).toBe(problem.includes(" error: "));
  });

  it("passes findings back to who did the work, and reroutes over absent roles", () => {
    const found = team(docs);
    const targets = (from: string, here: string[]) => handoffTargets(found, roleName(from), null, here.map(roleName));
    const told = (from: string, here: string[]) =>
      targets(from, here).targets.map(({ to, intents }) => `${to}:${intents.join()}`);
    expect(told("editor", ["lead", "writer", "editor"])).toEqual(["lead:work,question", "writer:question,findings"]);
    expect(told("writer", ["lead", "writer"])).toEqual(["lead:work,question"]);
    expect(targets("writer", ["lead", "writer"]).reroutes).toEqual([
      { wanted: "editor", got: "lead", unreviewed: false },
    ]);
  });

  it("marks what reaches the user past an absent reviewer", () => {
    const pair = team(draftOf(presetTeam("pair")));
    const { targets, reroutes } = handoffTargets(pair, roleName("builder"), null, [roleName("builder")]);
    expect(targets).toEqual([{ to: "user", intents: ["deliver", "question"], unreviewed: true }]);
    expect(reroutes).toEqual([{ wanted: "reviewer", got: "user", unreviewed: true }]);
  });

  it.each(TEAM_PRESETS)("keeps what the preset %s allows to work and deliveries", (preset) => {
    const made = team(draftOf(presetTeam(preset)));
    for (const here of availabilities(presetTeam(preset)))
      for (const from of here)
        for (const intent of ["work", "deliver"] as const)
          expect(
            handoffTargets(made, from, intent, here).targets.map(({ to }) => to),
            `${from} passes ${intent} while ${here.join()} are there`,
          ).toEqual(handoffTargets(presetTeam(preset), from, intent, here).targets.map(({ to }) => to));
  });

  it.each(TEAM_PRESETS)("has a way back in every availability of the preset %s", (preset) => {
    expect(wayBackProblems(presetTeam(preset))).toEqual([]);
  });

  it("is the same again after it was taken apart", () => {
    expect(teamOf(draftOf(team(docs))).team).toEqual(team(docs));
    const written: TeamDraft = {
      ...docs,
      variants: everyVariant(team(docs)).map((variant) => ({
        ...variant,
        needs: [...variant.needs],
        chain: [...variant.chain],
        note: "as written",
        passes: variant.passes.map((pass) => ({
          ...pass,
          intents: [...pass.intents],
          standsInFor: [...(pass.standsInFor ?? [])],
        })),
      })),
    };
    expect(teamOf(draftOf(team(written))).team).toEqual(team(written));
  });
});

const NAMES = ["lead", "writer", "editor", "tester", "scout"];

/** Drafts of all kinds, right and wrong. */
const drafts: fc.Arbitrary<TeamDraft> = fc.integer({ min: 1, max: NAMES.length }).chain((n) =>
  fc.record({
    entryPoint: fc.constantFrom(...NAMES.slice(0, n)),
    roles: fc.tuple(
      ...NAMES.slice(0, n).map((name) =>
        fc.uniqueArray(fc.constantFrom("user", ...NAMES.slice(0, n)), { maxLength: 4 }).map((handsTo) =>
          role(
            name,
            handsTo.filter((to) => to !== name),
          ),
        ),
      ),
    ),
  }),
);

describe("whatever a person writes, once it is a team", () => {
  it("every role can bring a result to the user in every availability, and is never sent to an absent one", () => {
    let teams = 0;
    fc.assert(
      fc.property(drafts, (draft) => {
        const { team: found, problems } = teamOf(draft);
        expect(found === null).toBe(problems.some((problem) => problem.level === "error"));
        if (!found) return;
        teams += 1;
        for (const here of availabilities(found)) {
          for (const from of here) {
            expect(canBringBack(found, from, here)).toBe(true);
            const { targets, reroutes } = handoffTargets(found, from, null, here);
            for (const { to } of [...targets, ...reroutes.map(({ got }) => ({ to: got }))])
              expect(to === "user" || here.includes(to)).toBe(true);
          }
        }
      }),
      { numRuns: 400 },
    );
    expect(teams).toBeGreaterThan(40);
  });
});
