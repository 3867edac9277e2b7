import type { Finding, RuleId } from "./rule.ts";
import type { Run } from "./run.ts";

/** What one program's words say about a command. */
export type Judge = (args: string[], run: Run) => Finding[];

/** A program with what follows it, as a person would name it: `npm publish`. */
const words = ({ words: all }: Run) => all.map(({ text }) => text);

export function one(rule: RuleId, what: string, run?: Run, allowed?: string[]): Finding[] {
  return [{ rule, what, ...(run ? { words: words(run) } : {}), ...(allowed ? { allowed } : {}) }];
}

export const always =
  (rule: RuleId, what: string): Judge =>
  (_, run) =>
    one(rule, what, run);

/** Where a program's act may be: the first word, or one after an option that may have a value. */
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

export const only =
  (rule: RuleId, what: string, acts: string): Judge =>
  (args, run) =>
    args.some((text) => acts.split(" ").includes(text)) ? one(rule, what, run) : [];
