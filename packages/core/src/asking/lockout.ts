import type { AskedDecision, DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import { findSession } from "../flow/sessions.ts";
import { actorOf, type PersonCaller } from "../kernel/actor.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import { abortOption } from "../session/ask-words.ts";
import { abortFacts } from "../session/effect.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import type { Rejection } from "../task/doer.ts";
import { isEveryoneLockedOut, lockedOut } from "../task/lockout.ts";
import { liveTask } from "../task/order.ts";
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
            ),
          ]
        : []),
      ...(last
        ? [
            anOption(
              "author",
              `Let ${last.name} do it`,
              `${last.name} gets it back, with the findings.`,
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
  if (task.review) return endsOfPlanned;
  return task.sessionId === null ? endsOfHandedOff(room, task) : endsOfRework;
}

const endsOfRework: DecisionOption[] = [
  anOption(
    "cancel",
    "Cancel the task",
    "The findings stay open. At the gate, a person decides whether the work continues without fixing them.",
  ),
  abortOption(0),
];

const endsOfPlanned: DecisionOption[] = [
  anOption(
    "skip",
    "Let it go on",
    "It counts as not passed, and the tasks that need it start. Your reason is kept.",
    { needsNote: true },
  ),
  abortOption(0),
];

function endsOfHandedOff({ team }: Room, task: Task): DecisionOption[] {
  return [
    ...team.roles
      .filter(({ name }) => name !== task.role)
      .map(({ name, title }) =>
        anOption(`hand_on:${name}`, `To ${title}`, `${title} takes it over with your note.`),
      ),
    anOption(
      "cancel",
      "Cancel the task",
      "The findings stay open, and the tasks that need it are cancelled.",
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

/** What a person says about work that everybody is locked out of; `null`: nothing of its own. */
export function afterLockout(
  room: Room,
  taskId: TaskId,
  optionId: string,
  note: string,
  by: PersonCaller,
): { ok: true; events: ActedFact[] } | Extract<RoomRuling, { ok: false }> | null {
  const task = liveTask(room, taskId);
  if (!task) return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
  const actor = actorOf(by);
  const locked = lockedOut(room, task);
  const last = lockedHere(room, task, locked).at(-1);
  const lifting = (ones: readonly Rejection[]) => {
    const lifts: AgentId[] = ones.map(({ agentId }) => agentId);
    const events: ActedFact[] = [{ type: "task.retried", data: { taskId, lifts }, actor }];
    return { ok: true as const, events };
  };
  switch (optionId) {
    case "retry":
      return lifting(locked.filter((one) => one !== last));
    case "author":
      return lifting(last ? [last] : []);
    case "skip": {
      const round = task.review?.round ?? 0;
      const data = { taskId, round, why: "skipped" as const, reason: note, unreviewed: true };
      return { ok: true, events: [{ type: "task.passed", data, actor }] };
    }
    case "abort": {
      const session =
        task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
      return { ok: true, events: session ? abortFacts(room, session, note, actor) : [] };
    }
    default:
      return null;
  }
}
