import { askingTasks } from "@squadroom/core/decision/asking";
import type { RoomView } from "@squadroom/core/log/view";
import { inOrder } from "@squadroom/core/pipeline/graph";
import { nextRevision, type PipelineStep, revisionOf } from "@squadroom/core/pipeline/pipeline";
import { dueCheckpoints, isDone } from "@squadroom/core/session/record/pipeline";
import type { Session } from "@squadroom/core/session/record/session";

export type StepKind = "done" | "working" | "waiting" | "ready" | "blocked" | "bad" | "replaced";

/** How a step of a pipeline stands, for its colour and its sign. */
export function stepKind(view: RoomView, session: Session, step: PipelineStep): StepKind {
  const { id, isCheckpoint } = step;
  if (revisedAs(session, id) !== null) return "replaced";
  if (isCheckpoint && dueCheckpoints(session).some((one) => one.id === id)) return "waiting";
  const { execution } = session;
  const taskId = execution?.tasks[id];
  if (isDone(session, step)) {
    const state = taskId && execution?.outcomes[taskId]?.state;
    return isCheckpoint || state === "passed" ? "done" : "bad";
  }
  const task = view.tasks.find((one) => one.id === taskId);
  if (!task) return "blocked";
  if (task.state === "failed") return "bad";
  if (askingTasks(view).has(task.id)) return "waiting";
  if (isBlockedAgain(session, task.id)) return "waiting";
  if (task.lease || task.state === "in_review") return "working";
  return task.waitsFor.length > 0 ? "blocked" : "ready";
}

/** Whether a person is asked about what its discussion found. */
function isBlockedAgain(
  { discussions = [] }: Pick<Session, "discussions">,
  taskId: string,
): boolean {
  return discussions.some((one) => one.taskId === taskId && one.verdict?.next === "asks");
}

/** The step that was made in its place; `null`: it stands. */
export function revisedAs({ pipeline }: Pick<Session, "pipeline">, id: string): string | null {
  const steps = pipeline?.steps ?? [];
  const { first, revision } = revisionOf(id);
  const next = `${first}-R${revision + 1}`;
  return nextRevision(steps, id) !== next ? next : null;
}

/** Steps between two checkpoints, and the one in front of them. */
export interface PipelinePart {
  checkpoint: PipelineStep | null;
  steps: PipelineStep[];
}

/** A pipeline in the order in which people answer its checkpoints. */
export function partsOf(steps: readonly PipelineStep[]): PipelinePart[] {
  const parts: PipelinePart[] = [{ checkpoint: null, steps: [] }];
  const ordered = inOrder(steps);
  const partOf = new Map<string, number>();
  for (const checkpoint of ordered.filter(({ isCheckpoint }) => isCheckpoint))
    parts.push({ checkpoint, steps: [] });
  for (const step of ordered) {
    const own = step.isCheckpoint ? parts.findIndex((part) => part.checkpoint === step) : 0;
    const at = Math.max(own, ...step.requires.map((id) => partOf.get(id) ?? 0));
    partOf.set(step.id, at);
    if (!step.isCheckpoint) parts[at]?.steps.push(step);
  }
  return parts.filter(({ checkpoint, steps: own }) => checkpoint !== null || own.length > 0);
}
