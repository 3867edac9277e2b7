import type { RoleName } from "../kernel/ids.ts";
import { NO_MODELS, ROLE_MODELS_MAX, type RoomModels } from "../run/model.ts";
import type { Squad } from "./squad.ts";

/** A model's name in a room's options, characters. */
const NAME_MAX = 80;

/** What a squad says about models, for the room of these roles; `undefined`: nothing. */
export function roomModelsOf(
  { members, defaultModel }: Pick<Squad, "members" | "defaultModel">,
  roles: readonly { name: string }[],
): RoomModels | undefined {
  const own = members.flatMap(({ role, model }) =>
    model !== null && roles.some(({ name }) => name === role)
      ? { role: role as RoleName, model: model.slice(0, NAME_MAX) }
      : [],
  );
  if (own.length === 0 && defaultModel === null) return undefined;
  const team = defaultModel?.slice(0, NAME_MAX) ?? null;
  return { ...NO_MODELS, roles: own.slice(0, ROLE_MODELS_MAX), team };
}
