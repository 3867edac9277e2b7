import type { AskingPlace } from "../../decision/question.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import type { TaskResult } from "../../task/result.ts";
import type { Task } from "../../task/task.ts";
import type { FailingCheck } from "../pipeline/failing.ts";
import type { Gate } from "./gate.ts";
import type { Session, SessionProgress } from "./session.ts";

/**
 * How a session of one flow stands: what its record means, for the fold, the rulings and the page alike. What it does next
 * is in its rules (`rules/rules.ts`), which no page loads.
 */
export interface SessionFlow<S extends Session = Session> {
  /** Where it asks people while it runs, no agent is at it and no gate holds it up. */
  asksAt(session: S): AskingPlace;
  /** Why what it asked is asked no more. */
  goneOn(session: S): string;
  /** In its order. */
  gates(session: S): Gate[];
  /** The gate that holds it up although nobody works on it any more. */
  heldBy(session: S): Gate | null;
  /** Whether the turn of a checkpoint in its graph has come. */
  isCheckpointDue(session: S): boolean;
  /** Steps that the work goes back to from a gate that failed; none: what is lost is made anew. */
  redone(session: S, gate: Gate): readonly string[];
  progress(session: S): Omit<SessionProgress, "gates">;
  /** Whether a task is asked for the checks of its gates' preset. */
  isAskedForChecks(session: S, task: Pick<Task, "id" | "reviewOf">): boolean;
  /** The graph that it goes by. */
  steps(session: S): readonly PipelineStep[];
  /** How many of those steps are over; `null`: its tasks are counted. */
  stepsDone(session: S): { done: number; all: number } | null;
  /** Its checkpoints that people passed. */
  passed(session: S): { id: string; title: string; by: string; at: number }[];
  /** Reports on its steps that speak against the work. */
  failing(session: S): FailingCheck[];
  /** Among the checks, the name of a verdict that isn't that the work passes. */
  failingWord(
    view: Pick<RoomView, "team">,
    role: string | undefined,
    result: Pick<TaskResult, "summary" | "verdict">,
  ): string | undefined;
  /** Whether each role's tasks leave what they came to for its next ones. */
  accumulates: boolean;
  /** Once it has started. */
  begun(session: S, at: number): S;
  /** Once tasks of it have ended. */
  withoutEnded(session: S): S;
}

/** A flow that goes by no graph, and whose start and tasks change nothing else. */
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
