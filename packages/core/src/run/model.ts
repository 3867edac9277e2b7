import type { RoleName, Word } from "../kernel/ids.ts";
import { classFor, isInherit, isLeftTo } from "../team/client-words.ts";
import { roleClass } from "../team/role-classes.ts";
import { MODEL_CLASSES, type ModelClass } from "../team/tiers.ts";
import { modelKey } from "../usage/model-name.ts";
import {
  classNamed,
  classOf,
  isForeign,
  type KnownModel,
  type ModelInClass,
  modelsFor,
  rankOf,
} from "./known-models.ts";

/** Which model a role works with in a room. Wherever a model is named, it may be a class. */
export interface RoleModel {
  role: RoleName;
  model: Word;
  /** What it works with while the room saves money; left out: one class lower. */
  economy?: Word;
}

/** What a room says about models. */
export interface RoomModels {
  /** For all runs, whatever their roles say; `null`: nothing. */
  all: Word | null;
  roles: RoleModel[];
  /** If neither a role nor its runner names one; `null`: the harness's own. */
  team: Word | null;
  /** Roles work one class lower, or with what they name for it. */
  isEconomy: boolean;
  /** Roles that keep their class while the room saves money. */
  keepClass?: RoleName[];
  /** What is tried in turn if a model is refused; left out: the list's models. */
  chain?: Word[];
  /** If nothing of the same class or a higher one is left, lower ones are tried. */
  fallbackDown?: boolean;
}

/** Most roles of a room that have models of their own. */
export const ROLE_MODELS_MAX = 40;
export const CHAIN_MAX = 10;
/** Most models that are tried after the first. */
export const FALLBACKS_MAX = 3;

export const NO_MODELS: RoomModels = { all: null, roles: [], team: null, isEconomy: false };

/**
 * Who decided a run's model, the strongest first: whoever asked for the run; the message that it works for; the run
 * that it continues; the room, for all runs; the room, while it saves money; the room, for the role; the role's own
 * spec; the runner, for the role; the tier of the work; the room's default; the default for roles of this name.
 */
export const MODEL_LAYERS = [
  "asked",
  "message",
  "resumed",
  "room",
  "economy",
  "role",
  "charter",
  "runner",
  "tier",
  "team",
  "default",
] as const;
export type ModelLayer = (typeof MODEL_LAYERS)[number];

/** Nobody said it: it counts only if the harness has such a model. */
const IMPLICIT: readonly ModelLayer[] = ["tier", "default"];
/** A person's own word, which saving money does not change. */
const SPOKEN: readonly ModelLayer[] = ["asked", "message", "resumed", "room", "economy"];

/** A model that was refused, and why; `null`: the harness's own. */
export interface FellBack {
  model: Word | null;
  why: string;
}

/** How a run came to its model, if there is more to say than who decided. */
export interface ModelHow {
  /** What was named, if it is not a model's name or another model is used. */
  wanted?: Word;
  /** What it would have been, had the room not saved money; a class, if no model of it is known. */
  savedFrom?: Word;
  /** What is tried next if it is refused; `null`: the harness's own. */
  fallbacks?: (Word | null)[];
  fellBackFrom?: FellBack[];
}

/** A model and who decided it; without a model, the harness uses its own. */
export interface ResolvedModel {
  model: string | null;
  modelBy?: ModelLayer;
  modelHow?: ModelHow;
}

/** Everything that is said about a run's model. */
export interface ModelWords {
  asked?: string | null | undefined;
  message?: string | null | undefined;
  resumed?: string | null | undefined;
  models?: RoomModels | undefined;
  role: RoleName;
  charter?: string | null | undefined;
  /** What its runner starts for the role; left out: not known yet. */
  offer?: { harness: string; model?: string | undefined; models?: readonly string[] | undefined } | undefined;
  tier?: ModelClass | null | undefined;
  /** The server's list, the preferred first. */
  known?: readonly KnownModel[] | undefined;
}

