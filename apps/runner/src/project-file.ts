import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { nearestName } from "@squadroom/core/kernel/nearest";
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import * as z from "zod";
import type { Check } from "./tree/checks.ts";
import { ifMissing, isThere, textInside } from "./tree/files.ts";
import { isCopyRule } from "./tree/set-up.ts";

export const PROJECT_FILE = "squadroom.run.json";

/** Largest file of project settings, bytes. */
const PROJECT_MAX = 4 * 1024 * 1024;
const CHECK_TIMEOUT_S = 600;
const SETUP_TIMEOUT_S = 900;

const text = (max: number) => z.string().trim().min(1, "is empty").max(max);
const Timeout = z.number().int().min(1).max(7200);

const Role = z.strictObject({
  role: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "is not a role name: lower-case letters, digits and dashes"),
  /** The harness. */
  with: text(60),
  model: text(120).optional(),
  /** Models that the harness accepts, the preferred first. */
  models: z.array(text(80)).min(1).max(40).optional(),
  /** A run of it ends after its answer: each task has a conversation of its own. */
  ephemeral: z.boolean().default(false),
});

/** How agents run in a project: `squadroom.run.json` in its root. */
export const ProjectFile = z.strictObject({
  /** Prepares a new worktree, such as `npm ci`. */
  setup: z
    .union([
      text(2000).transform((run) => ({ run, timeoutS: SETUP_TIMEOUT_S })),
      z.strictObject({ run: text(2000), timeoutS: Timeout.default(SETUP_TIMEOUT_S) }),
    ])
    .optional(),
  /** Globs for files that git ignores and a worktree needs, such as `.env`. */
  copy: z
    .array(text(200).refine(isCopyRule, "names no file of the project: write it from the project's root"))
    .max(50)
    .default([]),
  /** What the runner runs on a task's result. */
  checks: z
    .array(
      z.strictObject({
        name: text(40),
        run: text(2000),
        timeoutS: Timeout.default(CHECK_TIMEOUT_S),
      }),
    )
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, "has one name twice")
    .optional(),
  /** Variables that set-up and checks get besides the usual ones, such as `NPM_TOKEN`. */
  env: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,99}$/, "is no name of a variable"))
    .max(50)
    .default([]),
  /** Starts set-up and checks, such as `["bwrap", "--bind", "{folder}", "{folder}"]`; the shell and the command follow. */
  wrap: z.array(text(1000)).max(50).default([]),
  /** The roles that `squadroom run` starts. */
  roles: z.array(Role).max(50).default([]),
  /** Starts an agent of each role with the runner, before a task asks for it. */
  warm: z.boolean().default(false),
  /** Most agents at once. */
  slots: z.number().int().min(1).max(64).optional(),
  /** Longest time for a harness to come up; the room gives a run two minutes in all. */
  startTimeoutS: z.number().int().min(1).max(110).default(90),
  /** Longest time for a turn. */
  turnTimeoutS: z.number().int().min(1).max(86_400).default(3_600),
  /** An agent without a task ends after this long. */
  idleTimeoutS: z.number().int().min(1).max(86_400).default(600),
  /** How long turns under way may take after a stop. */
  drainTimeoutS: z.number().int().min(1).max(86_400).default(600),
  /** The runner's commits run the user's commit hooks. */
  hooks: z.boolean().default(false),
});
export type ProjectFile = z.output<typeof ProjectFile>;

export interface ProjectProblem {
  line: number;
  /** `checks[0].run`; empty: the file as a whole. */
  field: string;
  message: string;
}

export type Project = Omit<ProjectFile, "checks"> & {
  checks: Check[];
  /** Where the checks come from; `none`: nothing checks what agents make here. */
  checksFrom: "file" | "scripts" | "none";
};

/** What the project's file says; without one, what its scripts suggest. */
export async function readProject(root: string): Promise<Project | { problems: ProjectProblem[] }> {
  const own = await projectText(root, PROJECT_FILE);
  if (own === undefined) return { problems: [{ line: 1, field: "", message: "is no regular file of the project" }] };
  const file = own === null ? ProjectFile.parse({}) : parseProject(own);
  if ("problems" in file) return file;
  if (file.checks !== undefined) return { ...file, checks: file.checks, checksFrom: "file" };
  const checks = await checksOfScripts(root);
  return { ...file, checks, checksFrom: checks.length > 0 ? "scripts" : "none" };
}

/** `null`: it is missing; `undefined`: it is not a readable file. */
async function projectText(root: string, name: string): Promise<string | null | undefined> {
  if (!(await isThere(join(root, name)))) return null;
  return (await textInside(root, name, PROJECT_MAX)) ?? undefined;
}

