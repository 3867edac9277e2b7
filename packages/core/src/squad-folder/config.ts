import { memberNamed } from "./member-name.ts";
import type { Report } from "./report.ts";
import { modelOf } from "./roster.ts";
import type { Member } from "./squad.ts";

export interface FolderConfig {
  defaultModel: string | null;
  config: Record<string, unknown>;
}

/** Keys under which squads name the model of each agent, also nested. */
const OVERRIDES = /^(?:models?|(?:agent|role|member)s?_?(?:models?)?_?(?:overrides?)?|overrides?)$/i;
const DEFAULT = /^(?:default|default_?model|model)$/i;

/** The models of a configuration; the rest is kept as it is. */
export function readConfig(file: string, text: string, members: readonly Member[], report: Report): FolderConfig {
  const read = parsed(text);
  if (read === null) {
    report.warn(file, 1, "This is no JSON object. Its models are not read.");
    return { defaultModel: null, config: {} };
  }
  const lineOf = (key: string) => text.slice(0, Math.max(0, text.indexOf(JSON.stringify(key)))).split("\n").length;
  let defaultModel: string | null = null;
  const config: [string, unknown][] = [];
  const say = (name: string) =>
    report.warn(file, lineOf(name), `No model is set for “${name.slice(0, 60)}”: it is not in the squad.`);
  /** What a map of models says about members and about all of them; the rest is returned. */
  const readModels = (models: Record<string, unknown>): [string, unknown][] =>
    Object.entries(models).flatMap(([name, model]): [string, unknown][] => {
      const member = memberNamed(members, name);
      if (typeof model === "string" && member) setModel(member, modelOf(model));
      else if (typeof model === "string" && DEFAULT.test(name)) defaultModel = modelOf(model);
      else if (isObject(model) && OVERRIDES.test(name)) {
        const rest = readModels(model);
        return rest.length === 0 ? [] : [[name, Object.fromEntries(rest)]];
      } else {
        if (typeof model === "string") say(name);
        return [[name, model]];
      }
      return [];
    });
  for (const [key, value] of Object.entries(read)) {
    if (DEFAULT.test(key) && typeof value === "string") defaultModel = modelOf(value);
    else if (/model/i.test(key) && OVERRIDES.test(key) && isObject(value)) {
      const rest = readModels(value);
      if (rest.length > 0) config.push([key, Object.fromEntries(rest)]);
    } else config.push([key, value]);
  }
  if (config.length > 0) {
    const keys = config.map(([key]) => key.slice(0, 40)).slice(0, 8);
    report.warn(file, null, `Has no meaning here, and is kept: ${keys.join(", ")}.`);
  }
  return { defaultModel, config: Object.fromEntries(config) };
}

/** `auto` and the like leave the model open, also in a charter. */
function setModel(member: Member, model: string | null): void {
  member.override = model;
  if (model === null) member.model = null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
