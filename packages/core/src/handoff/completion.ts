import type { Agent } from "../agent/agent.ts";
import { refused } from "../kernel/ruling.ts";
import { handoffCommand } from "../prompt/commands.ts";
import type { Command, Context } from "../room/command.ts";
import type { Room } from "../room/room.ts";
import type { RoomRuling } from "../room/ruling.ts";
import { availableWith } from "../task/claim.ts";
import type { Lease, Task } from "../task/task.ts";
import { decideComplete, working } from "../task/work.ts";
import { decideHandOff } from "./decide.ts";
import { allowedTargets, type HandoffTargets } from "./targets.ts";

type Complete = Extract<Command, { type: "complete" }>;

/**
 * Ends a task without passing it on. The last open task of a user's message ends with an answer: where its
 * role brings results to the user the summary is that answer; any other role is refused, with the ways on.
 */
export function decideCompletion(room: Room, command: Complete, context: Context): RoomRuling {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok || !owesAnswer(room, at.task)) return decideComplete(room, command, context);
  const { targets } = targetsOf(room, at.task, at.agent);
  return delivers(targets)
    ? deliverSummary(room, command, context)
    : answerOwed(at.task, targets, at.agent);
}

/** Nobody else works on the user's message that this task came from: its end is the message's. */
export function owesAnswer(
  { tasks }: Pick<Room, "tasks">,
  { id, origin, sessionId }: Pick<Task, "id" | "origin" | "sessionId">,
): boolean {
  const { messageId } = origin;
  if (messageId === null || sessionId !== null) return false;
  return !tasks.some((task) => task.id !== id && task.origin.messageId === messageId);
}

/** Whether a result may go to the user from here. */
export function delivers(targets: HandoffTargets["targets"]): boolean {
  return targets.some(({ to, intents }) => to === "user" && intents.includes("deliver"));
}

function targetsOf(room: Room, task: Task & { lease: Lease }, agent: Agent): HandoffTargets {
  return allowedTargets(room.team, agent.role, availableWith(room, agent.role), task.lease);
}

function deliverSummary(room: Room, command: Complete, context: Context): RoomRuling {
  const { by, taskId, fence, result, usage, next } = command;
  const handoff = {
    to: "user" as const,
    intent: "deliver" as const,
    message: result.summary,
    result,
  };
  const ruling = decideHandOff(
    room,
    { type: "handOff", by, taskId, fence, handoff, usage, next },
    context,
  );
  if (!ruling.ok) return ruling;
  const passed = ruling.reply as { handoffId: string; unreviewed: boolean; next: unknown };
  const { handoffId, unreviewed } = passed;
  return {
    ...ruling,
    reply: {
      taskId,
      state: "completed",
      delivered: { handoffId, unreviewed },
      next: passed.next,
    },
  };
}

function answerOwed(
  task: Task,
  targets: HandoffTargets["targets"],
  { role }: Agent,
): Extract<RoomRuling, { ok: false }> {
  const commands = targets.flatMap(({ to, intents }) =>
    intents
      .filter((intent) => intent !== "question")
      .map((intent) => handoffCommand(to, intent, task.successCriteria.length)),
  );
  const [first] = commands;
  const then = first
    ? `Pass it on: ${first}`
    : "Nobody is there who takes it from you: keep it and ask a person with `squadroom ask`.";
  return refused(
    "answer_owed",
    `${task.id} is the last open task of the user's message, and the ${role} does not answer the user: \`done\` would leave the message without an answer. ${then}`,
    { taskId: task.id, messageId: task.origin.messageId, commands },
    targets.map(({ to, intents }) => `${to} (${intents.join(", ")})`),
  );
}
