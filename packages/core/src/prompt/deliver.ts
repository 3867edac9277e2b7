import type { Agent } from "../agent/agent.ts";
import type { Decision, DecisionAnswer, DecisionKind } from "../decision/decision.ts";
import { allowedTargets, type HandoffTargets } from "../handoff/targets.ts";
import type { Room } from "../room/room.ts";
import { availableWith } from "../task/claim.ts";
import type { Lease, Task } from "../task/task.ts";

/** A task in an agent's hand. */
export type HeldTask = Task & { lease: Lease };

/** Where the holder may pass this task now, what its delivery promised included. */
export function allowedHandoffs(room: Room, task: HeldTask, agent: Agent): HandoffTargets {
  // A session has its own way: a reply goes back to it, and its plan says who is next.
  if (task.sessionId !== null)
    return { variant: task.lease.variant, targets: [], reroutes: [], unavailable: [] };
  return allowedTargets(room.team, agent.role, availableWith(room, agent.role), task.lease);
}

/** The routes that the holder of this task may call for it now, with these targets. */
export function allowedActions(
  task: HeldTask,
  { targets }: Pick<HandoffTargets, "targets">,
): string[] {
  if (task.sessionId !== null)
    return ["reportProgress", "completeTask", "failTask", "askIntervention", "sendMessage"];
  const always = [
    "reportProgress",
    "completeTask",
    "failTask",
    "askIntervention",
    "createTasks",
    "sendMessage",
  ];
  return targets.length > 0 ? ["handOff", ...always] : always;
}

/** Tasks that wait for this one, by id. */
export function waitingFor(room: Room, task: Task): Task[] {
  return room.tasks.filter((other) => other.waitsFor.includes(task.id));
}

/** What a person was asked about a task. */
export interface AskedAbout {
  decisionId: string;
  kind: DecisionKind;
  question: string;
  /** The agent that asked; `null`: the room itself. */
  askedBy: string | null;
  askedAt: number;
  /** `null`: it waits. */
  answer: { optionId: string; label: string; note: string; by: string; at: number } | null;
}

/** What people were asked about this task lately, the oldest first. */
export function askedAbout(room: Room, task: Task): AskedAbout[] {
  const asked: (Decision & { answer?: DecisionAnswer })[] = [
    ...room.answered,
    ...Object.values(room.decisions),
  ];
  const about = asked.filter(
    ({ subject }) => subject.kind === "task" && subject.taskId === task.id,
  );
  return about
    .map((decision): AskedAbout => {
      const { id, kind, question, askedBy, openedAt, answer } = decision;
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
              note: answer.note,
              by: answer.by.name,
              at: answer.at,
            }
          : null,
      };
    })
    .sort((a, b) => a.askedAt - b.askedAt);
}
