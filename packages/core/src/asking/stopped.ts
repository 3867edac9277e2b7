import type { Named } from "../agent/named.ts";
import type { stopAbout } from "../agent/stopped.ts";
import type { DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/question.ts";
import { type ErrorBrief, fixesText, placeText } from "../error/reported-error.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { counted } from "../kernel/words.ts";
import type { Task } from "../task/task.ts";
import { reassignOption, suggestionOf, withReason } from "./suggested.ts";

type Stop = NonNullable<ReturnType<typeof stopAbout>>;

/** What a person is asked about the task of an agent that its errors stopped: what they were, and what was tried. */
export function aboutStop(
  room: Room,
  task: Task,
  stop: Stop,
): {
  question: string;
  reason: string;
  first: DecisionOption<"retry" | "hand_on">[];
  suggested: Named | undefined;
} {
  const name = room.agents[stop.agentId]?.name ?? "Its agent";
  const by = { id: stop.agentId, name };
  const { other: suggested, whyNot } = suggestionOf(room, task, by, suggestionFor(task, stop));
  const retry = "retry" as const;
  return {
    question: `${name} was stopped after ${counted(stop.errors.length, "error")} in one run. What should happen to ${task.id} “${titleOf(task.title, 60)}”?`,
    reason: withReason(stop.errors.map(lineOf).join("\n"), whyNot),
    suggested,
    first: [
      ...(suggested ? [reassignOption(suggested, `${name} suggested it.`, "hand_on")] : []),
      anOption("retry", "Retry", "It is tried again with everything done so far, and errors count from zero.", retry, {
        canUndo: true,
      }),
      anOption(
        "retry_with_note",
        "Retry with a note",
        "Whoever takes it reads your note first. Errors count from zero.",
        retry,
        { needsNote: true, canUndo: true },
      ),
    ],
  };
}

/** What was suggested about another task says nothing about this one. */
function suggestionFor({ id }: Task, { errors }: Stop): string | null {
  const own = errors.findLast(({ taskId, suggestedAgent }) => taskId === id && suggestedAgent);
  return own?.suggestedAgent ?? null;
}

function lineOf(error: ErrorBrief): string {
  const { severity, taskId, message, fixes } = error;
  const place = placeText(error);
  const where = place === "" ? taskId : `${taskId}, ${place}`;
  return `${severity} (${where}): ${message.replace(/[.!?…]?$/, (end) => end || ".")} ${fixesText(fixes)}`;
}
