import { roleName } from "../kernel/ids.ts";
import { checkPrefix, checkSpec, PREFIX_MAX, type Say } from "./check-role.ts";
import { type FolderFile, folderProblems } from "./folder.ts";
import type { Lockout } from "./lockout.ts";
import { keyOf, PERSPECTIVES, type PerspectiveDraft, perspectiveOf, perspectiveProblems } from "./perspectives.ts";
import { writePipeline } from "./pipeline-text.ts";
import { ownPipelines } from "./pipelines.ts";
import type { TeamProblem } from "./problem.ts";
import { type RoutingDraft, routingDraftOf, routingOf, routingProblems } from "./routing.ts";
import {
  DUTIES,
  type Duty,
  PASS_INTENTS,
  type Pass,
  type PassIntent,
  type Role,
  type Target,
  type Team,
} from "./team.ts";
import { fullVariant } from "./variants.ts";
import { wayBackProblems } from "./way-back.ts";

export const ROLES_MAX = 20;
/** Most roles of a team that writes its variants: every choice of available roles is checked. */
export const WRITTEN_ROLES_MAX = 10;
export const VARIANTS_MAX = 64;
export const PASSES_MAX = 60;
export const TITLE_MAX = 40;
export const SPECIALTY_MAX = 200;
export const INVOLVE_MAX = 250;

const ROLE_NAME = /^[a-z][a-z0-9-]{0,31}$/;
const VARIANT_NAME = /^[a-z][a-z0-9_-]{0,99}$/;
/** They mean somebody else wherever a role could be. */
export const RESERVED_NAMES: readonly string[] = ["user", "server", "me"];

/** A role as a person writes it; whatever is left out follows from its name. */
export interface RoleDraft {
  name: string;
  title?: string | undefined;
  prefix?: string | undefined;
  priority?: number | undefined;
  specialty?: string | undefined;
  /** What it does in sessions; an empty list: nothing. */
  duties?: Duty[] | undefined;
  spec?: string | undefined;
  /** Where its finished work goes while everybody is present: roles, or `user`. */
  handsTo?: string[] | undefined;
}

export interface VariantDraft {
  name: string;
  needs: string[];
  chain: string[];
  note?: string | undefined;
  passes: {
    from: string;
    to: string;
    intents: PassIntent[];
    standsInFor?: string[] | undefined;
    unreviewed?: boolean | undefined;
  }[];
}

/** A team as a person writes it. Without `variants` they are derived from who hands to whom. */
export interface TeamDraft {
  entryPoint: string;
  roles: RoleDraft[];
  variants?: VariantDraft[] | undefined;
  /** While nobody fills the entry point, the first role present acts as it, by priority. */
  entryFallback?: boolean | undefined;
  /** Each role does only its own work, and all write only to the entry point. */
  isolated?: boolean | undefined;
  /** When an author whose work was rejected may not revise it; left out: never. */
  lockout?: Lockout | undefined;
  /** Who gets people's messages besides the entry point; left out: nobody. */
  routing?: RoutingDraft | undefined;
  /** The perspectives from which finished work is discussed; left out: the usual ones. */
  perspectives?: PerspectiveDraft[] | undefined;
  /** What its entry point asks a person about before it continues; left out: what every team asks about. */
  involve?: string | undefined;
  /** Its own pipelines, each as YAML; they come before those that every team has. */
  pipelines?: string[] | undefined;
  /** Files of the squad folder that it came from, unchanged; an export writes them again. */
  folder?: FolderFile[] | undefined;
}

