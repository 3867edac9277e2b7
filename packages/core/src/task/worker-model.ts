import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { ModelLayer } from "../run/model.ts";
import type { Run } from "../run/run.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { classOfTier } from "../team/tiers.ts";
import { modelKey } from "../usage/model-name.ts";
import type { Task, Wish } from "./task.ts";

/** For a message's own task, its tier is what the message said. */
export function wishOf({ wish, said }: Pick<Task, "wish" | "said">): Wish {
  return { ...wish, ...(said?.tier ? { tier: said.tier } : {}) };
}

/**
 * Its run works with another model than the message or the room now wants, or has one that another message or tier
 * wanted; an agent that no runner started takes what there is.
 */
export function isOtherModel(
  { runs, team, options }: Pick<RoomView, "runs" | "team" | "options">,
  task: Pick<Task, "wish" | "said" | "agentId">,
  agentId: AgentId,
): boolean {
  if (task.agentId !== null) return false;
  const run = runs.live.find((one) => one.agentId === agentId);
  if (!run) return false;
  const { model: wanted, tier } = wishOf(task);
  const { model, modelBy, modelHow } = run;
  if (wanted !== undefined) return !isNamed([model, modelHow?.wanted], wanted);
  if (modelBy === "message") return true;
  if (isOutdated({ team, options }, run)) return true;
  if (modelBy !== "tier" || model === null || tier === undefined || !team) return false;
  return modelHow?.wanted !== classOfTier(team, tier);
}

/** What a room, its team or the role's spec says about models has changed since this run got its own. */
export function isOutdated({ team, options }: Pick<RoomView, "team" | "options">, run: Run): boolean {
  const { model, modelBy, modelHow = {} } = run;
  if (modelBy === "asked" || modelBy === "message" || modelBy === "resumed") return false;
  const { models } = options;
  const own = models?.roles.find(({ role }) => role === run.role);
  const filled = team && findRole(team, run.role);
  const isSaving = models?.isEconomy && !models.keepClass?.includes(run.role);
  if (modelBy === "economy" && !isSaving) return true;
  const left = (modelHow.fellBackFrom ?? []).map((one) => one.model);
  const names = [model, modelHow.wanted, modelHow.savedFrom, ...left];
  // The strongest first; whether a runner or a tier names one is known where those are.
  const said: [ModelLayer, string | null | undefined][] = [
    ["room", models?.all],
    ["economy", isSaving ? own?.economy : null],
    ["role", own?.model],
    ["charter", filled ? specOf(filled).model : null],
    ["runner", null],
    ["tier", null],
    ["team", models?.team],
  ];
  for (const [layer, word] of said) {
    if (word) return !isNamed(names, word);
    if (modelBy !== layer || layer === "economy") continue;
    return layer !== "runner" && layer !== "tier";
  }
  return false;
}

function isNamed(names: readonly (string | null | undefined)[], wanted: string): boolean {
  return names.some((name) => name != null && modelKey(name) === modelKey(wanted));
}
