import type { Team, TeamPreset } from "./team.ts";

/** Roles of each preset, the largest first. A room's card has no room for their specs. */
export const PRESET_ROLES: readonly (readonly [TeamPreset, readonly string[]])[] = [
  [
    "lifecycle",
    [
      "coordinator",
      "analyst",
      "writer",
      "planner",
      "architect",
      "executor",
      "fe-developer",
      "tester",
      "fe-qa",
      "reviewer",
    ],
  ],
  ["squad", ["planner", "builder", "reviewer"]],
];

/** A team's name in a word or two: its preset, or the one whose roles it still has: "lifecycle, changed". */
export function presetText(team: Team): string {
  const basis = basisOf(team);
  return basis === team.preset ? basis : changedText(basis);
}

/** The preset that a team is, or whose roles it still has. */
export function basisOf({ preset, roles, entryPoint }: Team): Team["preset"] {
  if (preset !== "custom") return preset;
  const has = new Set<string>(roles.map(({ name }) => name));
  const basis = PRESET_ROLES.find(
    ([, [entry, ...others]]) => entry === entryPoint && others.every((name) => has.has(name)),
  );
  return basis?.[0] ?? preset;
}

export function changedText(preset: string): string {
  return `${preset}, changed`;
}
