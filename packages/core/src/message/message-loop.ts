import { type AskedDecision, anOption, defineQuestion } from "../decision/question.ts";
import type { Room } from "../kernel/room.ts";
import { ANSWERS, calledIn, type MessageAct, moot, quoted, withSaid, writeAnswer } from "./answer.ts";
import { type Thread, waitingApart } from "./open.ts";

declare module "../kernel/question.ts" {
  interface Questions {
    message_loop: Asks<"message", MessageAct>;
  }
}

/** Subjects that go in circles. */
export const messageLoop = defineQuestion({
  kind: "message_loop",
  finds: ({ room }) => waitingApart(room.openMessages).stopped.map((thread) => ask(room, thread)),
  appears: (room) => waitingApart(room.openMessages).stopped.length > 0,
  moot,
  answers: ANSWERS,
});

function ask(
  room: Room,
  { id, subject, between, turns, said, beganAt, stoppedAt }: Thread,
): AskedDecision<"message_loop"> {
  const [a, b] = between.map((end) => calledIn(room, end)) as [string, string];
  const minutes = Math.max(1, Math.round(((stoppedAt ?? beganAt) - beganAt) / 60_000));
  return {
    kind: "message_loop",
    subject: { kind: "message", messageId: id, about: subject, taskId: null },
    question: `${a} and ${b} go round in circles: ${quoted(subject)} What holds?`,
    reason: withSaid(
      said && `${a} began with: ${said}`,
      `${turns} turns in ${minutes} min, and nothing in the room changed. Nothing more is taken on this subject until you answer.`,
    ),
    options: [
      writeAnswer("Your note settles it for both."),
      anOption("wait", "Let them go on", "They may write each other six times more.", "wait_for_answer"),
      anOption("close", "End it", "Both are told to stop and go on with what they have.", "close_message"),
    ],
    urgency: "high",
    holdsUp: 0,
    askedBy: null,
  };
}
