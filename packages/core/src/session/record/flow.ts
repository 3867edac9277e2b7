import type { AskingPlace } from "../../decision/question.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import type { TaskResult } from "../../task/result.ts";
import type { Task } from "../../task/task.ts";
import type { FailingCheck } from "../pipeline/failing.ts";
import type { Gate } from "./gate.ts";
import type { Session, SessionProgress } from "./session.ts";

/**
 * What the record of a session of one flow means, for the fold, the rulings and the page alike. What the session does
 * next is in its rules (`rules/rules.ts`), which no page loads.
 */
export interface SessionFlow<S extends Session = Session> {
  /** Where it asks people while it runs, no agent works on it and no gate holds it up. */
  asksAt(session: S): AskingPlace;
  /** Why what it asked is no longer asked. */
  goneOn(session: S): string;
  /** Its gates in the order of the flow. */
  gates(session: S): Gate[];
  /** The gate that holds it up although nobody works on it any longer. */
  heldBy(session: S): Gate | null;
  /** Whether a checkpoint of its graph is due. */
  isCheckpointDue(session: S): boolean;
  /** Steps that the work goes back to from a failed gate; none: what is lost is made again. */
  redone(session: S, gate: Gate): readonly string[];
  progress(session: S): Omit<SessionProgress, "gates">;
  /** Whether a task is asked for the checks of the session's gate preset. */
  isAskedForChecks(session: S, task: Pick<Task, "id" | "reviewOf">): boolean;
  /** The graph that it follows. */
  steps(session: S): readonly PipelineStep[];
  /** How many of those steps are over; `null`: its tasks are counted instead. */
  stepsDone(session: S): { done: number; all: number } | null;
  /** The checkpoints that people passed. */
  passed(session: S): { id: string; title: string; by: string; at: number }[];
  /** Reports on its steps that say the work fails. */
  failing(session: S): FailingCheck[];
  /** The name, among the checks, of a verdict other than that the work passes. */
  failingWord(
    view: Pick<RoomView, "team">,
    role: string | undefined,
    result: Pick<TaskResult, "summary" | "verdict">,
  ): string | undefined;
  /** Whether each role's tasks leave their results for its next ones. */
  accumulates: boolean;
  /** The session once it has started. */
  begun(session: S, at: number): S;
  /** The session once some of its tasks have ended. */
  withoutEnded(session: S): S;
}

/** A flow without a graph, and whose start and tasks change nothing else. */
export const NO_GRAPH = {
  steps: () => [],
  stepsDone: () => null,
  passed: () => [],
  failing: () => [],
  accumulates: false,
  isCheckpointDue: () => false,
  redone: () => [],
  failingWord: () => undefined,
  begun: <S>(session: S) => session,
  withoutEnded: <S>(session: S) => session,
} satisfies Partial<SessionFlow>;
