import type { Agent } from "../agent/agent.ts";
import type { Decision } from "../decision/decision.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import { isThere, type Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { closerOf } from "../message/blockers.ts";
import { openBlockers } from "../task/blockers.ts";
import { liveTask } from "../task/order.ts";
import type { Blocker, Task } from "../task/task.ts";
import { openQuestion, questionAbout, standingOptions } from "./intervention.ts";

const QUESTION_MAX = 500;

/**
 * A blocker that no other agent can close becomes a question to a person, in the commit that reports it. The answer
 * closes it, and closing it answers the question.
 */
export function followBlocked(_view: RoomView, steps: readonly Step[], context: Pick<Context, "newId">): ActedFact[] {
  return steps.flatMap(({ event, before, after }): ActedFact[] => {
    if (!isThere(after)) return [];
    if (event.type === "decision.answered") {
      const decision = before.decisions[event.data.decisionId];
      const task = decision && blockedTask(after, decision);
      if (!task) return [];
      return helpless(after, task).map(({ id: blockerId }): ActedFact => {
        const data = { taskId: task.id, blockerId, note: "" };
        return { type: "task.blocker_closed", data, actor: event.actor };
      });
    }
    if (event.type !== "task.progressed" && event.type !== "task.blocker_closed") return [];
    const task = liveTask(after, event.data.taskId);
    const agent = task?.lease ? after.agents[task.lease.agentId] : undefined;
    if (!task || !agent) return [];
    const blockers = helpless(after, task);
    const asked = questionAbout(after, task);
    if (blockers.length > 0) return asked ? [] : [ask(after, agent, task, blockers, context)];
    if (!asked || !blockedTask(after, asked)) return [];
    const data = { decisionId: asked.id, reason: `Nothing blocks ${task.id} any more.` };
    return [{ type: "decision.withdrawn", data, actor: SERVER }];
  });
}

function helpless(room: Room, task: Task): Blocker[] {
  return openBlockers(task).filter(
    ({ messageId, requiresAgent }) => messageId === undefined && closerOf(room, task, requiresAgent) === undefined,
  );
}

/** The task that this question says is blocked. */
function blockedTask(room: Room, { kind, subject, question }: Decision): Task | undefined {
  if (kind !== "intervention" || subject.kind !== "task") return undefined;
  const isOwn = question.startsWith(leadOf(subject.taskId));
  return isOwn ? liveTask(room, subject.taskId) : undefined;
}

function leadOf(id: string): string {
  return `${id} is blocked: `;
}

function ask(
  room: Room,
  agent: Agent,
  task: Task,
  blockers: readonly Blocker[],
  context: Pick<Context, "newId">,
): ActedFact {
  const what = blockers.map(({ description }) => description).join("; ");
  const asked = {
    question: titleOf(`${leadOf(task.id)}${what}`, QUESTION_MAX),
    reason: `${agent.name} can't go on with “${titleOf(task.title, 60)}”, and no other agent can help.`,
    options: standingOptions(agent, task, undefined),
    urgency: "high" as const,
  };
  const actor = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  return openQuestion(room, { agent, actor, task }, asked, context).fact;
}
