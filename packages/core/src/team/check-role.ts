import { keyOf } from "./perspectives.ts";
import type { TeamProblem } from "./problem.ts";
import { REWORK_PREFIX } from "./rework.ts";
import { PREFIX, readRoleSpec } from "./spec.ts";

export const PREFIX_MAX = 12;
/** Longest spec of one role, UTF-16 units. */
export const SPEC_MAX = 32_000;

export type Say = (level: TeamProblem["level"], path: string, message: string, line?: number) => void;

/** The requested prefix; if it is taken, with a number. */
export function freePrefix(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (prefix: string) => prefix !== REWORK_PREFIX && !taken.has(prefix);
  if (isFree(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const prefix = `${wanted.slice(0, PREFIX_MAX - String(n).length).replace(/-$/, "")}${n}`;
    if (isFree(prefix)) return prefix;
  }
}

export function checkPrefix(prefixes: readonly string[], i: number, path: string, say: Say): void {
  const prefix = prefixes[i] ?? "";
  if (!PREFIX.test(prefix) || prefix.length > PREFIX_MAX) {
    const rule = `capital letters and digits, in parts joined by hyphens, up to ${PREFIX_MAX}`;
    say("error", path, `A prefix must be ${rule}, such as DEV or QA-FE.`);
    return;
  }
  if (prefix === REWORK_PREFIX) say("error", path, `${prefix} is reserved for rework.`);
  const first = prefixes.indexOf(prefix);
  if (first !== i) say("error", path, `roles[${first}] already has the prefix ${prefix}.`);
  for (const other of prefixes) {
    if (other.startsWith(`${prefix}-`))
      say("warning", path, `${other} starts with ${prefix} too; in task ids the longer one wins.`);
  }
}

export function checkSpec(
  role: { name: string; spec?: string | undefined },
  {
    prefixes,
    prefix,
    owners,
    views,
  }: {
    /** The roles' own prefixes, in their order. */
    prefixes: readonly string[];
    prefix: string;
    owners: Map<string, string>;
    views: Set<string>;
  },
  path: string,
  say: Say,
): void {
  if (!role.spec?.trim()) return;
  if (role.spec.length > SPEC_MAX)
    say("error", path, `A spec can have at most ${SPEC_MAX} characters; this one has ${role.spec.length}.`);
  const { spec, problems } = readRoleSpec(role.spec.slice(0, SPEC_MAX));
  for (const more of spec.additionalPrefixes) {
    const other = owners.get(more);
    if (other === undefined) owners.set(more, role.name);
    if (more === REWORK_PREFIX) say("warning", path, `${more} is reserved for rework.`);
    else if (other !== undefined && other !== role.name)
      say(
        "warning",
        path,
        prefixes.includes(more)
          ? `${more} stays with ${other}, whose prefix it is.`
          : `${more} goes to ${other}, the first role with it.`,
      );
  }
  const named = new Set(spec.discussRounds?.flatMap(({ perspectives }) => perspectives) ?? []);
  for (const view of named)
    if (!views.has(keyOf(view)))
      say("warning", path, `Nothing says what the point of view ${view} looks at; add it to the team.`);
  const isOwn = (step: string) => [prefix, ...spec.additionalPrefixes].includes(step.replace(/-\d+$/, ""));
  for (const { id, steps } of spec.discussRounds ?? [])
    for (const step of steps.filter((one) => !isOwn(one)))
      say("warning", path, `${id} is for ${step}, which isn't one of this role's prefixes.`);
  // A team can be saved with it, and works without the role.
  for (const { level, line, message } of problems)
    say(
      "warning",
      path,
      level === "error" ? `${message} Nobody works as ${role.name} until it is fixed.` : message,
      line,
    );
  if (spec.role !== null && spec.role !== role.name)
    say("warning", path, `The spec is for ${spec.role}; the role is ${role.name}.`);
  if (spec.prefix !== null && spec.prefix !== prefix)
    say("warning", path, `The spec has the prefix ${spec.prefix}; the team's prefix ${prefix} is used.`);
}
