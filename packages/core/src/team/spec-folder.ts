import { freePrefix, PREFIX_MAX, SPEC_MAX } from "./check-role.ts";
import { defaultPrefix, defaultTitle, RESERVED_NAMES, ROLES_MAX, type RoleDraft, type TeamDraft } from "./draft.ts";
import type { FolderFile } from "./folder.ts";
import { type RoleSpec, readRoleSpec, type SpecProblem, snake } from "./spec.ts";

/** What a file in a folder of role specs becomes; `left`: nothing, and its problems say why. */
export interface SpecFile {
  path: string;
  /** `null`: it names none. */
  role: string | null;
  becomes: "added" | "changed" | "same" | "left";
  problems: SpecProblem[];
}

/** Keys of other tools' pages, rules and commands, whatever else their front matter says. */
const OF_OTHERS =
  /^(?:globs|always_apply|apply_to|argument_hint|allowed_tools|title|layout|permalink|nav_order|parent|sidebar_\w+|weight|date|draft|slug)$/;

const SPEC_FILE = /\.(md|markdown|mdc)$/i;
/** Names of files that say what they are, not whose. */
const PLAIN = /^(role|roles|spec|role-?spec|charter|agent|skill|index|readme)$/;

/**
 * A team with the specs of a folder: of its roles, and of new ones, which work for its entry point. Total; every file
 * of the folder is reported, each problem with its line.
 */
export function takeSpecs(team: TeamDraft, folder: readonly FolderFile[]): { draft: TeamDraft; files: SpecFile[] } {
  let draft = team;
  const files: SpecFile[] = [];
  const taken = new Map<string, string>();
  for (const { path, content } of folder) {
    const { spec, problems } = readRoleSpec(content);
    const name = roleOf(path, spec, draft);
    const at = draft.roles.findIndex((role) => role.name === name);
    const why = whyLeft({ path, content, name, spec, isNew: at < 0 }, draft, taken);
    if (why !== null || name === null) {
      const line = { level: "warning" as const, line: 1, message: why ?? "It names no role." };
      files.push({ path, role: name, becomes: "left", problems: [line] });
      continue;
    }
    taken.set(name, path);
    const before = draft.roles[at]?.spec;
    if (at >= 0) draft = { ...draft, roles: draft.roles.with(at, withSpec(draft, at, content)) };
    else draft = added(draft, name, spec, content, problems);
    const becomes = at < 0 ? "added" : before === content ? "same" : "changed";
    files.push({ path, role: name, becomes, problems });
  }
  return { draft, files };
}

/** A team's specs as files; taking them in again changes nothing. */
export function specFiles({ roles }: TeamDraft): FolderFile[] {
  return roles.flatMap(({ name, spec }) => (spec?.trim() ? [{ path: `${name}.md`, content: spec }] : []));
}

/** A role of the team after which the file is named, otherwise what the spec says, otherwise the file or its folder. */
function roleOf(path: string, { role }: RoleSpec, { roles }: TeamDraft): string | null {
  const parts = path.replace(SPEC_FILE, "").split("/").map(slugOf);
  const own = parts.at(-1)?.replace(/-(role|spec|agent|chatmode)$/, "") ?? "";
  const named = PLAIN.test(own) ? (parts.at(-2) ?? "") : own;
  if (roles.some(({ name }) => name === named)) return named;
  return slugOf(role ?? "") || named || null;
}

function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+/, "")
    .slice(0, 32)
    .replace(/-+$/, "");
}

function whyLeft(
  {
    path,
    content,
    name,
    spec,
    isNew,
  }: { path: string; content: string; name: string | null; spec: RoleSpec; isNew: boolean },
  { roles }: TeamDraft,
  taken: ReadonlyMap<string, string>,
): string | null {
  if (!SPEC_FILE.test(path)) return "It isn't Markdown.";
  if (content.trim() === "") return "It is empty.";
  const hasFrontMatter = /^\ufeff?---[ \t]*(\r|\n|$)/.test(content);
  if (isNew && !hasFrontMatter) return "It has no front matter, and no role of the team has its name.";
  const other = isNew ? otherKey(spec) : undefined;
  if (other !== undefined)
    return `It has ${other}, as pages, rules and commands do, and no role of the team has its name.`;
  if (content.length > SPEC_MAX)
    return `A spec can have at most ${SPEC_MAX} characters; this one has ${content.length}.`;
  if (RESERVED_NAMES.includes(name ?? "")) return `${name} is reserved; choose another name.`;
  const first = name === null ? undefined : taken.get(name);
  if (first !== undefined) return `${first} is already the spec of ${name}.`;
  if (isNew && roles.length >= ROLES_MAX) return `A team can have at most ${ROLES_MAX} roles.`;
  return null;
}

/** The key that shows it isn't a role's; what only a role has counts first. */
function otherKey({ role, prefix, innerLoop, discussRounds, messageTypes, unknown }: RoleSpec) {
  const isRole = role ?? prefix ?? innerLoop ?? discussRounds ?? messageTypes[0];
  if (isRole !== undefined && isRole !== null) return undefined;
  return Object.keys(unknown).find((key) => OF_OTHERS.test(snake(key)));
}

function withSpec({ roles }: TeamDraft, at: number, spec: string): RoleDraft {
  return { ...(roles[at] as RoleDraft), spec };
}

/** Its finished work goes to the entry point, which hands to it. */
function added(
  { variants: _, ...draft }: TeamDraft,
  name: string,
  spec: RoleSpec,
  content: string,
  problems: SpecProblem[],
): TeamDraft {
  const { entryPoint, roles } = draft;
  const wanted = spec.prefix?.slice(0, PREFIX_MAX) ?? defaultPrefix(name);
  const used = new Set(roles.map((role) => role.prefix ?? defaultPrefix(role.name)));
  const prefix = freePrefix(wanted, used);
  if (prefix !== (spec.prefix ?? prefix)) {
    const whose = roles.find((one) => (one.prefix ?? defaultPrefix(one.name)) === wanted)?.name;
    const why = whose ? `${whose} has the prefix ${wanted}` : `The room keeps ${wanted} for itself`;
    const body = content.includes(`${wanted}-`) ? `, though its text speaks of ${wanted}-…` : "";
    const message = `${why}; the tasks of ${name} begin with ${prefix}${body}.`;
    problems.push({ level: "warning", line: 1, message });
  }
  const role: RoleDraft = {
    name,
    title: defaultTitle(name),
    prefix,
    spec: content,
    handsTo: [entryPoint],
  };
  const handing = roles.map((one) =>
    one.name === entryPoint ? { ...one, handsTo: [...(one.handsTo ?? []), name] } : one,
  );
  return { ...draft, roles: [...handing, role] };
}
