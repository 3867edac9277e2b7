import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import { isHarmless } from "./known.ts";
import { known, programOf, type Run, type Shell, type Word } from "./run.ts";
import { joined } from "./touch.ts";
import { TELLING } from "./wrapper-names.ts";

/** With these, a variable may differ from what was assigned. */
const OTHER_ASSIGNMENTS =
  /(?<![\w-])(eval|source|read|mapfile|readarray|getopts|unset|let|declare|typeset|local|export|readonly|printf\s+-v)(?![\w-])|(^|[;&|({\s])\.\s/;
/** Deepest nesting of brackets. */
const NESTED_MAX = 60;

/** Depth of brackets, as far as it can be seen without parsing: that costs nothing. */
export function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [sign] of source.matchAll(/[(){}]/g)) {
    depth = sign === "(" || sign === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > NESTED_MAX) return true;
  }
  return source.split("`").length > 10 * NESTED_MAX;
}

/** Arithmetic, and `@P`, run commands that are in the text of a variable. */
export function isEvaluated(source: string): boolean {
  const isQuoted = /\w\]?\+?=(\$?'[^']*(\$\(|`)|[^\s'"]*(\\\$\(|\\`)|"[^"]*(\\\$\(|\\`))/.test(source);
  return (
    isQuoted && /\(\(|\$\[|@P\}|\blet\b|\[\[[^\]]*\s-(eq|ne|[gl][te])\s|\b(declare|local|typeset) -\w*i/.test(source)
  );
}

/** A function that starts itself twice fills the machine. */
export function multiplies({ name, body }: Extract<SyntaxNode, { type: "Function" }>): boolean {
  let isBeside = false;
  let isCalled = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Pipeline" || (node.type === "Statement" && node.background)) isBeside = true;
    if (node.type === "Command" && node.name?.value === name.value) isCalled = true;
    forEachChild(node, visit);
  };
  visit(body);
  return isBeside && isCalled;
}

/** `cd` changes where everything after it runs. */
export function movedTo(run: Run): string | null {
  const { cwd } = run;
  const program = programOf(run);
  if (program === "popd") return null;
  if (program !== "cd" && program !== "pushd") return cwd;
  const [to] = run.words.slice(1).filter(({ text }) => !/^-[A-Za-z@]+$/.test(text) && text !== "--");
  if (!to) return "~";
  if (!to.isKnown || to.isGlob || to.text === "-" || cwd === null) return null;
  return joined(cwd, to.text);
}

/** Variables that are assigned in one place: only those can be known. */
export function assignedOnce(script: ParsedScript, source: string): ReadonlySet<string> {
  const times = new Map<string, number>();
  if (OTHER_ASSIGNMENTS.test(source)) return new Set();
  const count = (name: string) => times.set(name, (times.get(name) ?? 0) + 1);
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Assignment") count(node.append || node.index ? "" : node.name);
    if (node.type === "For" || node.type === "Select") count(node.name.value);
    if (
      node.type === "ParameterExpansion" &&
      /=/.test(node.operation?.type === "Default" ? node.operation.operator : "")
    )
      count(node.parameter);
    if (node.type.startsWith("Arithmetic")) count("");
    forEachChild(node, visit);
  };
  visit(script);
  // Arithmetic assigns too, to names that would have to be found in it.
  if (times.has("")) return new Set();
  return new Set([...times].flatMap(([name, n]) => (n === 1 ? [name] : [])));
}

/** Most folders in which a command may run, if that is uncertain. */
const CWDS_MAX = 6;
const PLAIN_VALUE = /^[\w@%+=:,./~-]+$/;

export function either<T>(some: readonly T[], others: readonly T[]): (T | null)[] {
  const all = [...new Set([...some, ...others])];
  return all.length > CWDS_MAX ? [null] : all;
}

export function isPlain({ text, isKnown }: Word): boolean {
  return isKnown && PLAIN_VALUE.test(text.replace(/\[[^\]]*\]|[*?]/g, "x"));
}

export function joinedSet({ name, value }: { name: string; value: Word }): Word {
  return { ...known(`${name}=${value.text}`), isKnown: value.isKnown, isGlob: value.isGlob };
}

type Function = Extract<SyntaxNode, { type: "Function" }>;

/** What `echo` and `printf` print, if it is in the call. */
export function printedBy([program, ...words]: Word[]): { text: string } | null {
  if (!/^(echo|printf)$/.test(program?.text ?? "")) return null;
  const own = words.filter(({ text }) => !/^-[neE]+$/.test(text));
  const text = own
    .map((word) => word.text)
    .join(" ")
    .replace(/\\[nt0]|%[sb]/g, "\n");
  return own.every(({ isKnown, isGlob }) => isKnown && !isGlob) && !/[\\%]/.test(text) ? { text } : null;
}

/** Functions that run only where they are called by name: they are read there, with their arguments. */
export function calledByName(script: ParsedScript, source: string): ReadonlySet<string> {
  const defined: Function[] = [];
  const calls = new Map<string, number>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Function") defined.push(node);
    const name = node.type === "Command" ? node.name?.value : undefined;
    if (name !== undefined) calls.set(name, (calls.get(name) ?? 0) + 1);
    forEachChild(node, visit);
  };
  visit(script);
  return new Set(
    defined.flatMap(({ name, body }) => {
      const times = (text: string) => text.split(/[^\w-]+/).filter((word) => word === name.value).length;
      const direct = calls.get(name.value) ?? 0;
      const isPlain = times(source) === direct + 1 && times(source.slice(body.pos, body.end)) === 0;
      return direct > 0 && isPlain ? [name.value] : [];
    }),
  );
}

/** Whether an arbitrary text contains a command that matters, or one that writes a file. */
export function isCommandText({ runs, redirected }: Shell): boolean {
  const writes = redirected.some(({ access }) => access === "write");
  const matters = (name: string) => TELLING.has(name) || (writes && isHarmless(name));
  return runs.some((run) => run.ends && matters(programOf(run)));
}
