import { counted } from "@squadroom/core/kernel/words";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Note } from "../../ui/note.tsx";
import { optionTo } from "../decision/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst } from "./first-answer.ts";
import { ProposalHead } from "./proposal-head.tsx";
import { focusOpenQuestion, QuestionList } from "./question-list.tsx";
import { markQuestions } from "./question-marks.ts";
import { askedOf, type StepProps } from "./step-props.ts";
import { isAnswered, useQuestionDrafts } from "./use-question-drafts.ts";
import { usePrevious } from "./use-session.ts";

/** One form, answered in any order; each answer is saved when it is left. */
export function QuestionsStep(props: StepProps<BrainstormSession>): ReactNode {
  const { state, session, answers } = props;
  const proposal = session.proposals.questions;
  const before = usePrevious(state.view.name, session, "questions");
  const drafts = useQuestionDrafts(state.view, session);
  const canAnswer = askedOf(props, "questions") !== undefined;
  useEffect(() => {
    if (canAnswer && isFocusFree()) focusOpenQuestion(document.querySelector("[data-questions]"));
  }, [canAnswer]);
  if (!proposal) return null;
  const asked = askedOf(props, "questions");
  const { questions } = proposal.value;
  const { marks, dropped } = markQuestions(questions, before?.questions ?? []);
  const count = (mark: string): number => [...marks.values()].filter((one) => one.mark === mark).length;
  const answered = questions.filter(({ id }) => isAnswered(drafts.draftOf(id))).length;
  const left = questions.length - answered;
  const done = asked && optionTo(asked, "send_answers");
  const send = async (): Promise<void> => {
    if (!asked || !done) return;
    const detail = await drafts.flush();
    await answers.send({ decision: asked, option: done, detail, isOfAnyVersion: true });
  };
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={`${counted(questions.length, "question")} to answer first`}
          decision={asked}
          answers={answers}
          verb="asks"
        >
          <p className="read">In any order. The agents decide what you leave open, and say what they chose.</p>
          {before && (
            <Note icon={RotateCcw}>
              {`Revised: ${count("kept")} kept, ${count("reworded")} reworded, ${count("new")} new, ${dropped} dropped. Answers to questions that stayed are kept.`}
            </Note>
          )}
        </ProposalHead>
        <QuestionList
          questions={questions}
          answers={session.answers}
          marks={before ? marks : null}
          drafts={drafts}
          canAnswer={asked !== undefined}
          onSend={() => void send()}
          onLast={() => document.querySelector<HTMLElement>(".answerbar [data-option]")?.focus()}
        />
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          isWriting={drafts.isWriting || answered > 0}
          first={asFirst(done, {
            label:
              answered === 0
                ? "Send without answers"
                : answered === 1
                  ? `Send ${answered} answer`
                  : `Send ${answered} answers`,
            consequence: [
              left === 0
                ? "All are answered."
                : left === 1
                  ? `${left} is left to the agents' judgement.`
                  : `${left} are left to the agents' judgement.`,
              lastSentence(done?.consequence),
            ].join(" "),
            isOfAnyVersion: true,
            keys: "Mod+Enter",
            before: drafts.flush,
          })}
        />
      )}
    </>
  );
}

/** Nothing else is in use: what waits for the person may take the keys. */
function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches("main, section");
}

/** What comes next; the form gives the number of open ones, which it knows better. */
function lastSentence(text = ""): string {
  return /Then .*$/.exec(text)?.[0] ?? "";
}
