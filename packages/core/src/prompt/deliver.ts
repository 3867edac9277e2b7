import type { Agent } from "../agent/agent.ts";
import type { Decision, DecisionAnswer, DecisionKind } from "../decision/decision.ts";
import { type End, handoffsOf } from "../handoff/ends.ts";
import type { Room } from "../kernel/room.ts";
import { waitersOf } from "../task/order.ts";
import type { HeldTask, Task } from "../task/task.ts";

export type { HeldTask } from "../task/task.ts";

/** Where the holder may pass this task now, including what its delivery promised. */
export function allowedHandoffs(room: Room, task: HeldTask, { role }: Pick<Agent, "role">) {
  return handoffsOf(room, task, role);
}

/** What the holder of a task may do before its end; tasks of sessions and branches have no more. */
const MEANWHILE = ["reportProgress", "reportError", "askIntervention", "sendMessage"];

/** The routes that the holder of this task may call for it now. */
export function allowedActions(task: Pick<Task, "sessionId" | "branchOf" | "intent">, ends: readonly End[]): string[] {
  const isWhole = task.sessionId === null && task.branchOf === undefined;
  const ways = [...new Set(ends.map(({ action }) => action))];
  const others = isWhole ? ["createTasks", ...(task.intent === "question" ? [] : ["fanOut"])] : [];
  return [...ways, ...MEANWHILE, ...others];
}

/** Tasks that wait for this one, by id. */
export function waitingFor(room: Room, task: Task): readonly Task[] {
  return waitersOf(room, task.id);
}

/** What a person was asked about a task. */
export interface AskedAbout {
  decisionId: string;
  kind: DecisionKind;
  question: string;
  /** The agent that asked; `null`: the room itself. */
  askedBy: string | null;
  askedAt: number;
  /** `null`: it still waits. */
  answer: {
    optionId: string;
    label: string;
    /** What it promised when it was chosen; empty if the question gave nothing. */
    consequence: string;
    note: string;
    by: string;
    at: number;
  } | null;
}

/** What people were asked about this task lately, the oldest first. */
export function askedAbout(room: Room, task: Task): AskedAbout[] {
  const asked: (Decision & { answer?: DecisionAnswer })[] = [...room.answered, ...Object.values(room.decisions)];
  const about = asked.filter(({ subject }) => subject.kind === "task" && subject.taskId === task.id);
  return about
    .map((decision): AskedAbout => {
      const { id, kind, question, options, askedBy, openedAt, answer } = decision;
      return {
        decisionId: id,
        kind,
        question,
        askedBy: askedBy?.name ?? null,
        askedAt: openedAt,
        answer: answer
          ? {
              optionId: answer.optionId,
              label: answer.label,
              consequence: options.find((one) => one.id === answer.optionId)?.consequence ?? "",
              note: answer.note,
              by: answer.by.name,
              at: answer.at,
            }
          : null,
      };
    })
    .sort((a, b) => a.askedAt - b.askedAt);
}
