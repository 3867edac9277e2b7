import { nearestName } from "@squadroom/core/kernel/nearest";
import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import * as z from "zod";

type Place = "params" | "query" | "body" | "message";
type Path = readonly PropertyKey[];

/** One thing that is wrong with a request. */
interface Issue {
  /** Where, below the part: `body.tasks.0.requires`. */
  field: string;
  problem: string;
  /** For an unknown field: the known ones, and the one probably meant. */
  known?: string[];
  nearest?: string | null;
}

const ISSUES_MAX = 20;
/** Most names that a message lists; `details` has them all. */
const NAMED_MAX = 12;

/** A schema's objections to a part of a request: each field with its path, unknown ones first. */
export function refusalOfIssues(place: Place, schema: z.ZodType, error: z.ZodError, value?: unknown): Refusal {
  const found = flatten(error.issues, []);
  const unknown = found.flatMap((issue) => unknownFields(place, schema, issue));
  const wrong = found
    .filter(({ issue }) => issue.code !== "unrecognized_keys")
    .map(({ issue, path }) => {
      const inAddress = place === "params" ? addressProblem(String(path[0]), value) : null;
      return { field: [place, ...path].join("."), problem: inAddress ?? ruleOf(issue) };
    });
  const issues: Issue[] = [...unknown, ...wrong].slice(0, ISSUES_MAX);
  const isText = found.some(({ issue }) => issue.code === "custom" && issue.params?.code === "invalid_text");
  const [first] = issues;
  return refusal(
    unknown.length > 0 ? "unknown_field" : isText ? "invalid_text" : "bad_request",
    first ? `${first.field}: ${first.problem}` : "The request is malformed.",
    { issues },
  );
}

/** What these parts of an address name. */
const NAMED_BY: Record<string, string> = {
  item: "an item number",
  sessionId: "a session number",
  decisionId: "a decision id",
  message: "a message id",
  attachment: "a file id",
  personId: "a person id",
  credentialId: "a credential id",
  webhookId: "a webhook id",
  deliveryId: "a delivery id",
};

function addressProblem(name: string, value: unknown): string | null {
  const named = NAMED_BY[name];
  const given = (value as Record<string, unknown> | undefined)?.[name];
  return named && typeof given === "string" ? `“${given.slice(0, 60)}” isn't ${named}.` : null;
}

const NOUNS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What the value has to be. A message of the schema's own is left as it is. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (!/^(Too (small|big)|Invalid |Unrecognized )/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "is missing";
      return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "uuid" ? "must be an id, as lists show it" : "has the wrong form";
    case "too_small":
      return boundText(issue.origin, "at least", issue.minimum, "must not be empty");
    case "too_big":
      return boundText(issue.origin, "at most", issue.maximum, "must be empty");
    default:
      return issue.message;
  }
}

/** @param alone where the bound leaves one case only */
function boundText(origin: string, how: string, bound: number | bigint, alone: string): string {
  if (origin !== "string" && origin !== "array") return `must be ${how} ${bound}`;
  const isAlone = how === "at least" ? Number(bound) === 1 : Number(bound) === 0;
  if (isAlone) return alone;
  return `must have ${how} ${bound} ${origin === "string" ? "characters" : "elements"}`;
}

interface Found {
  issue: z.core.$ZodIssue;
  path: Path;
}

/** Of alternatives, those that fail latest are reported: the one that was meant is the one that fits best. */
function flatten(issues: readonly z.core.$ZodIssue[], above: Path): Found[] {
  return issues.flatMap((issue): Found[] => {
    const path = [...above, ...issue.path];
    if (issue.code !== "invalid_union") return [{ issue, path }];
    const branches = issue.errors.map((errors) => flatten(errors, path));
    const meant = branches.filter((branch) => !branch.some((one) => isElsewhere(one, path)));
    const [best] = meant.sort((a, b) => a.length - b.length);
    return best ?? [{ issue, path }];
  });
}

/** It is of another kind altogether: not even the value itself is what this alternative wants. */
function isElsewhere({ issue, path }: Found, at: Path): boolean {
  return path.length === at.length && issue.code !== "unrecognized_keys";
}

/** Common names for fields that we call something quite different. */
const ALSO_CALLED: Record<string, string> = { context: "about" };

function unknownFields(place: Place, schema: z.ZodType, { issue, path }: Found): Issue[] {
  if (issue.code !== "unrecognized_keys") return [];
  const known = namesAt(schema, path);
  return issue.keys.slice(0, ISSUES_MAX).map((key) => {
    const nearest = nearestName(known, key) ?? known.find((one) => one === ALSO_CALLED[key]) ?? null;
    const field = [place, ...path, key].join(".").slice(0, 300);
    return { field, problem: problemOf(place, known, nearest), known, nearest };
  });
}

function problemOf(place: Place, known: string[], nearest: string | null): string {
  const noun = place === "query" ? "parameter" : "field";
  const none = `there is no such ${noun}`;
  if (nearest !== null) return `${none}; did you mean ${nearest}?`;
  if (known.length === 0) return `${none}, and there are no others here.`;
  const more = known.length > NAMED_MAX ? ", …" : "";
  return `${none}. There are: ${known.slice(0, NAMED_MAX).join(", ")}${more}.`;
}

/** The names that the schema knows at a place of its value, in all its alternatives. */
function namesAt(schema: z.core.$ZodType, path: Path): string[] {
  if (schema instanceof z.ZodObject) {
    const [name, ...rest] = path;
    if (name === undefined) return Object.keys(schema.shape);
    const field = schema.shape[String(name)];
    return field ? namesAt(field, rest) : [];
  }
  if (schema instanceof z.ZodArray) return namesAt(schema.element, path.slice(1));
  if (schema instanceof z.ZodRecord) return namesAt(schema.valueType, path.slice(1));
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap((option) => namesAt(option, path)))];
  if (schema instanceof z.ZodPipe) return namesAt(schema.in instanceof z.ZodTransform ? schema.out : schema.in, path);
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? namesAt(innerType, path) : [];
}
