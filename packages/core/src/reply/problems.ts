import type { z } from "zod";
import { valueAt } from "./read-json.ts";
import { excerpt, type Path, pathText } from "./repair.ts";

/** What is wrong with a member. */
export interface Problem {
  path: Path;
  /** What would be right, as in "a list" or "one of a, b". */
  expected: string;
  /** What came instead, as in "a number" or "nothing". */
  came: string;
}

type Issue = z.core.$ZodIssue;

/** A schema's objections to a value, in words for its author; each member once. */
export function problemsOf(issues: readonly Issue[], value: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of issues) {
    const place = pathText(issue.path);
    if (problems.has(place)) continue;
    const came = describeValue(valueAt(value, issue.path), issue);
    problems.set(place, { path: issue.path, expected: expectedBy(issue), came });
  }
  return [...problems.values()];
}

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return NOUNS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(String(issue.values[0]))
        : `one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `at least ${sized(issue.minimum, issue.origin)}`;
    case "too_big":
      return `at most ${sized(issue.maximum, issue.origin)}`;
    default:
      return issue.message;
  }
}

const NOUNS: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const UNITS: Partial<Record<string, string>> = { string: "character", array: "element" };

function sized(count: number | bigint, of: string): string {
  const unit = UNITS[of];
  return unit === undefined ? String(count) : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function describeValue(value: unknown, { code }: Issue): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "string") return code === "too_big" ? `${value.length} characters` : excerpt(value);
  return typeof value === "object" ? "an object" : String(value);
}

export function sentenceOf({ path, expected, came }: Problem): string {
  const place = pathText(path);
  return `${place === "" ? "The reply" : `\`${place}\``}: expected ${expected}, got ${came}.`;
}
