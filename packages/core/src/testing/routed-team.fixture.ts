import { expect } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { rulesFor } from "../routing/rules.ts";
import { teamOf } from "../team/draft.ts";
import type { Team } from "../team/team.ts";

/** A team of these roles, the first of them its entry point, with the rules that their names give. */
export function aRoutedTeam(...names: string[]): Team {
  const [entryPoint = ""] = names;
  const { team, problems } = teamOf({
    entryPoint,
    roles: names.map((name) => ({ name, handsTo: [name === entryPoint ? "user" : entryPoint] })),
    routing: {
      rules: rulesFor(names.map((name) => ({ name: roleName(name) }))).map((rule) => ({
        ...rule,
        phrases: [...rule.phrases],
        unless: undefined,
        otherwise: rule.otherwise && [...rule.otherwise],
      })),
    },
  });
  expect(problems.filter(({ level }) => level === "error")).toEqual([]);
  return team as Team;
}
