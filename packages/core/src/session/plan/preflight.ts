import { normalisePath } from "../../kernel/glob.ts";
import type { RoleName } from "../../kernel/ids.ts";
import { isInside } from "../../kernel/inside.ts";
import type { RoomView } from "../../kernel/view.ts";
import { listedUpTo } from "../../kernel/words.ts";
import type { PlanTask } from "../../reply/shapes.ts";
import { type Boundaries, pathsOutside } from "../../task/boundaries.ts";
import { availableRoles } from "../../team/availability.ts";
import type { Team } from "../../team/team.ts";
import { boundedAs } from "../record/bounded.ts";
import { workerOf } from "../record/roles.ts";
import { filesOf } from "./assignment.ts";
import { sharedFiles } from "./waves.ts";

export const PREFLIGHT_KINDS = [
  "shared_file",
  "outside",
  "out_of_bounds",
  "no_role",
  "nobody_there",
  "no_reviewer",
  "no_criteria",
] as const;
export type PreflightKind = (typeof PREFLIGHT_KINDS)[number];

/**
 * Something to know before a plan is approved. None of it blocks: a plan whose tasks wait for each other is sent back
 * to its author before anybody sees it.
 */
export interface PreflightWarning {
  kind: PreflightKind;
  /** A file or a role. */
  what: string | null;
  tasks: string[];
  /** In a sentence. */
  text: string;
}

type Planned = Pick<
  PlanTask,
  "id" | "requires" | "files" | "outputs" | "role" | "reviewers" | "successCriteria" | "boundaries"
>;

/**
 * What a plan looks like against the room as it is: files, roles, paths and criteria.
 *
 * @param boundaries of its session
 */
export function preflightOf(view: RoomView, tasks: readonly Planned[], boundaries?: Boundaries): PreflightWarning[] {
  const roles = view.team ? roleWarnings(view, view.team, tasks) : [];
  return [...writtenIn(tasks, boundaries), ...roles];
}

const known = new WeakMap<readonly Planned[], { boundaries: Boundaries | undefined; warnings: PreflightWarning[] }>();

/** What the plan says by itself is looked at once: the room asks again at each of its events. */
function writtenIn(tasks: readonly Planned[], boundaries: Boundaries | undefined): PreflightWarning[] {
  const before = known.get(tasks);
  if (before && before.boundaries === boundaries) return before.warnings;
  const warnings = [...fileWarnings(tasks), ...boundsWarnings(tasks, boundaries), ...criteriaWarnings(tasks)];
  known.set(tasks, { boundaries, warnings });
  return warnings;
}

function fileWarnings(tasks: readonly Planned[]): PreflightWarning[] {
  const outside = new Map<string, string[]>();
  const planned = tasks.map((task) => ({
    id: task.id,
    requires: task.requires,
    files: filesOf(task),
  }));
  for (const [i, { id, files }] of planned.entries()) {
    const { allowed = [], forbidden = [] } = tasks[i]?.boundaries ?? {};
    for (const path of [...files, ...allowed, ...forbidden]) if (normalisePath(path) === null) add(outside, path, id);
  }
  return [
    ...sharedFiles(planned).map(({ file, ids, groups }): PreflightWarning => {
      const text = `${groupsText(groups)} may run at once and change ${file}.`;
      return { kind: "shared_file", what: file, tasks: ids, text };
    }),
    ...[...outside].map(([file, ids]): PreflightWarning => {
      const text = `${file} of ${listedUpTo(6, ids)} is not inside the repository.`;
      return { kind: "outside", what: file, tasks: ids, text };
    }),
  ];
}

