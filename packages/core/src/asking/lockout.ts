import * as z from "zod";
import type { DecisionOption } from "../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, done } from "../decision/question.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { ended, letGoOn as goOn } from "../session/asking/answers.ts";
import { abortOption, letGoOn } from "../session/record/ask-words.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import type { Rejection } from "../task/doer.ts";
import { isEveryoneLockedOut, lockedOut } from "../task/lockout.ts";
import { liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { lockoutAfter } from "../team/lockout.ts";
import { findRole } from "../team/team.ts";
import { abort, cancel, handOn, mootTask } from "./task-answers.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    /** Which of the agents whose work on it was rejected may take it again: all but the last, or the last alone. */
    lift_lockout: { of: "others" | "last" };
  }

  interface Questions {
    lockout: Asks<"task", "lift_lockout" | "hand_on" | "let_go_on" | "cancel" | "abort">;
  }
}

/** Everybody who could revise rejected work is locked out of it. */
export const lockout = defineQuestion({
  kind: "lockout",
  finds: ({ room, touched: { all, tasks }, waiters }) =>
    lockoutAfter(room.team) === null
      ? []
      : room.tasks
          .filter((task) => (all || tasks.has(task.id)) && isLocked(room, task))
          .map((task) => ask(room, task, waiters())),
  moot: (room, { subject }) => mootTask(room, subject.taskId, ({ id }) => `${id} may be taken again.`),
  answers: {
    lift_lockout: {
      fields: { of: z.enum(["others", "last"]) },
      does: ({ room, decision, act, actor }) => {
        const { taskId } = decision.subject;
        const task = liveTask(room, taskId);
        if (!task) return ended(taskId);
        const data = { taskId, lifts: liftLockout(room, task, act.of) };
        return done([{ type: "task.retried", data, actor }]);
      },
    },
    hand_on: handOn,
    let_go_on: goOn,
    cancel,
    abort,
  },
});

/** It waits for a revision, and nobody present may make it. */
function isLocked(room: Pick<Room, "team" | "agents">, task: Task): boolean {
  return task.state === "pending" && isEveryoneLockedOut(room, task);
}

function ask(room: Room, task: Task, waiters: WaitersByTask): AskedDecision<"lockout"> {
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
      ...locked.map(({ name, times }) => `${name}: rejected ${times === 1 ? "once" : `${times} times`}.`),
      ...findings.map(({ by, role, summary }) => `${by?.name ?? role}: ${summary}`),
    ]
      .join("\n")
      .slice(0, 4_000)
      .toWellFormed(),
    options: [
      ...(others.length > 0
        ? [
            anOption("retry", "Another try", `${named(others)} may take it again, with the findings.`, {
              kind: "lift_lockout",
              of: "others",
            }),
          ]
        : []),
      ...(last
        ? [
            anOption("author", `Let ${last.name} do it`, `${last.name} gets it back, with the findings.`, {
              kind: "lift_lockout",
              of: "last",
            }),
          ]
        : []),
      ...endsOf(room, task),
    ],
    urgency: "high",
    holdsUp: heldUpBy(waiters, [task.id]),
    askedBy: null,
  };
}

type End = "hand_on" | "let_go_on" | "cancel" | "abort";

/** How the work continues without a revision. */
function endsOf(room: Room, task: Task): DecisionOption<End>[] {
  if (task.review) return endsOfPlanned(task);
  return task.sessionId === null ? endsOfHandedOff(room, task) : endsOfRework;
}

const endsOfRework: DecisionOption<End>[] = [
  anOption(
    "cancel",
    "Cancel the task",
    "The findings stay open. At the gate, a person decides whether the work continues without fixing them.",
    "cancel",
  ),
  abortOption(0),
];

const endsOfPlanned = ({ id }: Task): DecisionOption<End>[] => [letGoOn(id), abortOption(0)];

function endsOfHandedOff({ team }: Room, task: Task): DecisionOption<End>[] {
  return [
    ...team.roles
      .filter(({ name }) => name !== task.role)
      .map(({ name, title }) =>
        anOption(`hand_on:${name}`, `Give it to ${title}`, `${title} takes it over with your note.`, {
          kind: "hand_on",
          role: name,
        }),
      ),
    anOption(
      "cancel",
      "Cancel the task",
      "The findings stay open, and the tasks that need it are cancelled.",
      "cancel",
    ),
  ];
}

/** Those of them who could revise it if they were allowed to: present, and of the task's role. */
function lockedHere({ agents }: Room, { role }: Pick<Task, "role">, locked: readonly Rejection[]): Rejection[] {
  return locked.filter(({ agentId }) => {
    const agent = agents[agentId];
    return agent?.online === true && agent.role === role;
  });
}

function named(locked: readonly Rejection[]): string {
  return locked.map(({ name }) => name).join(", ");
}

/** A person's choice of who may revise it from now on: the agent whose work was rejected last, or the others. */
function liftLockout(room: Room, task: Task, of: "others" | "last"): AgentId[] {
  const locked = lockedOut(room, task);
  const last = lockedHere(room, task, locked).at(-1);
  return locked.filter((one) => (one === last) === (of === "last")).map(({ agentId }) => agentId);
}
