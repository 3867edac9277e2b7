import type { RoleName } from "@squadroom/core/kernel/ids";
import { NO_MODELS, type RoleModel, type RoomModels } from "@squadroom/core/run/model";
import { CliError } from "./failure.ts";

/** What the options say about models, on top of what the room says; `null`: nothing. */
export function modelsIn(options: Record<string, unknown>, before: RoomModels = NO_MODELS): RoomModels | null {
  const { model, defaultModel, economy, keepClass, chain, fallbackDown } = options as Record<
    string,
    string | undefined
  >;
  const ofRoles = (options.roleModel as string[] | undefined) ?? [];
  const said = [model, defaultModel, economy, keepClass, chain, fallbackDown];
  if (said.every((one) => one === undefined) && ofRoles.length === 0) return null;
  const named = (said: string | undefined, was: string | null) =>
    said === undefined ? was : said === "none" ? null : said;
  return {
    all: named(model, before.all),
    roles: ofRoles.reduce(withRole, before.roles),
    team: named(defaultModel, before.team),
    isEconomy: economy === undefined ? before.isEconomy : economy === "on",
    ...listed("keepClass", keepClass, before.keepClass as string[] | undefined),
    ...listed("chain", chain, before.chain),
    ...(fallbackDown === undefined ? { fallbackDown: before.fallbackDown } : { fallbackDown: fallbackDown === "on" }),
  };
}

/** `a,b`; `none` clears the list. */
function listed(key: "keepClass" | "chain", said: string | undefined, was: string[] | undefined) {
  if (said === undefined) return { [key]: was };
  const names = said.split(",").flatMap((name) => name.trim() || []);
  return { [key]: said === "none" || names.length === 0 ? undefined : names };
}

/** `builder=large,small`. */
function withRole(roles: RoleModel[], said: string): RoleModel[] {
  const [, role = "", model = "", economy] = /^([^=]+)=([^,]+)(?:,(.+))?$/.exec(said) ?? [];
  if (model === "") throw new CliError("role_model", `${said} names no role and model.`, "Write ROLE=MODEL.");
  const others = roles.filter((one) => one.role !== role);
  if (model === "none") return others;
  return [...others, { role: role as RoleName, model, ...(economy ? { economy } : {}) }];
}

export function modelLines({ all, roles, team, isEconomy, ...more }: RoomModels): string[] {
  const { keepClass = [], chain = [], fallbackDown = false } = more;
  return [
    ...(all === null
      ? []
      : [`From its next task on, each run works with ${all}, unless a person or a message names another.`]),
    ...roles.map(
      ({ role, model, economy }) =>
        `${role} works with ${model}${economy ? `, and with ${economy} to save money` : ""}.`,
    ),
    ...(team === null ? [] : [`Where nobody names a model: ${team}.`]),
    ...(isEconomy ? ["The room saves money."] : []),
    ...(keepClass.length > 0 ? [`${keepClass.join(", ")} keep their class all the same.`] : []),
    ...(chain.length > 0 ? [`Where a model is refused: ${chain.join(", then ")}.`] : []),
    ...(fallbackDown ? ["Lower classes are tried, too."] : []),
  ];
}
