import type { Question } from "@squadroom/core/reply/shapes";
import { ANSWER_MAX } from "@squadroom/core/session/question";
import type { QuestionAnswer } from "@squadroom/core/session/session";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { ProposalHead } from "./proposal-head.tsx";
import { markQuestions } from "./question-marks.ts";
import { askedOf, type StepProps } from "./step-props.ts";
import { isAnswered, useQuestionDrafts } from "./use-question-drafts.ts";
import { usePrevious } from "./use-session.ts";

/** One form, answered in any order; each answer is saved as it is left. */
export function QuestionsStep(props: StepProps): ReactNode {
  const { t } = wordsOf("session");
  const { state, session, answers } = props;
  const proposal = session.proposals.questions;
  const before = usePrevious(state.view.name, session, "questions");
  const drafts = useQuestionDrafts(state.view, session);
  if (!proposal) return null;
  const asked = askedOf(props, "questions");
  const { questions } = proposal.value;
  const { marks, dropped } = markQuestions(questions, before?.questions ?? []);
  const count = (mark: string): number =>
    [...marks.values()].filter((one) => one.mark === mark).length;
  const answered = questions.filter(({ id }) => isAnswered(drafts.draftOf(id))).length;
  const left = questions.length - answered;
  const done = asked?.options.find(({ id }) => id === "done");
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={t("questions.title", { count: questions.length })}
          decision={asked}
          answers={answers}
          verb="asks"
        >
          <p className="read">{t("questions.hint")}</p>
          {before && (
            <Note icon={RotateCcw}>
              {t("questions.revised", {
                kept: count("kept"),
                reworded: count("reworded"),
                added: count("new"),
                dropped,
              })}
            </Note>
          )}
        </ProposalHead>
        <ol className="qs">
          {questions.map((question, at) => (
            <li key={question.id} className="qs-one">
              <span className="qs-n muted">{at + 1}</span>
              <OneQuestion
                question={question}
                mark={before ? marks.get(question.id) : undefined}
                answer={session.answers[question.id]}
                drafts={drafts}
                canAnswer={asked !== undefined}
              />
            </li>
          ))}
        </ol>
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          hidden={["renew"]}
          first={{
            optionId: "done",
            label: t("questions.send", { count: answered }),
            consequence: [
              t("questions.left", { count: left }),
              lastSentence(done?.consequence),
            ].join(" "),
            isOfAnyVersion: true,
            before: drafts.flush,
          }}
        />
      )}
    </>
  );
}

/** What comes next; the number of open ones is said by the form, which knows it better. */
function lastSentence(text = ""): string {
  return /Then .*$/.exec(text)?.[0] ?? "";
}

function OneQuestion({
  question,
  mark,
  answer,
  drafts,
  canAnswer,
}: {
  question: Question;
  mark: { mark: "kept" | "reworded" | "new"; was: string } | undefined;
  answer: QuestionAnswer | undefined;
  drafts: ReturnType<typeof useQuestionDrafts>;
  canAnswer: boolean;
}): ReactNode {
  const { t } = wordsOf("session");
  const id = useId();
  const draft = drafts.draftOf(question.id);
  const state = drafts.stateOf(question.id);
  const options = question.options ?? [];
  const label = plainText(question.text);
  const pick = (option: string | null): void => {
    drafts.edit(question.id, { option });
    drafts.save(question.id);
  };
  return (
    <fieldset className="qs-body">
      <legend className="qs-text">
        <RichText text={question.text} className="strong" />{" "}
        {mark && (
          <Tag tone={mark.mark === "kept" ? "line" : "work"}>
            {t(`questions.mark.${mark.mark}`)}
          </Tag>
        )}
      </legend>
      {!canAnswer ? (
        <p className={isAnswered(draft) ? "ink2" : "muted"}>
          {[draft.option, draft.text].filter(Boolean).join(". ") || t("questions.open")}
        </p>
      ) : (
        <>
          {options.map((option) => (
            <label key={option} className="qs-option">
              <input
                type="radio"
                name={id}
                checked={draft.option === option}
                onChange={() => pick(option)}
              />
              <span>{option}</span>
            </label>
          ))}
          <textarea
            className="field ss-area qs-own"
            aria-label={options.length > 0 ? `${label}: ${t("questions.own")}` : label}
            placeholder={options.length > 0 ? t("questions.own") : undefined}
            rows={options.length > 0 ? 1 : 2}
            maxLength={ANSWER_MAX}
            value={draft.text}
            onChange={(event) => drafts.edit(question.id, { text: event.target.value })}
            onBlur={() => drafts.save(question.id)}
          />
        </>
      )}
      <p className="qs-state small muted">
        {state?.kind === "failed" ? (
          <span className="c-bad">{t("questions.notSaved", { why: state.why })}</span>
        ) : state?.kind === "saving" ? (
          t("questions.saving")
        ) : answer && isAnswered(draft) ? (
          t("questions.by", { by: answer.by.name })
        ) : (
          canAnswer && t(isAnswered(draft) ? "questions.written" : "questions.open")
        )}{" "}
        {mark?.mark === "reworded" && t("questions.was", { text: mark.was })}{" "}
        {canAnswer && isAnswered(draft) && (
          <Button
            kind="ghost"
            className="qs-clear"
            aria-label={`${t("questions.clear")}: ${label}`}
            onClick={() => {
              drafts.edit(question.id, { option: null, text: "" });
              drafts.save(question.id);
            }}
          >
            {t("questions.clear")}
          </Button>
        )}
      </p>
    </fieldset>
  );
}
