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

/** All but these acts. */
export const unless =
  (rule: RuleId, what: string, harmless: string): Judge =>
  (args, run) => {
    const acts = args.filter((text) => !text.startsWith("-"));
    const asksOnly =
      acts.length === 0 && args.some((text) => /^(-v|-h|--version|--help)$/.test(text));
    const isHarmless =
      asksOnly || harmless.split(" ").some((act) => acts[0] === act || acts[1] === act);
    return isHarmless ? [] : one(rule, what, run);
  };
export const only =
  (rule: RuleId, what: string, acts: string): Judge =>
  (args, run) =>
    args.some((text) => acts.split(" ").includes(text)) ? one(rule, what, run) : [];
