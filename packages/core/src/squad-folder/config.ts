import { memberNamed } from "./member-name.ts";
import type { Report } from "./report.ts";
import { modelOf } from "./roster.ts";
import type { Member } from "./squad.ts";

export interface FolderConfig {
  defaultModel: string | null;
  config: Record<string, unknown>;
}

/** Keys under which squads name the model of each agent. */
const OVERRIDES = ["agentModelOverrides", "agentModels", "models"];

/** The models of a configuration; the rest is kept as it is. */
export function readConfig(
  file: string,
  text: string,
  members: readonly Member[],
  report: Report,
): FolderConfig {
  const read = parsed(text);
  if (read === null) {
    report.warn(file, 1, "This is no JSON object. Its models are not read.");
    return { defaultModel: null, config: {} };
  }
  const lineOf = (key: string) =>
    text.slice(0, Math.max(0, text.indexOf(JSON.stringify(key)))).split("\n").length;
  let defaultModel: string | null = null;
  const config: [string, unknown][] = [];
  for (const [key, value] of Object.entries(read)) {
    if (/^(default_?model|model)$/i.test(key) && typeof value === "string")
      defaultModel = modelOf(value);
    else if (OVERRIDES.includes(key) && isObject(value)) {
      for (const [name, model] of Object.entries(value)) {
        const member = memberNamed(members, name);
        if (member && typeof model === "string") member.model = modelOf(model);
        else
          report.warn(
            file,
            lineOf(name),
            `No model is set for “${name.slice(0, 60)}”: it is not in the squad.`,
          );
      }
    } else config.push([key, value]);
  }
  if (config.length > 0) {
    const keys = config.map(([key]) => key.slice(0, 40)).slice(0, 8);
    report.warn(file, null, `Has no meaning here, and is kept: ${keys.join(", ")}.`);
  }
  return { defaultModel, config: Object.fromEntries(config) };
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
