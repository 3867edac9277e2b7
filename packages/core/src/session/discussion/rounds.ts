import { type PipelineStep, prefixOf, revisionOf } from "../../pipeline/pipeline.ts";
import { ownerOf } from "../../team/prefixes.ts";
import { specOf } from "../../team/role-spec.ts";
import type { Role, Team } from "../../team/team.ts";
import type { Discussion } from "../record/discussion.ts";

type Rounds = Discussion["rest"];

/**
 * The rounds that a role holds about the work of this step. It deals out those that its spec declares: the first of its
 * steps has the first round, and so on; the last step has all that are left, and where there are more steps than rounds
 * the others have the last one.
 *
 * @source domain.md § 10 (declared discussion rounds run before completion)
 */
export function roundsFor(
  team: Team,
  role: Role,
  steps: readonly PipelineStep[],
  id: string,
): Rounds {
  const rounds = (specOf(role).discussRounds ?? []).map((round) => ({
    round: round.id,
    perspectives: round.perspectives,
  }));
  if (rounds.length === 0) return [];
  const own = steps.filter(
    (step) => !step.isCheckpoint && ownerOf(team, prefixOf(step))?.name === role.name,
  );
  const firsts = [...new Set(own.map((step) => revisionOf(step.id).first))];
  const place = firsts.indexOf(revisionOf(id).first);
  if (place < 0) return rounds;
  const from = Math.min(place, rounds.length - 1);
  return place === firsts.length - 1 ? rounds.slice(from) : rounds.slice(from, from + 1);
}