/** The first layer that names a model decides. A class becomes a model of the run's harness, in that class or above. */
export function resolveModel(said: ModelWords): ResolvedModel {
  const { models = NO_MODELS, offer, known = [] } = said;
  const own = models.roles.find(({ role }) => role === said.role);
  const isSaving = models.isEconomy && !models.keepClass?.includes(said.role);
  const named: Record<ModelLayer, string | null | undefined> = {
    asked: said.asked,
    message: said.message,
    resumed: said.resumed,
    room: models.all,
    economy: isSaving ? own?.economy : null,
    role: own?.model,
    charter: said.charter,
    runner: offer?.model,
    tier: said.tier,
    default: roleClass(said.role),
    team: models.team,
  };
  const offered = offer ? modelsFor(known, offer) : [];
  let unmet: ResolvedModel = { model: null };
  for (const modelBy of MODEL_LAYERS) {
    const word = named[modelBy];
    if (!word || isInherit(word)) continue;
    // Which model that is, is said once a runner takes the run.
    const kind = classNamed(word) ?? classFor(word, offer?.harness);
    if (!offer && kind === null) return { model: word, modelBy };
    if (isLeftTo(word, offer?.harness)) return { model: null, modelBy, modelHow: { wanted: word } };
    const model = kind === null ? word : (inClass(offered, kind) ?? null);
    const how = kind === null ? {} : { modelHow: { wanted: word } };
    const from = kind ?? (model === null ? null : classOf(known, model));
    // One class below the wanted one, whether or not the harness has that one.
    const saved = isSaving && !SPOKEN.includes(modelBy) ? lowerThan(offered, from) : null;
    if (model === null && !saved && IMPLICIT.includes(modelBy)) {
      if (unmet.modelBy === undefined) unmet = { model, modelBy, ...how };
      continue;
    }
    const savedFrom = model ?? word;
    const chosen: ResolvedModel & { from: ModelClass | null } = saved
      ? { ...saved, modelBy: "economy", modelHow: { savedFrom }, from: saved.class }
      : { model, modelBy, ...how, from };
    const fallbacks = fallbacksOf(chosen, { models, known, offered, harness: offer?.harness });
    if (IMPLICIT.includes(modelBy) && chosen.model !== null) fallbacks.push(null);
    return {
      model: chosen.model,
      modelBy: chosen.modelBy ?? modelBy,
      ...withHow({ ...chosen.modelHow, ...(fallbacks.length > 0 ? { fallbacks } : {}) }),
    };
  }
  return unmet;
}

function withHow(modelHow: ModelHow): Pick<ResolvedModel, "modelHow"> {
  return Object.keys(modelHow).length > 0 ? { modelHow } : {};
}

/** The first of the class, otherwise of the next class above that has any. */
function inClass(offered: readonly ModelInClass[], kind: ModelClass): string | undefined {
  return upwards(offered, kind)[0]?.model;
}

/** In the class first, then in the next above it. */
function upwards(offered: readonly ModelInClass[], kind: ModelClass): ModelInClass[] {
  return MODEL_CLASSES.slice(rankOf(kind)).flatMap((one) => offered.filter((entry) => entry.class === one));
}

/** The first model one class below; `null`: there is none, or nobody knows the class. */
function lowerThan(offered: readonly ModelInClass[], kind: ModelClass | null): ModelInClass | null {
  const below = kind === null ? undefined : MODEL_CLASSES[rankOf(kind) - 1];
  return offered.find((entry) => entry.class === below) ?? null;
}

/** What is tried in turn: in the class, then above it, and below only if the room allows it. */
function fallbacksOf(
  { model, from }: { model: string | null; from: ModelClass | null },
  around: {
    models: RoomModels;
    known: readonly KnownModel[];
    offered: readonly ModelInClass[];
    harness: string | undefined;
  },
): (string | null)[] {
  const { models, known, offered, harness } = around;
  const { chain = [], fallbackDown = false } = models;
  if (model === null || harness === undefined) return [];
  const mayGoTo = (kind: ModelClass | null) =>
    fallbackDown || (kind !== null && (from === null || rankOf(kind) >= rankOf(from)));
  const own = chain
    .flatMap((word) => {
      if (isInherit(word) || isLeftTo(word, harness)) return [];
      const kind = classNamed(word) ?? classFor(word, harness);
      return kind === null ? word : (inClass(offered, kind) ?? []);
    })
    .filter((name) => !isForeign(known, harness, name));
  const at = own.findIndex((name) => isSame(name, model));
  const listed =
    from === null
      ? []
      : [
          ...upwards(offered, from),
          ...MODEL_CLASSES.slice(0, rankOf(from))
            .reverse()
            .flatMap((one) => offered.filter((entry) => entry.class === one)),
        ].map((entry) => entry.model);
  // A model of the room's own chain whose class nobody knows counts as the room's word; one known to be lower never
  // does.
  const left =
    own.length > 0
      ? own.slice(at + 1).filter((name) => {
          const kind = classOf(known, name);
          return kind === null || mayGoTo(kind);
        })
      : listed.filter((name) => mayGoTo(classOf(known, name)));
  const others = left.filter((name, i) => !isSame(name, model) && left.findIndex((one) => isSame(one, name)) === i);
  return others.slice(0, FALLBACKS_MAX);
}

function isSame(a: string, b: string): boolean {
  return modelKey(a) === modelKey(b);
}