/** The team that a draft means, and everything that is wrong with it; no team while there is an error. Total. */
export function teamOf(draft: TeamDraft): { team: Team | null; problems: TeamProblem[] } {
  const problems: TeamProblem[] = [];
  const say: Say = (level, path, message, line) =>
    void problems.push({ level, path, message, ...(line === undefined ? {} : { line }) });
  checkRoles(draft, say);
  if (draft.variants) checkVariants(draft, draft.variants, say);
  else checkHandsTo(draft, say);
  if ((draft.involve?.length ?? 0) > INVOLVE_MAX)
    say("error", "involve", `It can have at most ${INVOLVE_MAX} characters.`);
  problems.push(...perspectiveProblems(draft.perspectives ?? []));
  problems.push(...folderProblems(draft.folder ?? []));
  if (draft.routing) {
    const names = draft.roles.map(({ name }) => name);
    problems.push(...routingProblems(draft.routing, names));
  }
  if (hasErrors(problems)) return { team: null, problems };

  const team: Team = {
    preset: "custom",
    roles: draft.roles.map((role) => roleOf(role, draft.variants === undefined)),
    entryPoint: roleName(draft.entryPoint),
    ...(draft.entryFallback ? { entryFallback: true } : {}),
    ...(draft.isolated ? { isolated: true } : {}),
    ...(draft.lockout === undefined ? {} : { lockout: draft.lockout }),
    ...(draft.routing === undefined ? {} : { routing: routingOf(draft.routing) }),
    ...(draft.perspectives?.length ? { perspectives: draft.perspectives.map(perspectiveOf) } : {}),
    ...(draft.involve?.trim() ? { involve: draft.involve.trim() } : {}),
    ...(draft.folder?.length ? { folder: draft.folder } : {}),
    variants: draft.variants?.map(variantOf) ?? [],
  };
  const pipelines = ownPipelines(draft.pipelines ?? [], team, say);
  if (pipelines.length > 0) team.pipelines = pipelines;
  // Derived variants lead back to the user by construction.
  if (draft.variants) problems.push(...wayBackProblems(team));
  return { team: hasErrors(problems) ? null : team, problems };
}

export function hasErrors(problems: readonly TeamProblem[]): boolean {
  return problems.some((problem) => problem.level === "error");
}

/** The draft that means this team: where a person starts changing it. */
export function draftOf(team: Team): TeamDraft {
  const { passes } = fullVariant(team);
  const isOnward = ({ to, intents }: Pass) => (to === "user" ? intents.includes("deliver") : intents.includes("work"));
  const draft: TeamDraft = {
    entryPoint: team.entryPoint,
    ...(team.entryFallback ? { entryFallback: true } : {}),
    ...(team.isolated ? { isolated: true } : {}),
    ...(team.lockout === undefined ? {} : { lockout: team.lockout }),
    ...(team.routing === undefined ? {} : { routing: routingDraftOf(team.routing) }),
    ...(team.perspectives === undefined ? {} : { perspectives: team.perspectives.map((one) => ({ ...one })) }),
    ...(team.involve === undefined ? {} : { involve: team.involve }),
    ...(team.pipelines === undefined ? {} : { pipelines: team.pipelines.map(writePipeline) }),
    ...(team.folder === undefined ? {} : { folder: team.folder.map((file) => ({ ...file })) }),
    roles: team.roles.map((role) => ({
      name: role.name,
      title: role.title,
      prefix: role.prefix,
      priority: role.priority,
      specialty: role.specialty,
      ...(role.duties === undefined ? {} : { duties: [...role.duties] }),
      ...(role.spec === undefined ? {} : { spec: role.spec }),
      handsTo: role.handsTo
        ? [...role.handsTo]
        : passes.filter((pass) => pass.from === role.name && isOnward(pass)).map((pass) => pass.to),
    })),
  };
  return team.variants.length === 0 || team.preset !== "custom"
    ? draft
    : {
        ...draft,
        variants: team.variants.map((variant) => ({
          ...variant,
          needs: [...variant.needs],
          chain: [...variant.chain],
          passes: variant.passes.map((pass) => ({
            ...pass,
            intents: [...pass.intents],
            standsInFor: pass.standsInFor ? [...pass.standsInFor] : undefined,
          })),
        })),
      };
}

export function defaultTitle(name: string): string {
  return name
    .split("-")
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(" ");
}

export function defaultSpecialty(title: string): string {
  return `does the ${title.toLowerCase()} part of the work`;
}

export function defaultPrefix(name: string): string {
  const known = KNOWN_PREFIXES.get(name);
  if (known) return known;
  return name
    .toUpperCase()
    .replace(/-(?=[^A-Z]|$)/g, "")
    .slice(0, PREFIX_MAX)
    .replace(/-$/, "");
}

/** @source domain.md § 4, role priority */
export function defaultPriority(name: string): number {
  return KNOWN_PRIORITIES.get(name) ?? 5;
}

