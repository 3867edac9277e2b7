import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import { intentsOf } from "../prompt/roles.ts";
import { subsetsOf } from "../testing/builders.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { teamDrafts } from "../testing/teams.fixture.ts";
import { deriveVariant, rolesNamedBy } from "./derive.ts";
import { type TeamDraft, teamOf } from "./draft.ts";
import { allowedTargets, handoffTargets, stoodInFor } from "./targets.ts";
import { INTENTS, type Intent, type Team, type Variant } from "./team.ts";
import { canBringBack } from "./way-back.ts";

function meant(draft: TeamDraft): Team {
  const { team, problems } = teamOf(draft);
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

const namesOf = (team: Team) => team.roles.map(({ name }) => name);

/** Each variant that the team can ever be in. */
function everyVariant(team: Team) {
  return subsetsOf(namesOf(team))
    .filter((here) => here.includes(team.entryPoint))
    .map((here) => deriveVariant(team, here));
}

/** What `stoodInFor` and `intentsOf` say without looking at each variant. */
function seenIn(all: readonly Variant[], from: RoleName, to: RoleName, intent: Intent): RoleName[] {
  const ways = all.flatMap(({ passes }) =>
    passes.filter((pass) => pass.from === from && pass.to === to && pass.intents.some((one) => one === intent)),
  );
  return ways.some(({ standsInFor = [] }) => standsInFor.length === 0)
    ? []
    : [...new Set(ways.flatMap(({ standsInFor = [] }) => standsInFor))];
}

describe("a derived variant", () => {
  it("is found by its name", () => {
    fc.assert(
      fc.property(teamDrafts({ maxRoles: 7 }), (draft) => {
        const team = meant(draft);
        for (const { name, needs } of everyVariant(team))
          expect(rolesNamedBy(team, name)?.filter((role) => role !== team.entryPoint)).toEqual(needs);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("brings work back to the user, whoever of ten roles is there", () => {
    const drafts = teamDrafts({ minRoles: 7 }).chain((draft) =>
      fc.record({
        draft: fc.constant(draft),
        here: fc.subarray(
          draft.roles.map(({ name }) => name as RoleName),
          { minLength: 1 },
        ),
      }),
    );
    fc.assert(
      fc.property(drafts, ({ draft, here: some }) => {
        const team = meant(draft);
        const here = namesOf(team).filter(
          (name) => some.includes(name) || (!team.entryFallback && name === team.entryPoint),
        );
        for (const from of here) {
          expect(canBringBack(team, from, here), from).toBe(true);
          const { variant, targets, reroutes, unavailable } = handoffTargets(team, from, null, here);
          for (const to of [...targets.map((one) => one.to), ...reroutes.map(({ got }) => got)])
            expect(to === "user" || here.includes(to)).toBe(true);
          for (const to of unavailable) {
            const then = handoffTargets(team, from, null, [...here, to]).targets;
            expect(then.map((one) => one.to)).toContain(to);
          }
          // What a delivery promised stays, by the variant's name alone.
          if (!here.includes(team.entryPoint)) continue;
          const promise = { variant, targets: targets.map((one) => one.to) };
          const kept = allowedTargets(team, from, namesOf(team), promise).targets;
          for (const { to, intents } of targets)
            for (const intent of intents)
              expect(kept.some((one) => one.to === to && one.intents.includes(intent))).toBe(true);
        }
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("says of a role in a few variants what all of them say", () => {
    fc.assert(
      fc.property(teamDrafts({ maxRoles: 6 }), (draft) => {
        const team = meant(draft);
        const all = everyVariant(team);
        for (const from of namesOf(team)) {
          const intents = all.flatMap(({ passes }) =>
            passes.filter((pass) => pass.from === from).flatMap((pass) => pass.intents),
          );
          expect(intentsOf(team, from)).toEqual(INTENTS.filter((one) => intents.some((intent) => intent === one)));
          for (const to of namesOf(team)) {
            const said = (intent: Intent) => stoodInFor(team, from, to, intent).toSorted();
            expect(said("work")).toEqual(seenIn(all, from, to, "work").toSorted());
            for (const intent of ["question", "findings"] as const)
              expect(said(intent)).toEqual(expect.arrayContaining(seenIn(all, from, to, intent)));
          }
        }
      }),
      { numRuns: shareOf(150) },
    );
  });
});
