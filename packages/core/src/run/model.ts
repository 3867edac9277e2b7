import type { RoleName } from "../kernel/ids.ts";

/** Which model a role works with in a room. */
export interface RoleModel {
  role: RoleName;
  model: string;
  /** What it works with while the room saves money; left out: the same. */
  economy?: string;
}

/** What a room says about models. */
export interface RoomModels {
  /** For all runs, whatever their roles say; `null`: nothing. */
  all: string | null;
  roles: RoleModel[];
  /** Where neither a role nor its runner names one; `null`: the harness's own. */
  team: string | null;
  /** Roles that name a model for it work with that. */
  isEconomy: boolean;
}

/** Roles of a room that have models of their own. */
export const ROLE_MODELS_MAX = 40;

export const NO_MODELS: RoomModels = { all: null, roles: [], team: null, isEconomy: false };

/**
 * Who decided a run's model, the strongest first: who asked for the run; the run that it goes on from; the room, for
 * all runs; the room, for the role while it saves money; the room, for the role; the runner, for the role; the
 * room's default.
 */
export const MODEL_LAYERS = [
  "asked",
  "resumed",
  "room",
  "economy",
  "role",
  "runner",
  "team",
] as const;
export type ModelLayer = (typeof MODEL_LAYERS)[number];

/** A model and who decided it; without a model, the harness takes its own. */
export interface ResolvedModel {
  model: string | null;
  modelBy?: ModelLayer;
}

/** The first layer that names a model decides. */
export function resolveModel(said: {
  asked?: string | null;
  resumed?: string | null;
  models?: RoomModels | undefined;
  role: RoleName;
  /** What the runner takes for the role. */
  offered?: string | null | undefined;
}): ResolvedModel {
  const { all, roles, team, isEconomy } = said.models ?? NO_MODELS;
  const own = roles.find(({ role }) => role === said.role);
  const named: Record<ModelLayer, string | null | undefined> = {
    asked: said.asked,
    resumed: said.resumed,
    room: all,
    economy: isEconomy ? own?.economy : null,
    role: own?.model,
    runner: said.offered,
    team,
  };
  for (const modelBy of MODEL_LAYERS) {
    const model = named[modelBy];
    if (model) return { model, modelBy };
  }
  return { model: null };
}