const KNOWN_PREFIXES = new Map([
  ["planner", "PLAN"],
  ["builder", "DEV"],
  ["reviewer", "REVIEW"],
  ["solo", "TASK"],
]);
const KNOWN_PRIORITIES = new Map([
  ["planner", 0],
  ["coordinator", 1],
  ["manager", 1],
  ["architect", 2],
  ["reviewer", 3],
  ["builder", 4],
  ["executor", 4],
]);

function roleOf(draft: RoleDraft, isDerived: boolean): Role {
  const { duties, handsTo = [] } = draft;
  const title = draft.title?.trim() || defaultTitle(draft.name);
  const spec = draft.spec?.trim() ? draft.spec : undefined;
  return {
    name: roleName(draft.name),
    title,
    prefix: draft.prefix ?? defaultPrefix(draft.name),
    priority: draft.priority ?? defaultPriority(draft.name),
    specialty: draft.specialty?.trim() || defaultSpecialty(title),
    ...(duties === undefined ? {} : { duties: DUTIES.filter((duty) => duties.includes(duty)) }),
    ...(spec === undefined ? {} : { spec }),
    ...(isDerived ? { handsTo: handsTo as Target[] } : {}),
  };
}

function variantOf({ name, needs, chain, note, passes }: VariantDraft): Team["variants"][number] {
  return {
    name,
    needs: needs.map(roleName),
    chain: chain as Target[],
    note: note ?? "",
    passes: passes.map(({ from, to, intents, standsInFor, unreviewed }) => ({
      from: roleName(from),
      to: to as Target,
      intents,
      ...(standsInFor?.length ? { standsInFor: standsInFor.map(roleName) } : {}),
      ...(unreviewed ? { unreviewed } : {}),
    })),
  };
}

function checkRoles({ roles, entryPoint, perspectives = [] }: TeamDraft, say: Say): void {
  if (roles.length === 0) say("error", "roles", "A team needs at least one role.");
  if (roles.length > ROLES_MAX)
    say("error", "roles", `A team can have at most ${ROLES_MAX} roles; this one has ${roles.length}.`);
  const names = roles.map((role) => role.name);
  if (!names.includes(entryPoint)) {
    const message =
      entryPoint === ""
        ? "No role receives the user's messages; choose one."
        : `The entry point ${entryPoint} is not one of the roles.`;
    say("error", "entryPoint", message);
  }
  const prefixes = roles.map((role) => role.prefix ?? defaultPrefix(role.name));
  const owners = new Map(roles.map(({ name }, i) => [prefixes[i] ?? "", name]));
  const views = new Set([...PERSPECTIVES, ...perspectives].map(({ name }) => keyOf(name)));
  for (const [i, role] of roles.entries()) {
    const at = `roles[${i}]`;
    if (!ROLE_NAME.test(role.name))
      say(
        "error",
        `${at}.name`,
        "A role's name is up to 32 lower-case letters, digits and hyphens, starting with a letter.",
      );
    else if (RESERVED_NAMES.includes(role.name))
      say("error", `${at}.name`, `${role.name} is reserved; choose another name.`);
    else if (names.indexOf(role.name) !== i) say("error", `${at}.name`, `There is already a role ${role.name}.`);
    if ((role.title?.length ?? 0) > TITLE_MAX)
      say("error", `${at}.title`, `A title can have at most ${TITLE_MAX} characters.`);
    if ((role.specialty?.length ?? 0) > SPECIALTY_MAX)
      say("error", `${at}.specialty`, `A specialty can have at most ${SPECIALTY_MAX} characters.`);
    for (const part of ["title", "specialty"] as const)
      if (/\p{Cc}/u.test(role[part] ?? "")) say("error", `${at}.${part}`, "Write it in one line.");
    if (role.priority !== undefined && !(role.priority >= 0 && role.priority <= 99))
      say("error", `${at}.priority`, "A priority must be a number from 0 to 99; 0 comes first.");
    for (const [j, duty] of (role.duties ?? []).entries())
      if (!DUTIES.includes(duty)) say("error", `${at}.duties[${j}]`, `Use one of ${DUTIES.join(", ")}.`);
    checkPrefix(prefixes, i, `${at}.prefix`, say);
    checkSpec(role, { prefixes, prefix: prefixes[i] ?? "", owners, views }, `${at}.spec`, say);
  }
}

