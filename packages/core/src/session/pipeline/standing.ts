import { askingTasks } from "../../decision/asking.ts";
import type { RoomView } from "../../kernel/view.ts";
import { type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import type { Task } from "../../task/task.ts";
import type { PipelineSession } from "../record/session.ts";
import { failingChecks } from "./failing.ts";
import { dueCheckpoints, isDone } from "./steps.ts";

/** The state of a step, for its sign. */
export type StepKind = "done" | "working" | "waiting" | "ready" | "blocked" | "bad" | "replaced";

export interface StepStanding {
  kind: StepKind;
  /** The step that replaced it; `null`: it stands. */
  revisedAs: string | null;
  task: Task | undefined;
}

/** What a step waits for if its discussion blocked it again. */
export const DISCUSSION_ASKED = "Waiting for a person's answer about what its discussion found.";

/** The state of each step of a pipeline, by id; of all at once, since a pipeline may be long. */
export function standingsOf(
  view: Pick<RoomView, "tasks" | "decisions" | "questions" | "sessions">,
  session: PipelineSession,
): Map<string, StepStanding> {
  const { steps } = session.pipeline;
  const revised = revisedIn(steps);
  const tasks = new Map(
    view.tasks.flatMap((task) => (task.sessionId === session.id ? [[task.id, task] as const] : [])),
  );
  const asking = askingTasks(view as RoomView);
  // An ended one waits for nobody.
  const isLive = view.sessions.live.some(({ id }) => id === session.id);
  const due = new Set((isLive ? dueCheckpoints(session) : []).map(({ id }) => id));
  const open = new Set<string>(session.execution?.open);
  const failing = new Set(failingChecks(session).map(({ step }) => step.id));
  return new Map(
    steps.map((step) => {
      const revisedAs = revised.get(step.id) ?? null;
      const taskId = session.execution?.tasks[step.id];
      const task = taskId === undefined ? undefined : tasks.get(taskId);
      const kind = revisedAs ? "replaced" : due.has(step.id) ? "waiting" : kindOf(session, step, task, open, asking);
      // It is over, but what was checked speaks against it.
      const isBad = kind === "done" && failing.has(step.id);
      return [step.id, { kind: isBad ? "bad" : kind, revisedAs, task }];
    }),
  );
}

function kindOf(
  session: PipelineSession,
  step: PipelineStep,
  task: Task | undefined,
  open: ReadonlySet<string>,
  asking: ReturnType<typeof askingTasks>,
): StepKind {
  if (step.isCheckpoint) return isDone(session, step) ? "done" : "blocked";
  const taskId = session.execution?.tasks[step.id];
  if (taskId !== undefined && !open.has(taskId))
    return session.execution?.outcomes[taskId]?.state === "passed" ? "done" : "bad";
  if (!task) return "blocked";
  if (task.state === "failed") return "bad";
  if (asking.has(task.id)) return "waiting";
  if (isBlockedAgain(session, task.id)) return "waiting";
  if (task.lease || task.state === "in_review") return "working";
  return task.waitsFor.length > 0 ? "blocked" : "ready";
}

/** Whether a person is asked about what its discussion found. */
export function isBlockedAgain({ discussions = [] }: Pick<PipelineSession, "discussions">, taskId: string): boolean {
  return discussions.some((one) => one.taskId === taskId && one.verdict?.next === "asks");
}
