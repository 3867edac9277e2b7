import type { Finding, RuleId } from "./rule.ts";
import type { Run } from "./run.ts";

/** What one program's words say about a command. */
export type Judge = (args: string[], run: Run) => Finding[];

/** A program by what follows it, as a person would name it: `npm publish`. */
const words = ({ words: all }: Run) => all.map(({ text }) => text);

export function one(rule: RuleId, what: string, run?: Run, allowed?: string[]): Finding[] {
  return [{ rule, what, ...(run ? { words: words(run) } : {}), ...(allowed ? { allowed } : {}) }];
}

export const always =
  (rule: RuleId, what: string): Judge =>
  (_, run) =>
    one(rule, what, run);

/** Programs whose first word says what they do. */
export const HAS_ACTS =
  /^(git|npm|pnpm|yarn|bun|pip3?|pipx|uv|cargo|go|docker|podman|kubectl|gh|aws|gcloud|terraform|brew|apt|apt-get|poetry|composer|gem|helm|systemctl|deno|dotnet|conda)$/;

/** Where it may stand what a program is asked to do: the first word, or one behind an option that may have a value. */
export function actPlaces(args: readonly string[]): number[] {
  const places: number[] = [];
  for (let i = 0; i < args.length; i += 1) {
    if (/^[-+]/.test(args[i] as string)) continue;
    places.push(i);
    const before = args[i - 1] ?? "";
    if (!before.startsWith("-") || before.includes("=")) break;
  }
  return places;
}

/** Options of programs with acts that take the next word. */
const TAKING =
  /^(-n|--namespace|--context|-c|--host|-H|-f|--file|--kubeconfig|--cluster|--user|--config|-p|--profile|--project-name|--project-directory|-l|--log-level|--region|--project|-R|--repo|-s|--server|--token)$/;
/** Acts that have acts of their own. */
const GROUPS =
  /^(compose|container|image|volume|network|system|buildx|context|stack|service|services|workspace|state|repo|template|rollout|plugin|builder|node|config)$/;

/** All but these acts. */
export const unless =
  (rule: RuleId, what: string, harmless: string): Judge =>
  (args, run) => {
    const own = args.filter((_, i) => i === 0 || !TAKING.test(args[i - 1] as string));
    const [act = "", sub = ""] = own.filter((text) => !text.startsWith("-"));
    const asksOnly = act === "" && args.some((text) => /^(-v|-h|--version|--help)$/.test(text));
    const said = GROUPS.test(act) ? [act, sub] : [act];
    const isHarmless = asksOnly || harmless.split(" ").some((one) => said.includes(one));
    return isHarmless ? [] : one(rule, what, run);
  };
export const only =
  (rule: RuleId, what: string, acts: string): Judge =>
  (args, run) =>
    args.some((text) => acts.split(" ").includes(text)) ? one(rule, what, run) : [];
