import { listed } from "../kernel/words.ts";
import type { Team } from "../team/team.ts";
import { type Pipeline, unownedPrefixes } from "./pipeline.ts";
import { PIPELINES } from "./presets.ts";

/** A pipeline, and the prefixes that no role of the team has: while there are any, it can't be started. */
export interface OfferedPipeline {
  pipeline: Pipeline;
  missing: string[];
}

/** What a team may start. */
export function offeredPipelines(team: Pick<Team, "roles">): OfferedPipeline[] {
  return PIPELINES.map((pipeline) => ({ pipeline, missing: unownedPrefixes(team, pipeline) }));
}

/** The pipeline of this name, or why the team can't start it, and which it could. */
export function findPipeline(
  team: Pick<Team, "roles">,
  name: string,
): { ok: true; pipeline: Pipeline } | { ok: false; message: string; allowed: string[] } {
  const offered = offeredPipelines(team);
  const allowed = offered.filter(({ missing }) => missing.length === 0);
  const found = offered.find(({ pipeline }) => pipeline.name === name);
  if (found && found.missing.length === 0) return { ok: true, pipeline: found.pipeline };
  const message = found
    ? `No role of this team has tasks that begin with ${listed(found.missing, "or")}, which ${name} needs.`
    : `There is no pipeline ${name}.`;
  return { ok: false, message, allowed: allowed.map(({ pipeline }) => pipeline.name) };
}
