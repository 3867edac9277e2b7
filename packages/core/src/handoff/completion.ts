import type { RoleName } from "../kernel/ids.ts";
import { refused } from "../kernel/ruling.ts";
import type { Command, Context } from "../room/command.ts";
import type { Room } from "../room/room.ts";
import type { RoomRuling } from "../room/ruling.ts";
import { decideComplete, working } from "../task/work.ts";
import { decideHandOff } from "./decide.ts";
import { allowedEnds, handoffsOf, possibleEnds } from "./ends.ts";
import { delivers, owesAnswer } from "./owed.ts";

type At = Extract<ReturnType<typeof working>, { ok: true }>;
type Refused = Extract<RoomRuling, { ok: false }>;
type Complete = Extract<Command, { type: "complete" }>;

/**
 * Ends a task without passing it on. The last open task of a user's message ends with an answer: where its
 * role brings results to the user the summary is that answer; any other role is refused, with the ways on. So is
 * who was asked something: the answer goes back to who asked.
 */
export function decideCompletion(room: Room, command: Complete, context: Context): RoomRuling {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return decideComplete(room, command, context);
  const { targets, answer } = handoffsOf(room, at.task, at.agent.role);
  if (answer) return answerOwed(room, at, answer.asker);
  if (!owesAnswer(room, at.task)) return decideComplete(room, command, context);
  return delivers(targets) ? deliverSummary(room, command, context) : answerOwed(room, at, null);
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

/** Somebody waits for an answer that `done` does not give. */
function answerOwed(room: Room, { task, agent }: At, asker: RoleName | null): Refused {
  const { role } = agent;
  const ends = possibleEnds(room, task, role).filter((end) => end.action === "handOff");
  const [first] = ends.filter(({ intent }) => intent !== "question");
  const why = asker
    ? `${task.id} is a question from the ${asker}; ended like this, it would stay unanswered.`
    : `${task.id} is the last open task of the user's message, and the ${role} does not answer the user; ended like this, the message would stay unanswered.`;
  const then = first
    ? `Pass it on: ${first.intent} to ${first.to === "user" ? "the user" : `the ${first.to}`}.`
    : "Nobody who can take it from you is available.";
  return refused(
    "answer_owed",
    `${why} ${then}`,
    { taskId: task.id, messageId: task.origin.messageId, asker },
    allowedEnds(ends),
  );
}
