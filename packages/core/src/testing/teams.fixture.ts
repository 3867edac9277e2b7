import fc from "fast-check";
import { SPEC_MAX } from "../team/check-role.ts";
import { INVOLVE_MAX, ROLES_MAX, SPECIALTY_MAX, type TeamDraft } from "../team/draft.ts";
import { PHRASE_MAX, RULES_MAX } from "../team/routing.ts";

const NAMES = [
  "lead",
  "writer",
  "editor",
  "tester",
  "scout",
  "security-and-compliance-reviewer",
  "frontend-developer",
  "backend-developer",
  "database-engineer",
  "release-manager",
  "qa-one",
  "qa-two",
  "qa-three",
  "ops-one",
  "ops-two",
  "ops-three",
  "docs-one",
  "docs-two",
  "data-one",
  "data-two",
];

/** Hub and members, a ring, or any ways at all; each role's work gets back to the user. */
function ways(names: readonly string[]): fc.Arbitrary<string[][]> {
  const [entry = "", ...others] = names;
  const hub = names.map((name) => (name === entry ? [...others, "user"] : [entry]));
  const ring: string[][] = names.map((name, i) =>
    [names[i + 1] ?? entry, ...(name === entry ? ["user"] : [])].filter((to) => to !== name),
  );
  const any = fc.tuple(
    ...names.map((name) =>
      fc
        .uniqueArray(fc.constantFrom("user", ...names), { maxLength: 4 })
        .map((targets) => targets.filter((to) => to !== name)),
    ),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(hub) },
    { weight: 1, arbitrary: fc.constant(ring) },
    { weight: 4, arbitrary: any },
  );
}

function leadHome(names: readonly string[], handsTo: readonly string[][]): string[][] {
  const home = new Set(["user"]);
  for (let before = -1; before !== home.size; ) {
    before = home.size;
    for (const [i, name] of names.entries()) if (handsTo[i]?.some((to) => home.has(to))) home.add(name);
  }
  return names.map((name, i) => [...(handsTo[i] ?? []), ...(home.has(name) ? [] : ["user"])]);
}

/** Drafts without variants of their own, each a team. */
export function teamDrafts({ maxRoles = ROLES_MAX, minRoles = 1 } = {}): fc.Arbitrary<TeamDraft> {
  return fc
    .integer({ min: minRoles, max: maxRoles })
    .chain((n) => fc.shuffledSubarray(NAMES, { minLength: n, maxLength: n }))
    .chain((names) =>
      fc.record({
        names: fc.constant(names),
        handsTo: ways(names).map((all) =>
          leadHome(
            names,
            all.map((targets) => [...new Set(targets)]),
          ),
        ),
        entryFallback: fc.boolean(),
        isolated: fc.boolean(),
      }),
    )
    .map(({ names, handsTo, entryFallback, isolated }) => ({
      entryPoint: names[0] ?? "",
      roles: names.map((name, i) => ({
        name,
        handsTo: !isolated ? (handsTo[i] ?? []) : i > 0 ? names.slice(0, 1) : ["user", ...names.slice(1)],
      })),
      ...(entryFallback ? { entryFallback } : {}),
      ...(isolated ? { isolated } : {}),
    }));
}

/** How much a team has to say, and in which writing. */
export const wordings = fc.record({
  unit: fc.constantFrom("a long word ", "ein Wort mehr ü ", "計画を立てて確認する。", "- a\n- b\n", "`code` "),
  /** Of as long as each text may be. */
  share: fc.constantFrom(0.02, 0.5, 1),
  rules: fc.constantFrom(0, 1, RULES_MAX),
});

/** The same team with specialties, specs and rules. */
export function worded(
  draft: TeamDraft,
  { unit, share, rules }: { unit: string; share: number; rules: number },
): TeamDraft {
  const text = (max: number) => unit.repeat(Math.ceil(max / unit.length)).slice(0, Math.floor(max * share));
  const line = (max: number) => text(max).replace(/\s/g, " ");
  const names = draft.roles.map(({ name }) => name);
  const phrases = Array.from({ length: 40 }, (_, i) => `x${i} ${line(PHRASE_MAX - 4)}`.trim());
  return {
    ...draft,
    involve: line(INVOLVE_MAX),
    roles: draft.roles.map((role) => ({
      ...role,
      specialty: line(SPECIALTY_MAX),
      spec: text(SPEC_MAX),
    })),
    ...(rules > 0
      ? {
          routing: {
            rules: Array.from({ length: rules }, (_, i) => ({
              phrases,
              to: names[i % names.length] ?? "",
            })),
          },
        }
      : {}),
  };
}
