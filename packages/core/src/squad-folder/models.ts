import type { RoleName } from "../kernel/ids.ts";
import { NO_MODELS, ROLE_MODELS_MAX, type RoomModels } from "../run/model.ts";
import { SPEC_MAX } from "../team/check-role.ts";
import { readFrontMatter } from "../team/front-matter.ts";
import { readRoleSpec } from "../team/spec.ts";
import { readCharter } from "./charter.ts";
import type { Squad } from "./squad.ts";

/** A model's name in a room's options, characters. */
const NAME_MAX = 80;

/** What a squad says about models, for a room with these roles; `undefined`: nothing. A role's spec has its own. */
export function roomModelsOf(
  { members, defaultModel }: Pick<Squad, "members" | "defaultModel">,
  roles: readonly { name: string; spec?: string | undefined }[],
): RoomModels | undefined {
  const own = members.flatMap(({ role, model, override }) => {
    const draft = roles.find(({ name }) => name === role);
    const said = override ?? (ownModel(draft?.spec) === model ? null : model);
    return draft && said !== null ? { role: role as RoleName, model: said.slice(0, NAME_MAX) } : [];
  });
  if (own.length === 0 && defaultModel === null) return undefined;
  const team = defaultModel?.slice(0, NAME_MAX) ?? null;
  return { ...NO_MODELS, roles: own.slice(0, ROLE_MODELS_MAX), team };
}

/** The model that a role's spec names. */
export function ownModel(spec = ""): string | null {
  return readRoleSpec(spec).spec.model;
}

const OPEN = "---\n";

/** A spec that names this model; unchanged if it can't. */
export function withModel(spec: string, model: string | null): string {
  if (model === null || spec.trim() === "" || ownModel(spec) !== null) return spec;
  const line = `model: ${/^[\w./:@-]+$/.test(model) ? model : `"${model}"`}\n`;
  const hasFrontMatter = readFrontMatter(spec).entries.length > 0;
  const said = hasFrontMatter ? spec.replace(/^\ufeff?---[^\n]*\n/, `$&${line}`) : `${OPEN}${line}${OPEN}${spec}`;
  return said.length <= SPEC_MAX && ownModel(said) === model ? said : spec;
}

/** A spec without the line that names this model, if its text says it too: like the charter that it came from. */
export function withoutModel(spec: string): string {
  const model = ownModel(spec);
  if (model === null) return spec;
  const line = /^model: [^\n]*\n/m;
  const bare = spec.startsWith(`${OPEN}model: `) ? spec.replace(line, "").replace(`${OPEN}${OPEN}`, "") : spec;
  return withModel(bare, model) === spec && readCharter(bare).model === model ? bare : spec;
}
