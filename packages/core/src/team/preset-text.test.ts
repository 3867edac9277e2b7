import { describe, expect, it } from "vitest";
import { draftOf, type TeamDraft, teamOf } from "./draft.ts";
import { PRESET_ROLES, presetText } from "./preset-text.ts";
import { presetTeam } from "./presets.ts";
import type { TeamPreset } from "./team.ts";

function changed(preset: TeamPreset, change: (draft: TeamDraft) => TeamDraft): string {
  const { team, problems } = teamOf(change(draftOf(presetTeam(preset))));
  if (!team) throw new Error(JSON.stringify(problems));
  return presetText(team);
}

const withLegal = (draft: TeamDraft): TeamDraft => ({
  ...draft,
  roles: [
    ...draft.roles,
    {
      name: "legal",
      title: "Legal reader",
      prefix: "LEGAL",
      specialty: "",
      handsTo: [draft.entryPoint],
    },
  ],
});

describe("what a team is called", () => {
  it("is its preset", () => {
    expect(presetText(presetTeam("duo"))).toBe("duo");
  });

  it("is still the preset that it has all roles of, changed", () => {
    expect(changed("lifecycle", withLegal)).toBe("lifecycle, changed");
    expect(changed("squad", withLegal)).toBe("squad, changed");
    expect(changed("lifecycle", (draft) => draft)).toBe("lifecycle, changed");
  });

  it("is custom where a role of the preset is gone", () => {
    const without = (draft: TeamDraft): TeamDraft => ({
      ...draft,
      roles: draft.roles
        .filter(({ name }) => name !== "fe-qa")
        .map((role) => ({ ...role, handsTo: role.handsTo?.filter((to) => to !== "fe-qa") })),
    });
    expect(changed("lifecycle", without)).toBe("custom");
  });

  it.each(PRESET_ROLES)("knows the roles of %s, its entry point first", (preset, names) => {
    const { roles, entryPoint } = presetTeam(preset);
    expect(new Set(names)).toEqual(new Set(roles.map(({ name }) => name)));
    expect(names[0]).toBe(entryPoint);
  });
});
