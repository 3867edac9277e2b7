import { plainPath } from "../kernel/glob.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { lockoutAfter } from "../team/lockout.ts";
import type { Intent } from "../team/team.ts";
import type { Doer, Rejection } from "./doer.ts";
import { foundIn } from "./found.ts";
import type { Review, Verdict } from "./review.ts";
import type { Task } from "./task.ts";

type View = Pick<RoomView, "team" | "agents">;
type Revised = Pick<Task, "role" | "agentId" | "rejections" | "review" | "intent" | "revises">;

/** Most files that are told apart; anything about more is about all of the work. */
const FILES_MAX = 50;

/** The files that these findings are about; `null`: one of them names none, or there are too many. */
export function filesFound(said: readonly Pick<Verdict, "findings" | "mustFix">[]): string[] | null {
  const files = new Set<string>();
  for (const { file } of said.flatMap(foundIn)) {
    if (file === null) return null;
    files.add(plainPath(file));
  }
  return files.size === 0 || files.size > FILES_MAX ? null : [...files];
}

/** What the revision has to change; `null`: any of it. */
function revisedBy({ review, revises }: Pick<Revised, "review" | "revises">): string[] | null {
  return review ? filesFound(failing(review)) : (revises ?? null);
}

const failing = ({ verdicts }: Review) => verdicts.filter(({ passed }) => !passed);

/** One more rejection of this author's work: of these files, or of all of it. */
export function withRejection(
  rejections: readonly Rejection[],
  { agentId, name, role }: Doer,
  files: readonly string[] | null,
): Rejection[] {
  const before = rejections.find((one) => one.agentId === agentId);
  const others = rejections.filter((one) => one !== before);
  const { whole, files: known } = before?.byFile ?? { whole: before?.times ?? 0, files: [] };
  const times = (before?.times ?? 0) + 1;
  const counts = new Map(known.map(({ path, times: n }) => [path, n]));
  for (const file of files ?? []) counts.set(file, (counts.get(file) ?? 0) + 1);
  const byFile =
    files === null || counts.size > FILES_MAX
      ? { whole: whole + 1, files: known }
      : { whole, files: [...counts].map(([path, n]) => ({ path, times: n })) };
  return [...others, { agentId, name, role, times, ...(byFile.files.length > 0 ? { byFile } : {}) }];
}

/** The rejections after this round: that of whoever submitted it counts. */
export function rejectionsWith(task: Pick<Task, "rejections"> & { review: Review }): Rejection[] {
  const author = task.review.submitted?.by;
  return author ? withRejection(task.rejections, author, filesFound(failing(task.review))) : task.rejections;
}

/** Without those of agents whom a person lets in again. */
export function withoutRejections(rejections: Rejection[], lifts: readonly AgentId[] | undefined): Rejection[] {
  return lifts ? rejections.filter(({ agentId }) => !lifts.includes(agentId)) : rejections;
}

/**
 * The rejections that a handed-off task inherits. Findings about what an agent of the target's role handed over reject
 * its work; they go along until a revision is handed over without findings: then the cycle is over.
 */
export function rejectionsAfter(
  task: Pick<Task, "createdBy" | "intent" | "rejections">,
  to: string,
  intent: Intent,
): Rejection[] {
  const { createdBy, rejections } = task;
  if (intent === "findings") {
    if (createdBy.kind !== "agent" || createdBy.role !== to || task.intent === "findings") return rejections;
    const { id, name, role } = createdBy;
    return withRejection(rejections, { agentId: id as AgentId, name, role }, null);
  }
  const goesOn = intent === "question" || task.intent === "findings" || task.intent === "question";
  return intent !== "deliver" && goesOn ? rejections : [];
}

/** Agents of the task's role that are present. */
function seatsOf({ agents }: View, { role }: Pick<Task, "role">): AgentId[] {
  return Object.values(agents).flatMap(({ id, online, role: own }) => (online && own === role ? [id] : []));
}

/**
 * Agents that may not revise this work under the team's lockout: their work on one of the files to change was rejected.
 * Nobody if the role has only one agent present, or if the task names the agent that has to do it.
 */
export function lockedOut(view: View, task: Revised): Rejection[] {
  if (task.rejections.length === 0 || view.team === null || task.agentId !== null) return [];
  const after = lockoutAfter(view.team);
  if (after === null || (task.review === null && task.intent !== "findings")) return [];
  const files = revisedBy(task);
  const locked = task.rejections.filter((one) => timesOf(one, files) >= after);
  return locked.length === 0 || seatsOf(view, task).length < 2 ? [] : locked;
}

/** How often these files of an author were rejected, counting the one rejected most; `null`: any of the work. */
function timesOf({ times, byFile }: Rejection, revised: readonly string[] | null): number {
  if (revised === null || !byFile) return times;
  const named = byFile.files.filter(({ path }) => revised.includes(path));
  return byFile.whole + Math.max(0, ...named.map((one) => one.times));
}

export function isLockedOut(view: View, task: Revised, agentId: AgentId): boolean {
  return task.rejections.length > 0 && lockedOut(view, task).some((one) => one.agentId === agentId);
}

/** Nobody present may revise it: a person says who does. */
export function isEveryoneLockedOut(view: View, task: Revised): boolean {
  const locked = lockedOut(view, task).map(({ agentId }) => agentId);
  return locked.length > 0 && seatsOf(view, task).every((id) => locked.includes(id));
}
