import type { Team, TeamPreset } from "./team.ts";

/** Roles of each preset, the largest first. A card of a room has no place for their specs. */
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

/** What a team is called in a word or two: its preset, or the one whose roles it has all the same: "lifecycle, changed". */
export function presetText({ preset, roles, entryPoint }: Team): string {
  if (preset !== "custom") return preset;
  const has = new Set<string>(roles.map(({ name }) => name));
  const basis = PRESET_ROLES.find(
    ([, [entry, ...others]]) => entry === entryPoint && others.every((name) => has.has(name)),
  );
  return basis ? changedText(basis[0]) : preset;
}

export function changedText(preset: string): string {
  return `${preset}, changed`;
}
