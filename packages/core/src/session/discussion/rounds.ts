import { type PipelineStep, prefixOf, revisionOf } from "../../pipeline/pipeline.ts";
import { ownerOf } from "../../team/prefixes.ts";
import { specOf } from "../../team/role-spec.ts";
import type { DiscussRound } from "../../team/spec.ts";
import type { Role, Team } from "../../team/team.ts";
import type { Discussion } from "../record/discussion.ts";

type Rounds = Discussion["rest"];

/**
 * The rounds that a role holds about the work of this step. A round whose spec names steps is held for each of them,
 * and for
 * no other. The rest are distributed over the role's other steps: the first of them has the first round, and so on; the
 * last
 * has all that are left, and if there are more steps than rounds the others have the last one.
 *
 * @source domain.md § 10 (declared discussion rounds run before completion)
 */
export function roundsFor(team: Team, role: Role, steps: readonly PipelineStep[], id: string): Rounds {
  const declared = specOf(role).discussRounds ?? [];
  if (declared.length === 0) return [];
  const named = (step: string) => declared.filter((round) => round.steps.some((one) => isNamed(one, step)));
  const { first } = revisionOf(id);
  const byName = named(first);
  if (byName.length > 0) return byName.map(asRound);
  const rounds = declared.filter((round) => round.steps.length === 0).map(asRound);
  const own = steps.filter((step) => !step.isCheckpoint && ownerOf(team, prefixOf(step))?.name === role.name);
  const firsts = [...new Set(own.map((step) => revisionOf(step.id).first))].filter((step) => named(step).length === 0);
  const place = firsts.indexOf(first);
  if (place < 0 || rounds.length === 0) return rounds;
  const from = Math.min(place, rounds.length - 1);
  return place === firsts.length - 1 ? rounds.slice(from) : rounds.slice(from, from + 1);
}

function asRound({ id, perspectives }: DiscussRound): Rounds[number] {
  return { round: id, perspectives };
}

/** `QUALITY` names each of its steps, `QUALITY-001` one. */
function isNamed(name: string, step: string): boolean {
  return step === name || prefixOf({ id: step }) === name;
}
