import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import { isInProject, normalisePath } from "../kernel/glob.ts";
import type { Room } from "../kernel/room.ts";
import { accept, type Refused, refused } from "../kernel/ruling.ts";
import { listedUpTo } from "../kernel/words.ts";
import { CALL_WORK, pathsOutside } from "./boundaries.ts";
import type { ResultDraft } from "./command.ts";
import { type Artifact, filesAfter } from "./result.ts";
import { steerable } from "./steer.ts";
import type { Task } from "./task.ts";

/** Most patterns that a lead allows one task beyond its boundaries, in all. */
export const LIFTED_MAX = 200;
/** Work for each of very many paths: as many as a diff can name take a tenth of a second. */
const EACH_WORK = 400;
/** Most paths that a refusal's sentence names. */
const NAMED_MAX = 5;

/**
 * Files are named by their path in the project, or by a URL: elsewhere nobody can look at them. What a log from before
 * this rule has may be taken back.
 */
export function refuseStrays(
  { id, progress }: Pick<Task, "id" | "progress">,
  said: readonly (Pick<Artifact, "path"> & { status?: Artifact["status"] })[],
): Refused | null {
  const isKnown = (path: string) => progress?.artifacts.some((one) => one.path === path) === true;
  const strays = said.filter(({ path, status }) => !isInProject(path) && !(status === "deleted" && isKnown(path)));
  const paths = [...new Set(strays.map(({ path }) => path))];
  if (paths.length === 0) return null;
  const message = `${listedUpTo(NAMED_MAX, paths)} ${paths.length === 1 ? "isn't a path" : "aren't paths"} in the project, so nothing of this report was kept.`;
  return refused("path_invalid", message, { taskId: id, paths });
}

/**
 * What a report says was changed, what was reported on the way, and what the diff changes has to lie inside the task's
 * boundaries, or be allowed beyond them; otherwise the task does not end with it. A path that there is no work left to
 * compare counts as outside.
 */
export function refuseOutside(
  { id, boundaries, progress }: Task,
  { artifacts = [], touched = [] }: Pick<ResultDraft, "artifacts" | "touched">,
): Refused | null {
  const onTheWay: readonly Pick<Artifact, "path" | "status">[] = progress?.artifacts ?? [];
  const files = filesAfter(onTheWay, artifacts);
  const reported = new Set([...files.map(({ path }) => path), ...touched]);
  const spelt = [...reported].flatMap((path) => spellings(path).map((spelling) => ({ path: spelling, named: path })));
  const paths = [...new Set(outsideOf(boundaries, spelt).map(({ named }) => named))];
  if (paths.length === 0) return null;
  const named = paths.slice(0, NAMED_MAX).join(", ");
  const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : "";
  const said = new Set([...artifacts.map(({ path }) => path), ...touched]);
  const earlier = paths.some((path) => !said.has(path))
    ? " Your progress named what your result doesn't: if it is undone, report it as deleted."
    : "";
  const message = `${id} may not change ${named}${more}: outside its boundaries.${earlier}`;
  const { allowed, forbidden } = boundaries;
  return refused("outside_boundaries", message, { taskId: id, paths, allowed, forbidden });
}

/** Reported changes that the task's boundaries forbid. */
export function outsideOf<T extends Pick<Artifact, "path">>(
  boundaries: Task["boundaries"],
  artifacts: readonly T[],
): T[] {
  if (boundaries.allowed.length + boundaries.forbidden.length === 0) return [];
  const callWork = Math.max(CALL_WORK, artifacts.length * EACH_WORK);
  const of = ({ path }: T) => ({ boundaries, path });
  const { outside, unknown } = pathsOutside(artifacts, of, callWork);
  const lifted = (boundaries.lifted ?? []).flatMap(({ paths }) => paths);
  const whole = artifacts.filter(
    (one) => !outside.includes(one) && !lifted.includes(one.path) && isAbove(boundaries, one.path),
  );
  return [...outside, ...unknown, ...whole];
}

/** A folder that git treats as one file, such as a submodule: nobody sees whether something forbidden in it changed. */
function isAbove({ forbidden }: Task["boundaries"], path: string): boolean {
  const plain = (one: string) => normalisePath(one.normalize("NFC"));
  const folder = `${plain(path)}/`;
  return forbidden.some((pattern) => plain(pattern)?.startsWith(folder));
}

/**
 * What a diff may mean by a name: to git a backslash is an ordinary character, but it separates folders if `diff` ran
 * on Windows. Boundaries hold for both readings; no pattern has a backslash, so any character stands for it.
 */
function spellings(path: string): string[] {
  return path.includes("\\") ? [path.replaceAll("\\", "/"), path.replaceAll("\\", "\uFFFD")] : [path];
}

type Allow = CommandOf<"allowPaths">;

/** A lead lets one task change what its boundaries forbid, and says why. */
export function decideAllowPaths(room: Room, command: Allow): RulingOn<"allowPaths"> {
  const found = steerable(room, command.taskId, "allow");
  if (!found.ok) return found;
  const { task } = found;
  const { taskId, reason } = command;
  const strays = command.paths.filter((path) => normalisePath(path) === null);
  if (strays.length > 0) {
    const message = `${strays[0]} is not a path in the repository.`;
    return refused("boundary_invalid", message, { patterns: strays });
  }
  const lifted = (task.boundaries.lifted ?? []).flatMap(({ paths }) => paths);
  const paths = [...new Set(command.paths)].filter((path) => !lifted.includes(path));
  if (lifted.length + paths.length > LIFTED_MAX) {
    const message = `${taskId} already has ${LIFTED_MAX} patterns allowed beyond its boundaries, the most there can be.`;
    return refused("limit_reached", message, { limit: LIFTED_MAX });
  }
  const reply = { taskId, state: task.state };
  if (paths.length === 0) return accept([], reply);
  const actor = actorOf(command.by);
  return accept([{ type: "task.boundary_lifted", data: { taskId, paths, reason }, actor }], reply);
}
