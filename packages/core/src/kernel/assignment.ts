import * as z from "zod";
import { foreignSyntax } from "./glob.ts";
import type { Word } from "./ids.ts";
import { line, type WordField } from "./text.ts";

/**
 * What an assignment may say besides its instruction, the same for a task that is created and for one of a plan.
 *
 * @source domain.md § 5; document 002, `role-plan`
 */

/** Most patterns of one list of boundaries. */
export const PATTERNS_MAX = 100;
export const OUTPUTS_MAX = 100;

export const PatternText = line(300).superRefine((pattern, context) => {
  const message = foreignSyntax(pattern);
  if (message !== null) context.addIssue({ code: "custom", message });
});

export const BoundariesBody = z.strictObject({
  allowed: z.array(PatternText).max(PATTERNS_MAX).default([]),
  forbidden: z.array(PatternText).max(PATTERNS_MAX).default([]),
});

/** Seconds from the claim. */
export const TimeLimit = z.number().int().min(1).max(604_800);

/** What a task is to make: a path, or one with what the assignment calls it. */
export type Output = string | { name: Word; path: string };
const NamedOutput = z.strictObject({ name: line(60) as WordField, path: line(500) });
export const OutputBody = z.union([line(500), NamedOutput], {
  error: 'a path, "name=path" or {"name", "path"}',
});

/** `tests=src/a.test.ts`; a path with `=` in its first part is written as `{name, path}`. */
const NAMED = /^\s*([\w][\w -]*?)\s*=\s*(\S.*)$/;

/** Outputs in each form in which they are written: a list, where `name=path` has a name, or a map of names to paths. */
export function readOutputs(said: unknown): unknown {
  if (typeof said !== "object" || said === null) return said;
  if (!Array.isArray(said)) return Object.entries(said).map(([name, path]) => ({ name, path }));
  return said.map((one: unknown) => {
    if (typeof one !== "string") return one;
    const [, name, path] = NAMED.exec(one) ?? [];
    return name === undefined || path === undefined ? one : { name, path };
  });
}

/** What a request may give as outputs. */
type OutputsSaid = readonly Output[] | Readonly<Record<string, string>>;
export const OutputsBody = z.preprocess((said: OutputsSaid) => readOutputs(said), z.array(OutputBody).max(OUTPUTS_MAX));
