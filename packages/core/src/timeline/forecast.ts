import type { RoleName } from "../kernel/ids.ts";
import { inOrder } from "../pipeline/graph.ts";
import { prefixOf } from "../pipeline/pipeline.ts";
import { tookByPrefix } from "../session/pipeline/estimate.ts";
import type { StepStanding } from "../session/pipeline/standing.ts";
import type { PipelineSession, Sessions } from "../session/record/session.ts";
import { ownerOf } from "../team/prefixes.ts";
import type { Team } from "../team/team.ts";

/** When a remaining step will probably be worked on, if people answer at once. */
export interface ForecastStep {
  /** Id of its task; for a step after a checkpoint, of its step. */
  taskId: string;
  title: string;
  role: RoleName;
  from: number;
  to: number;
  /** Steps that it waits for. */
  needs: string[];
  /** Somebody is working on it: this is the rest of that. */
  isRest: boolean;
}

/**
 * From the time that tasks of the same prefixes took here; a step about which nothing is known is left out, with
 * everything after it.
 */
export function forecastOf(
  { pipeline, execution }: Pick<PipelineSession, "pipeline" | "execution">,
  standings: ReadonlyMap<string, StepStanding>,
  { taken, team, hands }: Known,
  now: number,
): ForecastStep[] {
  const took = tookByPrefix(taken);
  const ends = new Map<string, number | null>();
  const busy = new Map<RoleName, number[]>();
  const steps: ForecastStep[] = [];
  for (const step of inOrder(pipeline.steps)) {
    const standing = standings.get(step.id);
    const isOver = standing?.kind === "done" || standing?.kind === "replaced";
    if (isOver) {
      ends.set(step.id, now);
      continue;
    }
    const before = step.requires.map((id) => (ends.has(id) ? (ends.get(id) ?? null) : now));
    const ready = before.includes(null) ? null : Math.max(now, ...(before as number[]));
    const role = standing?.task?.role ?? ownerOf(team, prefixOf(step))?.name;
    const length = took.get(prefixOf(step));
    if (step.isCheckpoint || ready === null || !role || length === undefined) {
      ends.set(step.id, step.isCheckpoint ? ready : null);
      continue;
    }
    const lease = standing?.task?.lease;
    const free = busy.get(role) ?? Array.from({ length: Math.max(1, hands(role)) }, () => now);
    busy.set(role, free);
    const hand = free.indexOf(Math.min(...free));
    const from = lease ? now : Math.max(ready, free[hand] ?? now);
    const to = lease ? Math.max(now, lease.claimedAt + length) : from + length;
    free[hand] = Math.max(free[hand] ?? now, to);
    ends.set(step.id, to);
    const needs = step.requires.filter((id) => {
      const kind = standings.get(id)?.kind;
      return kind !== "done" && kind !== "replaced";
    });
    const taskId = execution?.tasks[step.id] ?? step.id;
    steps.push({ taskId, title: step.title, role, from, to, needs, isRest: Boolean(lease) });
  }
  return steps;
}

interface Known {
  taken: Sessions["taken"];
  team: Pick<Team, "roles">;
  /** How many agents can work as this role at once. */
  hands: (role: RoleName) => number;
}
