import { type Named, namedIn } from "../agent/named.ts";
import { type DecisionOption, REASON_MAX } from "../decision/decision.ts";
import { anOption } from "../decision/question.ts";
import { mayPassTo } from "../flow/work.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { Task } from "../task/task.ts";
import { findRole } from "../team/team.ts";

/**
 * Whom an agent suggests for its task: `other` can take it over; `whyNot`: why somebody can't, for whoever decides.
 * Suggesting its own role or itself counts as nothing.
 */
export function suggestionOf(
  room: Room,
  task: Task,
  by: { id: AgentId; name: string },
  name: string | null,
): { other: Named | undefined; whyNot: string } {
  const named = namedIn(room, name);
  const isOther = named && (named.agentId === undefined ? named.role !== task.role : named.agentId !== by.id);
  if (!isOther) return { other: undefined, whyNot: "" };
  if (mayPassTo(room, task, named.role)) return { other: named, whyNot: "" };
  const own = findRole(room.team, task.role)?.title ?? task.role;
  const why =
    task.reviewOf === null
      ? `the session waits for the reply to ${task.id}, which only ${own} gives.`
      : `${task.id} is a review, which stays with its reviewer.`;
  return { other: undefined, whyNot: `${by.name} suggests ${named.title}, but ${why}` };
}

/** The task goes to whoever is suggested. `after`: what else that means. */
export function reassignOption(
  { role, agentId, title }: Named,
  after: string,
  prefix: "reassign" | "hand_on",
): DecisionOption<"hand_on"> {
  return anOption(
    `${prefix}:${agentId ?? role}`,
    `Give it to ${title}`,
    `${title} takes the task over with your note. ${after}`.trim(),
    { kind: "hand_on", role, ...(agentId === undefined ? {} : { agentId }) },
  );
}

/** If the text has to be cut, it is never in what is added to a reason. */
export function withReason(reason: string, more: string): string {
  if (more === "") return reason.slice(0, REASON_MAX).toWellFormed();
  const kept = reason.slice(0, REASON_MAX - more.length - 1).toWellFormed();
  return [kept, more].filter(Boolean).join("\n");
}
