import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../log/view.ts";
import { classOfTier } from "../team/tiers.ts";
import { modelKey } from "../usage/model-name.ts";
import type { Task, Wish } from "./task.ts";

/** Of a message's own task its tier is what it said. */
export function wishOf({ wish, said }: Pick<Task, "wish" | "said">): Wish {
  return { ...wish, ...(said?.tier ? { tier: said.tier } : {}) };
}

/**
 * Its run works with another model than the message wants, or has one that another message or tier wanted; who wasn't
 * started by a runner takes what there is.
 */
export function isOtherModel(
  { runs, team }: Pick<RoomView, "runs" | "team">,
  task: Pick<Task, "wish" | "said" | "agentId">,
  agentId: AgentId,
): boolean {
  if (task.agentId !== null) return false;
  const run = runs?.live.find((one) => one.agentId === agentId);
  if (!run) return false;
  const { model: wanted, tier } = wishOf(task);
  const { model, modelBy, modelHow } = run;
  if (wanted !== undefined) return !isNamed([model, modelHow?.wanted], wanted);
  if (modelBy === "message") return true;
  if (modelBy !== "tier" || model === null || tier === undefined || !team) return false;
  return modelHow?.wanted !== classOfTier(team, tier);
}

function isNamed(names: readonly (string | null | undefined)[], wanted: string): boolean {
  return names.some((name) => name != null && modelKey(name) === modelKey(wanted));
}