/** With everybody present: every role hands on, and all ways lead to the user. */
function checkHandsTo({ roles, entryPoint, isolated }: TeamDraft, say: Say): void {
  const names = roles.map((role) => role.name);
  const handsTo = new Map(roles.map((role) => [role.name, role.handsTo ?? []]));
  for (const [i, role] of roles.entries()) {
    const at = `roles[${i}].handsTo`;
    const targets = role.handsTo ?? [];
    for (const [j, to] of targets.entries()) {
      if (to === role.name) say("error", `${at}[${j}]`, "A role cannot hand to itself.");
      else if (to !== "user" && !names.includes(to)) say("error", `${at}[${j}]`, `There is no role ${to}.`);
      else if (targets.indexOf(to) !== j) say("error", `${at}[${j}]`, `${to} is named twice.`);
    }
    const other = targets.find((to) => to !== entryPoint);
    if (isolated && role.name !== entryPoint && other !== undefined)
      say("error", at, `Roles are kept apart: ${role.name} hands to ${entryPoint} only, not to ${other}.`);
    if (targets.length === 0) say("error", at, `${role.name} hands to nobody; name a role, or user.`);
    else if (!canReach(handsTo, role.name, "user"))
      say("error", at, `Nothing that ${role.name} hands on ever gets back to the user.`);
    if (role.name !== entryPoint && !canReach(handsTo, entryPoint, role.name))
      say("warning", at, `Nobody hands to ${role.name}; it gets only tasks created for it.`);
  }
}

function canReach(ways: Map<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    for (const next of ways.get(at) ?? []) {
      if (next === to) return true;
      seen.add(next);
    }
  }
  return false;
}

function checkVariants(draft: TeamDraft, variants: readonly VariantDraft[], say: Say): void {
  const names = draft.roles.map((role) => role.name);
  const isRole = (name: string) => names.includes(name);
  if (variants.length === 0) say("error", "variants", "Write at least one, or leave them out.");
  if (variants.length > VARIANTS_MAX) say("error", "variants", `A team can have at most ${VARIANTS_MAX} variants.`);
  if (names.length > WRITTEN_ROLES_MAX) {
    const message = `A team of more than ${WRITTEN_ROLES_MAX} roles can't write its variants; leave them out, and they follow from who hands to whom.`;
    say("error", "variants", message);
  }
  for (const [i, variant] of variants.entries()) {
    const at = `variants[${i}]`;
    if (!VARIANT_NAME.test(variant.name))
      say("error", `${at}.name`, "A variant's name must be one word, such as full_team or without_reviewer.");
    if (variants.findIndex((other) => other.name === variant.name) !== i)
      say("error", `${at}.name`, `There is already a variant ${variant.name}.`);
    for (const [j, role] of variant.needs.entries())
      if (!isRole(role)) say("error", `${at}.needs[${j}]`, `There is no role ${role}.`);
    for (const [j, target] of variant.chain.entries())
      if (target !== "user" && !isRole(target)) say("error", `${at}.chain[${j}]`, `There is no role ${target}.`);
    if (variant.passes.length > PASSES_MAX)
      say("error", `${at}.passes`, `A variant can have at most ${PASSES_MAX} passes.`);
    for (const [j, pass] of variant.passes.entries()) {
      const path = `${at}.passes[${j}]`;
      if (!isRole(pass.from)) say("error", `${path}.from`, `There is no role ${pass.from}.`);
      if (pass.to !== "user" && !isRole(pass.to)) say("error", `${path}.to`, `There is no role ${pass.to}.`);
      if (pass.from === pass.to) say("error", `${path}.to`, "A role cannot hand to itself.");
      if (pass.intents.length === 0) say("error", `${path}.intents`, `Use one of ${PASS_INTENTS.join(", ")}.`);
      for (const [k, role] of (pass.standsInFor ?? []).entries())
        if (!isRole(role)) say("error", `${path}.standsInFor[${k}]`, `There is no role ${role}.`);
    }
    const needs = new Set(variant.needs);
    const earlier = variants.slice(0, i).find((other) => other.needs.every((role) => needs.has(role)));
    if (earlier) say("warning", at, `It never applies: ${earlier.name} comes first and needs no more.`);
  }
  const barest = variants.at(-1);
  if (barest?.needs.some((role) => role !== draft.entryPoint))
    say("error", `variants[${variants.length - 1}].needs`, "The last variant must need no roles.");
}
