import type { Output } from "../../kernel/assignment.ts";
import { secondsText } from "../../kernel/words.ts";
import type { PlanTask } from "../../reply/shapes.ts";
import type { TaskDraft } from "../../task/command.ts";
import { outputPath } from "../../task/outputs.ts";
import { boundedAs } from "../record/bounded.ts";
import type { Session } from "../record/session.ts";

/** What a task of a plan is charged with, whoever gets it. */
export function chargedWith(session: Pick<Session, "boundaries">, task: PlanTask): Omit<TaskDraft, "role"> {
  const { title, instruction, successCriteria, priority, timeoutS, boundaries } = task;
  return {
    title,
    instruction,
    successCriteria,
    outputs: outputsOf(task),
    ...(priority ? { priority } : {}),
    ...(timeoutS === undefined ? {} : { timeoutS }),
    ...boundedAs(session, boundaries),
  };
}

/** What a plan says about a task's turn, in a few words each. */
export function turnOf({ priority, timeoutS }: Pick<PlanTask, "priority" | "timeoutS">): string[] {
  return [
    ...(priority ? [`priority ${priority}`] : []),
    ...(timeoutS === undefined ? [] : [`time limit ${secondsText(timeoutS)}`]),
  ];
}

type Making = Pick<PlanTask, "files" | "outputs">;

/** Each path once, with its name if it has one. */
export function outputsOf({ files, outputs = [] }: Making): Output[] {
  const named = new Set(outputs.map(outputPath));
  return [...outputs, ...files.filter((path) => !named.has(path))];
}

export function filesOf(task: Making): string[] {
  return outputsOf(task).map(outputPath);
}