/** Files within the repository that tasks may not change, because of the session's boundaries or their own. */
function boundsWarnings(tasks: readonly Planned[], session: Boundaries | undefined): PreflightWarning[] {
  const of = session ? { boundaries: session } : {};
  const planned = tasks.flatMap((task) => {
    const { boundaries } = boundedAs(of, task.boundaries);
    if (!boundaries) return [];
    const paths = filesOf(task).filter((path) => normalisePath(path) !== null);
    return paths.map((path) => ({ id: task.id, path, boundaries }));
  });
  const { outside, unknown } = pathsOutside(planned, (one) => one);
  const beyond = new Map<string, string[]>();
  const own = new Map<string, string[]>();
  for (const { id, path } of outside) add(session && !isInside(session, path) ? beyond : own, path, id);
  const warningOf =
    (text: string) =>
    ([file, ids]: [string, string[]]): PreflightWarning => {
      const said = `${file} of ${listedUpTo(6, ids)} is outside ${text}.`;
      return { kind: "out_of_bounds", what: file, tasks: ids, text: said };
    };
  const warnings = [
    ...[...beyond].map(warningOf("what this session may change")),
    ...[...own].map(warningOf("what the plan lets that task change")),
  ];
  if (unknown.length === 0) return warnings;
  const text = `${unknown.length} files were not checked against what this session may change: its patterns are too complex.`;
  return [...warnings, { kind: "out_of_bounds", what: null, tasks: [], text }];
}

function criteriaWarnings(tasks: readonly Planned[]): PreflightWarning[] {
  const bare = tasks.filter(({ successCriteria }) => successCriteria.length === 0);
  if (bare.length === 0) return [];
  const ids = bare.map(({ id }) => id);
  const text = `${listedUpTo(6, ids)} ${ids.length === 1 ? "has" : "have"} no success criteria.`;
  return [{ kind: "no_criteria", what: null, tasks: ids, text }];
}

function roleWarnings(view: RoomView, team: Team, tasks: readonly Planned[]): PreflightWarning[] {
  const there = new Set<RoleName>(availableRoles(view));
  const strange = new Map<string, string[]>();
  const away = new Map<RoleName, string[]>();
  for (const { id, role } of tasks) {
    const own = team.roles.find(({ name }) => name === role)?.name;
    if (role !== undefined && own === undefined) add(strange, role, id);
    const does = own ?? workerOf(team);
    if (!there.has(does)) add(away, does, id);
  }
  const judges = new Map<string, string[]>();
  for (const { id, reviewers = [] } of tasks)
    for (const role of reviewers) if (!team.roles.some(({ name }) => name === role)) add(judges, role, id);
  const title = (role: string) => team.roles.find(({ name }) => name === role)?.title ?? role;
  return [
    ...[...strange].map(([role, ids]): PreflightWarning => {
      const text = `The team has no role ${role}: ${title(workerOf(team))} gets ${listedUpTo(6, ids)}.`;
      return { kind: "no_role", what: role, tasks: ids, text };
    }),
    ...[...judges].map(([role, ids]): PreflightWarning => {
      const text = `The team has no role ${role}: ${listedUpTo(6, ids)} ${ids.length === 1 ? "is" : "are"} reviewed without it.`;
      return { kind: "no_reviewer", what: role, tasks: ids, text };
    }),
    ...[...away].map(([role, ids]): PreflightWarning => {
      const text = `No ${title(role)} is connected, and ${listedUpTo(6, ids)} ${ids.length === 1 ? "needs" : "need"} one.`;
      return { kind: "nobody_there", what: role, tasks: ids, text };
    }),
  ];
}

function add<K>(to: Map<K, string[]>, key: K, id: string): void {
  const ids = to.get(key);
  if (!ids) to.set(key, [id]);
  else if (!ids.includes(id)) ids.push(id);
}

/** Several groups are named separately: those of one group run at once, those of two need not. */
function groupsText(groups: readonly string[][]): string {
  if (groups.length === 1) return listedUpTo(6, groups[0] ?? []);
  const named = groups.slice(0, GROUPS_NAMED).map((ids) => listedUpTo(6, ids));
  const more = groups.length - named.length;
  return more > 0
    ? `${named.join(", ")}, and ${more} more groups,`
    : `${named.slice(0, -1).join(", ")}, and ${named.at(-1)},`;
}

const GROUPS_NAMED = 4;

/** A few by name; of many, how many there are. */
