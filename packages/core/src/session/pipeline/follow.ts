import { BY_SERVER } from "../../kernel/actor.ts";
import { type TaskId, taskId } from "../../kernel/ids.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { reachable, taskRequires } from "../../pipeline/graph.ts";
import { type PipelineStep, prefixOf, revisedAs, revisionOf } from "../../pipeline/pipeline.ts";
import { newTask, nextTaskId } from "../../task/create.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import type { NewTask } from "../../task/task.ts";
import type { At } from "../record/at.ts";
import { boundedAs } from "../record/bounded.ts";
import type { PipelineSession } from "../record/session.ts";
import { endGate, isPipelineOver } from "./gates.ts";
import { stepDraft } from "./steps.ts";

/** What follows by itself in a pipeline: steps that no checkpoint holds become tasks; with the last one it is done. */
export function followPipeline(at: At<PipelineSession>): ActedFact[] {
  const { session, actor } = at;
  const { id: sessionId, execution } = session;
  if (!execution) return [];
  const tasks = newTasks(at);
  if (tasks.length > 0) return [{ type: "session.advanced", data: { sessionId, tasks }, actor }];
  const isOver = execution.open.length === 0 && isPipelineOver(session);
  if (!isOver || endGate(session) !== null) return [];
  return [
    {
      type: "session.ruled",
      data: { sessionId, ended: [], advances: [{ rule: "complete" }] },
      actor,
    },
    { type: "session.ended", data: { sessionId, end: "completed", reason: "" }, actor },
  ];
}

function newTasks(at: At<PipelineSession>): StepTask[] {
  const { room, session } = at;
  const { steps } = session.pipeline;
  const { tasks: made = {} } = session.execution ?? {};
  if (steps.every(({ id, isCheckpoint }) => isCheckpoint || made[id])) return [];
  const reached = reachable({ steps }, new Set(Object.keys(session.passed)));
  const due = steps.filter(({ id, isCheckpoint }) => !isCheckpoint && reached.has(id) && !made[id]);
  // A long pipeline in a full room continues when others have ended.
  const space = Math.max(0, LIVE_TASKS_MAX - room.tasks.length);
  return tasksOf(at, due.slice(0, space));
}

type StepTask = { planId: string; task: NewTask };

/** These steps as tasks; a revision's id says what it revises. @source domain.md § 10 (revisions) */
export function tasksOf(at: At<PipelineSession>, due: readonly PipelineStep[]): StepTask[] {
  const { room, session } = at;
  const made: Record<string, TaskId> = { ...session.execution?.tasks };
  const numbers = { ...room.numbers };
  for (const step of due) {
    const { first, revision } = revisionOf(step.id);
    const revised = revision === 0 ? undefined : made[first];
    if (revised) {
      made[step.id] = taskId(revisedAs(revised, step.id));
      continue;
    }
    const prefix = prefixOf(step);
    made[step.id] = nextTaskId(numbers, prefix);
    numbers[prefix] = (numbers[prefix] ?? 0) + 1;
  }
  return due.map((step) => ({ planId: step.id, task: taskOf(at, step, made) }));
}

function taskOf(
  { room, session, context }: At<PipelineSession>,
  step: PipelineStep,
  made: Readonly<Record<string, TaskId>>,
): NewTask {
  const requires = taskRequires(session.pipeline.steps, step).flatMap((id) => made[id] ?? []);
  const { tasks = {}, open = [] } = session.execution ?? {};
  const over = new Set(Object.values(tasks).filter((id) => !open.includes(id)));
  return {
    ...newTask(
      {
        ...stepDraft(room.team, session, step),
        ...boundedAs(session),
      },
      made[step.id] as TaskId,
      context.now,
    ),
    requires,
    waitsFor: requires.filter((id) => !over.has(id)),
    createdBy: BY_SERVER,
    origin: { kind: "session", messageId: null },
    sessionId: session.id,
  };
}
