import fc from "fast-check";
import { expect, it } from "vitest";
import { DOORS } from "../agent/agent.ts";
import { type TeamDraft, teamOf } from "../team/draft.ts";
import { chainText } from "../team/legs.ts";
import { handoffTargets } from "../team/targets.ts";
import type { Role, Team } from "../team/team.ts";
import { fullVariant } from "../team/variants.ts";
import { agentsById, anAgent, anId, aRoom, T0 } from "../testing/builders.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { teamDrafts, worded, wordings } from "../testing/teams.fixture.ts";
import { initPrompt } from "./init.ts";

/** Document 003's coordinator, and everybody else. */
const BYTES_MAX = 15_000;
/** What a harness, a runner or the command says around it. */
const AROUND = 900;

const URL = "https://squadroom.example.org";

function meant(draft: TeamDraft): Team {
  const { team, problems } = teamOf(draft);
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

function promptOf(team: Team, role: Role, here: readonly Role[], more: object = {}): string {
  const agents = [role, ...here.filter((one) => one !== role)].map((one, i) =>
    anAgent({ id: anId(200 + i) as never, name: one.title, role: one.name, ...more }),
  );
  const [agent] = agents;
  if (!agent) throw new Error("nobody is there");
  const room = aRoom("squad", { team, agents: agentsById(agents) });
  return initPrompt({ room, agent, serverUrl: URL, now: T0, ...more });
}

const drafts = teamDrafts().chain((draft) =>
  fc.record({
    draft: fc.constant(draft),
    wording: fc.option(wordings),
    away: fc.subarray(draft.roles.map((_, i) => i)),
    door: fc.constantFrom(...DOORS),
  }),
);

it("fits whatever the team is, and names each role that one may hand to", () => {
  let cut = 0;
  fc.assert(
    fc.property(drafts, ({ draft, wording, away, door }) => {
      const team = meant(wording ? worded(draft, wording) : draft);
      for (const role of team.roles) {
        const here = team.roles.filter((_, i) => !away.includes(i));
        const text = promptOf(team, role, here, { door });
        expect(Buffer.byteLength(text), role.name).toBeLessThan(BYTES_MAX - AROUND);
        if (text.includes("characters are left out")) cut += 1;
        const { chain } = fullVariant(team);
        const names = [...new Set([...here, role])].map(({ name }) => name);
        const everyone = team.roles.map(({ name }) => name);
        for (const available of [names, everyone])
          for (const { to } of handoffTargets(team, role.name, null, available).targets) expect(text).toContain(to);
        if (team.roles.length > 1) expect(text).toContain(chainText(chain, " -> "));
      }
    }),
    { numRuns: shareOf(60) },
  );
  expect(cut).toBeGreaterThan(0);
});
