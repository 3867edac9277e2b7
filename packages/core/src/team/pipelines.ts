import { listed } from "../kernel/words.ts";
import { type Pipeline, prefixOf } from "../pipeline/pipeline.ts";
import { PIPELINES } from "../pipeline/presets.ts";
import type { Say } from "./check-role.ts";
import { readPipeline } from "./pipeline-text.ts";
import { ownerOf } from "./prefixes.ts";
import type { Role, Team } from "./team.ts";

export const PIPELINES_MAX = 10;

/** A pipeline, and the prefixes that no role of the team has: while there are any, it can't be started. */
export interface OfferedPipeline {
  pipeline: Pipeline;
  missing: string[];
}

type Having = Pick<Team, "roles" | "pipelines">;

/** Prefixes of a pipeline that no role of the team has. */
export function unownedPrefixes(team: Pick<Team, "roles">, { steps }: Pipeline): string[] {
  const prefixes = steps.filter(({ isCheckpoint }) => !isCheckpoint).map(prefixOf);
  return [...new Set(prefixes)].filter((prefix) => ownerOf(team, prefix) === undefined);
}

/** What a team may start: its own pipelines, then those that every team has and it hasn't rewritten. */
export function offeredPipelines(team: Having): OfferedPipeline[] {
  const { pipelines: own = [] } = team;
  const others = PIPELINES.filter(({ name }) => !own.some((one) => one.name === name));
  const all = [...own, ...others];
  return all.map((pipeline) => ({ pipeline, missing: unownedPrefixes(team, pipeline) }));
}

/** Whether the team may start pipelines, whose tasks end with their steps: the entry point starts them, the others work. */
export function hasPipelineTasks(team: Team, { name }: Pick<Role, "name">): boolean {
  return name !== team.entryPoint && offeredPipelines(team).some(({ missing }) => missing.length === 0);
}

/** The pipeline with this name, or why the team can't start it, and which ones it could. */
export function findPipeline(
  team: Having,
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

/** A team's own pipelines, as a person writes them, and each one's faults; with errors, those that could be read. */
export function ownPipelines(texts: readonly string[], team: Pick<Team, "roles">, say: Say): Pipeline[] {
  const own: Pipeline[] = [];
  if (texts.length > PIPELINES_MAX) say("error", "pipelines", `A team can have at most ${PIPELINES_MAX} pipelines.`);
  for (const [i, text] of texts.slice(0, PIPELINES_MAX).entries()) {
    const path = `pipelines[${i}]`;
    const { pipeline, problems, stepLines } = readPipeline(text);
    for (const { level, line, message } of problems) say(level, path, message, line);
    if (!pipeline) continue;
    const { name, steps } = pipeline;
    if (own.some((other) => other.name === name)) say("error", path, `There is already a pipeline ${name}.`, 1);
    for (const prefix of unownedPrefixes(team, pipeline)) {
      const at = steps.findIndex((step) => !step.isCheckpoint && prefixOf(step) === prefix);
      const message = `This team has no role for ${prefix} steps; until it has one, ${name} can't be started.`;
      say("warning", path, message, stepLines[at] ?? 1);
    }
    own.push(pipeline);
  }
  return own;
}
