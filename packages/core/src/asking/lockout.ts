import type { AskedDecision, DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { abortOption, letGoOn } from "../session/record/ask-words.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import type { Rejection } from "../task/doer.ts";
import { isEveryoneLockedOut, lockedOut } from "../task/lockout.ts";
import type { Task } from "../task/task.ts";
import { findRole } from "../team/team.ts";

/** It waits for somebody to revise it, and nobody who is there may. */
export function isLocked(room: Pick<Room, "team" | "agents">, task: Task): boolean {
  return task.state === "pending" && isEveryoneLockedOut(room, task);
}

/** What the room asks about work that everybody who could revise it had rejected. */
export function aboutLockout(room: Room, task: Task, waiters: WaitersByTask): AskedDecision {
  const title = findRole(room.team, task.role)?.title ?? task.role;
  const locked = lockedOut(room, task);
  const here = lockedHere(room, task, locked);
  const last = here.at(-1);
  const others = here.slice(0, -1);
  const findings = (task.review?.verdicts ?? []).filter(({ passed }) => !passed);
  return {
    kind: "lockout",
    subject: { kind: "task", taskId: task.id },
    question: `Every connected ${title} has had ${task.id} “${titleOf(task.title, 60)}” rejected. Who revises it?`,
    reason: [
      ...locked.map(
        ({ name, times }) => `${name}: rejected ${times === 1 ? "once" : `${times} times`}.`,
      ),
      ...findings.map(({ by, role, summary }) => `${by?.name ?? role}: ${summary}`),
    ]
      .join("\n")
      .slice(0, 4_000)
      .toWellFormed(),
    options: [
      ...(others.length > 0
        ? [
            anOption(
              "retry",
              "Another try",
              `${named(others)} may take it again, with the findings.`,
              { kind: "lift_lockout", of: "others" },
            ),
          ]
        : []),
      ...(last
        ? [
            anOption(
              "author",
              `Let ${last.name} do it`,
              `${last.name} gets it back, with the findings.`,
              { kind: "lift_lockout", of: "last" },
            ),
          ]
        : []),
      ...endsOf(room, task),
    ],
    urgency: "high",
    holdsUp: heldUpBy(waiters, [task.id]),
    askedBy: null,
  };
}

/** How the work goes on without a revision. */
function endsOf(room: Room, task: Task): DecisionOption[] {
  if (task.review) return endsOfPlanned(task);
  return task.sessionId === null ? endsOfHandedOff(room, task) : endsOfRework;
}

const endsOfRework: DecisionOption[] = [
  anOption(
    "cancel",
    "Cancel the task",
    "The findings stay open. At the gate, a person decides whether the work continues without fixing them.",
    { kind: "cancel" },
  ),
  abortOption(0),
];

const endsOfPlanned = ({ id }: Task): DecisionOption[] => [letGoOn(id), abortOption(0)];

function endsOfHandedOff({ team }: Room, task: Task): DecisionOption[] {
  return [
    ...team.roles
      .filter(({ name }) => name !== task.role)
      .map(({ name, title }) =>
        anOption(
          `hand_on:${name}`,
          `Give it to ${title}`,
          `${title} takes it over with your note.`,
          {
            kind: "hand_on",
            role: name,
          },
        ),
      ),
    anOption(
      "cancel",
      "Cancel the task",
      "The findings stay open, and the tasks that need it are cancelled.",
      { kind: "cancel" },
    ),
  ];
}

/** Those of them who would revise it, were they let: there, and of the task's role. */
function lockedHere(
  { agents }: Room,
  { role }: Pick<Task, "role">,
  locked: readonly Rejection[],
): Rejection[] {
  return locked.filter(({ agentId }) => {
    const agent = agents[agentId];
    return agent?.online === true && agent.role === role;
  });
}

function named(locked: readonly Rejection[]): string {
  return locked.map(({ name }) => name).join(", ");
}

/** Those who may revise it from now on, as a person said: the last who had it rejected, or the others. */
export function liftLockout(room: Room, task: Task, of: "others" | "last"): AgentId[] {
  const locked = lockedOut(room, task);
  const last = lockedHere(room, task, locked).at(-1);
  return locked.filter((one) => (one === last) === (of === "last")).map(({ agentId }) => agentId);
}