/** Each problem with its line and field; nothing is guessed. */
export function parseProject(source: string): ProjectFile | { problems: ProjectProblem[] } {
  const errors: ParseError[] = [];
  const body = source.replace(/^\uFEFF/, "");
  const tree = parseTree(body, errors, { disallowComments: false, allowTrailingComma: true });
  const lineAt = (offset: number) => body.slice(0, offset).split("\n").length;
  if (errors.length > 0 || tree === undefined)
    return {
      problems: errors.map(({ error, offset }) => ({
        line: lineAt(offset),
        field: "",
        message: `is no JSON here: ${words(printParseErrorCode(error))}`,
      })),
    };
  const twice = doubled(tree).map(({ offset, value }) => ({
    line: lineAt(offset),
    field: String(value),
    message: "is there twice",
  }));
  if (twice.length > 0) return { problems: twice };
  const read = ProjectFile.safeParse(parse(body, [], { allowTrailingComma: true }));
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap(plain).map(({ path, message }) => {
    const at = path.map((step) => (typeof step === "number" ? step : String(step)));
    return { line: lineAt(nearestNode(tree, at).offset), field: fieldOf(at), message };
  });
  return { problems: problems.sort((a, b) => a.line - b.line) };
}

/** Each key on a line of its own, and for a choice the branch that the writer meant. */
function plain(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string }[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: unknownField(key, issue.path),
    }));
  if (issue.code === "invalid_union") {
    const branch = issue.errors.find((one) => one.some(({ path }) => path.length > 0));
    if (branch) return branch.flatMap((one) => plain({ ...one, path: [...issue.path, ...one.path] }));
    return [{ path: issue.path, message: "is neither a command nor `{run, timeoutS}`" }];
  }
  if (issue.code === "invalid_type") {
    if (issue.message.endsWith("received undefined")) return [{ path: issue.path, message: "is missing" }];
    return [{ path: issue.path, message: wantedOf(issue) }];
  }
  return [issue];
}

const FORMS: Record<string, string> = {
  array: "a list: `[…]`",
  object: "an object: `{…}`",
  string: "a text in quotes",
  number: "a number",
  int: "a whole number",
  boolean: "`true` or `false`",
};

function wantedOf({ expected, path: [field, index] }: z.core.$ZodIssueInvalidType): string {
  const form = FORMS[expected] ?? expected;
  if (field === "roles" && index === undefined) return 'has to be a list: `[{ "role": "builder", "with": "claude" }]`';
  return `has to be ${form}`;
}

const FIELDS: Record<string, string[]> = {
  checks: ["name", "run", "timeoutS"],
  roles: ["role", "with", "model", "models", "ephemeral"],
  setup: ["run", "timeoutS"],
};

function unknownField(key: string, [within]: readonly PropertyKey[]): string {
  const known = within === undefined ? Object.keys(ProjectFile.shape) : FIELDS[String(within)];
  const near = nearestName(known ?? [], key);
  return near ? `is unknown here. Did you mean \`${near}\`?` : "is unknown here";
}

function nearestNode(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node) return node;
  }
  return tree;
}

function doubled(node: Node): Node[] {
  const own = node.children ?? [];
  const keys = node.type === "object" ? own.flatMap(({ children }) => children?.[0] ?? []) : [];
  const again = keys.filter((key, at) => keys.findIndex(({ value }) => value === key.value) < at);
  return [...again, ...own.flatMap(doubled)];
}

function fieldOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (all, step) => (typeof step === "number" ? `${all}[${step}]` : all === "" ? step : `${all}.${step}`),
    "",
  );
}

/** `PropertyNameExpected` as words. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])([A-Z])/g, " $1").toLowerCase();
}

/** What npm writes into a new project; it always fails. */
const NO_TEST = /no test specified/;
const SCRIPTS = ["typecheck", "lint", "test"];
/** The name that gates have for it. */
const CHECK_OF: Record<string, string> = { test: "tests" };
const MANAGERS = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
] as const;

async function checksOfScripts(root: string): Promise<Check[]> {
  const manifest = await projectText(root, "package.json");
  const value = (manifest ? parse(manifest) : null) as {
    scripts?: Record<string, unknown>;
  } | null;
  const scripts = value?.scripts ?? {};
  const locks = await Promise.all(MANAGERS.map(([lock]) => lstat(join(root, lock)).catch(ifMissing)));
  const manager = MANAGERS.find((_, at) => locks[at] !== null)?.[1] ?? "npm";
  return SCRIPTS.filter((name) => {
    const script = scripts[name];
    return typeof script === "string" && script.trim() !== "" && !NO_TEST.test(script);
  }).map((name) => ({
    name: CHECK_OF[name] ?? name,
    run: `${manager} run ${name}`,
    timeoutS: CHECK_TIMEOUT_S,
  }));
}
