import { pipelinesIn } from "@squadroom/core/flow/sessions";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { criticalPath, taskRequires } from "@squadroom/core/pipeline/graph";
import type { PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { dueCheckpoints, isDone } from "@squadroom/core/session/pipeline/steps";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { type OpenRows, roleOf, type SignKind, signOf, type TableRow, takesOf, titleOf } from "./work-table.ts";

/** A task, a step that becomes one, or a checkpoint, among those that it needs or that need it. */
export interface GraphTask {
  id: string;
  /** As shown. */
  name: string;
  title: string;
  role: string | null;
  sign: SignKind;
  requires: readonly string[];
  /** `null`: unknown, or nothing is left of it. */
  takesMs: number | null;
  /** Whose page says more, where it has no panel of its own. */
  session: number | null;
}

export interface WorkGraph {
  tasks: GraphTask[];
  /** How many neither need another nor are needed. */
  apart: number;
  /** The chain that decides when all is done, and how long that takes, ms; `null`: unknown. */
  path: string[];
  leftMs: number | null;
}

/** Tasks by what they need, with the ended ones that somebody needed. */
export function workGraph(view: RoomView, open: OpenRows, ended: readonly TableRow[]): WorkGraph {
  const all = new Map<string, GraphTask>();
  for (const row of [...ended, ...Object.values(open).flat()]) {
    const task = asNode(row);
    all.set(task.id, task);
  }
  for (const session of pipelinesIn(view.sessions)) addSteps(session, all);
  const linked = new Set<string>();
  for (const { id, requires } of all.values()) for (const one of requires) if (all.has(one)) linked.add(one).add(id);
  // Ended ones only as far as something that is left needs them.
  const needed = new Set([...all.values()].flatMap(({ sign, requires }) => (isOver(sign) ? [] : requires)));
  const tasks = [...all.values()].filter(({ id, sign }) => linked.has(id) && (!isOver(sign) || needed.has(id)));
  const shown = new Set(tasks.map(({ id }) => id));
  const apart = Object.values(open)
    .flat()
    .filter(({ id }) => !shown.has(id)).length;
  const left = tasks.filter(({ sign }) => !isOver(sign));
  const isKnown = left.some(({ takesMs }) => Boolean(takesMs));
  // If nothing is known, each task counts alike, and a checkpoint still takes nothing.
  const takes = ({ sign, takesMs }: GraphTask) => (isOver(sign) ? 0 : (takesMs ?? (isKnown ? 0 : 1)));
  const { ids, total } = criticalPath(tasks, takes);
  return { tasks, apart, path: ids, leftMs: isKnown ? total : null };
}

const isOver = (sign: SignKind): boolean => sign === "completed" || sign === "cancelled";

function asNode(row: TableRow): GraphTask {
  const isPlanned = row.kind === "planned";
  return {
    id: row.id,
    name: isPlanned ? row.of.step.id : row.id,
    title: titleOf(row),
    role: roleOf(row),
    sign: signOf(row),
    requires: isPlanned ? namesOf(row.of.session, row.of.step) : row.task.requires,
    takesMs: takesOf(row),
    session: isPlanned ? row.of.session.id : null,
  };
}

/** What a step needs, by the ids of their nodes; a checkpoint that was passed stands for what came before it. */
function namesOf(session: PipelineSession, step: PipelineStep): string[] {
  const { steps } = session.pipeline;
  const ids = taskRequires(steps, step, (one) => !one.isCheckpoint || !isDone(session, one));
  return ids.map((id) => nodeId(session, id));
}

function nodeId({ id: session, execution }: PipelineSession, step: string): string {
  return execution?.tasks[step] ?? `${session} ${step}`;
}

/** Its open checkpoints, and steps that ended, whose tasks the room's state has forgotten. */
function addSteps(session: PipelineSession, all: Map<string, GraphTask>): void {
  const due = new Set(dueCheckpoints(session));
  const has = session.pipeline.steps.some(({ id }) => all.has(nodeId(session, id)));
  for (const step of has ? session.pipeline.steps : []) {
    const id = nodeId(session, step.id);
    const isOpen = step.isCheckpoint && !isDone(session, step);
    if (all.has(id) || (!isOpen && session.execution?.tasks[step.id] === undefined)) continue;
    const hasPassed = session.execution?.outcomes[id as TaskId]?.state === "passed";
    const sign = !isOpen ? (hasPassed ? "completed" : "cancelled") : due.has(step) ? "asks" : "planned";
    all.set(id, {
      id,
      name: isOpen ? step.id : id,
      title: step.title,
      role: null,
      sign,
      requires: namesOf(session, step),
      takesMs: isOpen ? 0 : null,
      session: isOpen ? session.id : null,
    });
  }
}
