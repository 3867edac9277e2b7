import { stopAbout } from "../agent/stopped.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { counted } from "../kernel/words.ts";
import { inPlace, type PipelineStep, prefixOf, revisedIn } from "../pipeline/pipeline.ts";
import type { Task } from "../task/task.ts";
import { ownerOf } from "../team/prefixes.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import type { Team } from "../team/team.ts";
import { NO_USAGE, sumUsage, type Usage } from "../usage/usage.ts";
import { isDone } from "./pipeline/steps.ts";
import type { DiscussionVerdict } from "./record/discussion.ts";
import type { TaskOutcome } from "./record/outcome.ts";
import type { PipelineSession } from "./record/session.ts";

/** The part of a task's result that its role's report has. */
export interface WorkerResult {
  taskId: string;
  artifacts: readonly string[];
  keyDecisions: readonly string[];
  /** Includes what its discussions warned of. */
  warnings: readonly string[];
}

interface OfTask {
  taskId: string;
  text: string;
}

/** One role's part in a pipeline: for a loop, over all its tasks. @source domain.md § 10 (idle report, final report) */
export interface WorkerReport {
  role: RoleName;
  /** Prefixes of its task ids here. */
  prefixes: string[];
  /** `idle`: it has taken nothing; `final`: nothing of its prefixes is left, or the session has ended. */
  kind: "idle" | "working" | "final";
  /** Why nobody can work as it; absent: its spec can be read. */
  broken?: string;
  /** How its work was stopped, and who decides now; absent: it isn't, or another agent works as it. */
  stopped?: string;
  agents: string[];
  /** Those that have ended. */
  tasks: { taskId: string; title: string; state: TaskOutcome["state"] }[];
  /** Steps that have not ended, including those after a checkpoint. */
  left: number;
  artifacts: string[];
  discussions: {
    taskId: string;
    round: string;
    outcome: DiscussionVerdict["outcome"];
    severity: DiscussionVerdict["severity"];
    averageRating: number | null;
    /** What is to do: nothing once a revision of it has passed. */
    actionItems: string[];
  }[];
  keyDecisions: OfTask[];
  warnings: OfTask[];
  workMs: number;
  usage: Usage;
}

export interface WorkerFacts {
  session: Pick<PipelineSession, "id" | "pipeline" | "execution" | "passed" | "discussions">;
  team: Pick<Team, "roles"> | null;
  /** The room's open ones. */
  tasks: readonly Pick<Task, "id" | "role" | "state" | "sessionId" | "lastEnd">[];
  errors: RoomView["errors"];
  results: readonly WorkerResult[];
  isOver: boolean;
}

/** What each role of a pipeline did, in the order of its first step. */
export function workersOf(facts: WorkerFacts): WorkerReport[] {
  const { session, tasks, results, isOver } = facts;
  const { steps } = session.pipeline;
  const revised = revisedIn(steps);
  const live = new Map(tasks.flatMap((task) => (task.sessionId === session.id ? [[task.id, task] as const] : [])));
  const said = new Map(results.map((one) => [one.taskId, one]));
  /** Whether a revision of it has passed: what its round asked for is done. */
  const mended = (id: string): boolean => {
    const next = revised.get(id);
    if (next === undefined) return false;
    const taskId = session.execution?.tasks[next];
    const outcome = taskId && session.execution?.outcomes[taskId];
    return (outcome && outcome.state === "passed") || mended(next);
  };
  const reports = new Map<RoleName, WorkerReport>();
  const busy = new Set<RoleName>();
  for (const step of inPlace(steps)) {
    if (step.isCheckpoint) continue;
    const taskId = session.execution?.tasks[step.id];
    const task = taskId && live.get(taskId);
    const outcome = taskId && session.execution?.outcomes[taskId];
    const author = outcome ? outcome.author : null;
    const role = author?.role ?? (task ? task.role : undefined) ?? ownerOfStep(facts, step);
    if (!role) continue;
    const report = reports.get(role) ?? emptyReport(facts, role);
    reports.set(role, report);
    add(report.prefixes, [prefixOf(step)]);
    const isEnded = isDone(session, step);
    if (!isEnded && !revised.has(step.id)) report.left += 1;
    const stopped = task && stopIn(facts, task);
    if (stopped) report.stopped = stopped;
    if (task?.state === "claimed" || task?.state === "in_progress") busy.add(role);
    const isTaken = author !== null || (task && task.state !== "pending");
    if (isTaken && report.kind === "idle") report.kind = "working";
    if (!taskId || !outcome) continue;
    if (author) add(report.agents, [author.name]);
    if (isEnded) report.tasks.push({ taskId, title: outcome.title, state: outcome.state });
    report.workMs += outcome.workMs;
    report.usage = sumUsage(report.usage, outcome.usage);
    const isMended = mended(step.id);
    report.discussions.push(
      ...discussionsOf(session, taskId).map((one) => (isMended ? { ...one, actionItems: [] } : one)),
    );
    const { artifacts = [], keyDecisions = [], warnings = [] } = said.get(taskId) ?? {};
    add(report.artifacts, artifacts);
    report.keyDecisions.push(...keyDecisions.map((text) => ({ taskId, text })));
    report.warnings.push(...warnings.map((text) => ({ taskId, text })));
  }
  for (const role of busy) delete reports.get(role)?.stopped;
  for (const report of reports.values())
    if (report.kind === "working" && (isOver || report.left === 0)) report.kind = "final";
  return [...reports.values()];
}

/** Whether its agent was stopped by errors in this task. */
function stopIn({ errors }: WorkerFacts, task: WorkerFacts["tasks"][number]): string | undefined {
  const stop = stopAbout({ errors }, task);
  return stop && `Stopped after ${counted(stop.errors.length, "error")}. A person decides what happens to ${task.id}.`;
}

function ownerOfStep({ team }: WorkerFacts, step: PipelineStep): RoleName | undefined {
  return team ? ownerOf(team, prefixOf(step))?.name : undefined;
}

function emptyReport({ team }: WorkerFacts, role: RoleName): WorkerReport {
  const filled = team?.roles.find(({ name }) => name === role);
  const bad = filled && specError(filled);
  return {
    ...(bad && { broken: specErrorText(bad) }),
    role,
    prefixes: [],
    kind: "idle",
    agents: [],
    tasks: [],
    left: 0,
    artifacts: [],
    discussions: [],
    keyDecisions: [],
    warnings: [],
    workMs: 0,
    usage: NO_USAGE,
  };
}

function discussionsOf({ discussions = [] }: WorkerFacts["session"], taskId: TaskId): WorkerReport["discussions"] {
  return discussions.flatMap((one) => {
    if (one.taskId !== taskId || one.verdict === null) return [];
    const { outcome, severity, averageRating } = one.verdict;
    const items = one.perspectives.flatMap(({ reply }) => reply?.actionItems ?? []);
    const { round } = one;
    return { taskId, round, outcome, severity, averageRating, actionItems: [...new Set(items)] };
  });
}

function add(to: string[], more: readonly string[]): void {
  for (const one of more) if (!to.includes(one)) to.push(one);
}
