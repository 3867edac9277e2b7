import { type AskedDecision, defineQuestion } from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { counted } from "../../kernel/words.ts";
import { about, clip, discuss, otherwise, renew, undoable } from "../record/ask-words.ts";
import { answersToQuestions, SEND_ANSWERS } from "../record/question.ts";
import type { BrainstormSession } from "../record/session.ts";
import { back, nextText } from "../record/stale.ts";
import { forward, back as goBack, inBrainstorm, talk } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    questions: Asks<"session", "send_answers" | "discuss" | "back" | "renew">;
  }

  interface AnswerDetail {
    /** To questions, by their ids; an empty text takes an answer back. */
    answers?: Record<string, { option?: string | undefined; text?: string | undefined }> | undefined;
  }
}

export const questions = defineQuestion({
  kind: "questions",
  inSession: { questions: ask },
  answers: {
    send_answers: {
      takes: ["answers"],
      does: inBrainstorm((at) => {
        const { session, option, detail, by } = at;
        const answered = answersToQuestions(session, detail.answers ?? {}, by);
        if (!answered.ok) return answered;
        const onward = forward(at, option, answered.events);
        // What came with the last one counts: nobody reads that answered questions were left.
        return isWhole(session, answered.events) ? { ...onward, label: SEND_ANSWERS } : onward;
      }),
    },
    back: goBack,
    ...talk,
  },
});

function ask(room: Room, session: BrainstormSession): AskedDecision<"questions"> | null {
  const proposal = session.proposals.questions;
  if (!proposal) return null;
  const { questions } = proposal.value;
  const open = questions.filter(({ id }) => session.answers[id] === undefined).length;
  const isAnswered = open === 0;
  const send = undoable(
    "done",
    isAnswered ? SEND_ANSWERS : `Leave ${counted(open, "question", "questions")} to the agents`,
    `${isAnswered ? "All are answered." : "They use their own judgement."} ${nextText(session)}`,
    "send_answers",
  );
  return {
    ...about(room, session, "questions", null),
    kind: "questions",
    question: `${proposal.by.name} has ${counted(questions.length, "question", "questions")} about “${session.title}”.`,
    reason: clip(otherwise(proposal) + questions.map(({ text }, i) => `${i + 1}. ${text}`).join("\n")),
    options: [
      ...(isAnswered ? [send] : []),
      discuss("the questions"),
      ...back(session),
      ...renew(proposal),
      // Nobody gives questions away by habit: it comes last, and is named for it.
      ...(isAnswered ? [] : [send]),
    ],
  };
}

/** All questions have an answer once these facts are there. */
function isWhole(session: BrainstormSession, facts: readonly ActedFact[]): boolean {
  const more = facts.flatMap((fact) => (fact.type === "session.question_answered" ? [fact.data.answers] : []));
  const answers: Record<string, unknown> = Object.assign({}, session.answers, ...more);
  const questions = session.proposals.questions?.value.questions ?? [];
  return questions.every(({ id }) => answers[id] !== undefined && answers[id] !== null);
}
