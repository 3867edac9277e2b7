import { actorOf, type PersonCaller } from "../../kernel/actor.ts";
import { type ActedFact, type RoomRuling, refused } from "../../kernel/ruling.ts";
import type { QuestionAnswer, Session } from "./session.ts";

/** Longest answer to one question, UTF-16 units. */
export const ANSWER_MAX = 4_000;

/** The answer that sends them, if none is left open. */
export const SEND_ANSWERS = "Send the answers";

type Given = Record<string, { option?: string | undefined; text?: string | undefined }>;

/** Answers to some questions of the step, in any order; neither option nor text takes one back. */
export function answersToQuestions(
  session: Session,
  given: Given,
  by: PersonCaller,
): { ok: true; events: ActedFact[] } | Extract<RoomRuling, { ok: false }> {
  const questions = session.proposals.questions?.value.questions ?? [];
  const answers: Record<string, Omit<QuestionAnswer, "at"> | null> = {};
  for (const [id, { option, text }] of Object.entries(given)) {
    const question = questions.find((one) => one.id === id);
    if (!question) {
      const message = `This session has no question ${id}.`;
      return refused(
        "question_unknown",
        message,
        { questionId: id },
        questions.map((q) => q.id),
      );
    }
    const options = question.options ?? [];
    if (option !== undefined && !options.includes(option)) {
      const message = `“${question.text}” has no answer “${option}”; a text is always possible.`;
      return refused("option_unknown", message, { questionId: id, option }, options);
    }
    const words = (text ?? "").trim();
    answers[id] =
      option === undefined && words === ""
        ? null
        : {
            option: option ?? null,
            text: words,
            by: { id: by.id, name: by.name },
            question: question.text,
          };
  }
  const changed = Object.fromEntries(
    Object.entries(answers).filter(([id, answer]) => !isSame(session.answers[id], answer)),
  );
  if (Object.keys(changed).length === 0) return { ok: true, events: [] };
  const data = { sessionId: session.id, answers: changed };
  return {
    ok: true,
    events: [{ type: "session.question_answered", data, actor: actorOf(by) }],
  };
}

function isSame(before: QuestionAnswer | undefined, now: Omit<QuestionAnswer, "at"> | null): boolean {
  if (before === undefined || now === null) return before === undefined && now === null;
  return before.option === now.option && before.text === now.text && before.question === now.question;
}
