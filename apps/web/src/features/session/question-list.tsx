import { counted } from "@squadroom/core/kernel/words";
import type { Question } from "@squadroom/core/reply/shapes";
import { ANSWER_MAX } from "@squadroom/core/session/record/question";
import type { QuestionAnswer } from "@squadroom/core/session/record/session";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { getPreferences } from "../../preferences/preferences.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { markQuestions } from "./question-marks.ts";
import { isAnswered, type useQuestionDrafts } from "./use-question-drafts.ts";
import "../../ui/field.css";
import "./questions.css";

const QUESTIONS_MARK = {
  kept: "kept",
  reworded: "reworded",
  new: "new",
};

type Drafts = ReturnType<typeof useQuestionDrafts>;
type Marks = ReturnType<typeof markQuestions>["marks"];
type Marked = NonNullable<ReturnType<Marks["get"]>>;

/** Keys of the screen that decide something: while a question has the focus they are letters. */
const DECIDING = ["a", "b", "d", "h", "m", "n", "r", "s", "x", "z"];

/** The first open one, otherwise the first. */
export function focusOpenQuestion(list: HTMLElement | null): void {
  const boxes = boxesIn(list);
  (boxes.find(({ dataset }) => dataset.open !== undefined) ?? boxes[0])?.focus();
}

function boxesIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-question]") ?? [])];
}

/**
 * Questions one below the other, answered in any order. Within one: 1 to 9 choose, o or a click writes a text, Enter
 * goes to the next, Ctrl or ⌘ and Enter sends all.
 */
export function QuestionList({
  questions,
  answers,
  marks,
  drafts,
  canAnswer,
  onSend,
  onLast,
}: {
  questions: readonly Question[];
  answers: Readonly<Record<string, QuestionAnswer>>;
  /** How each compares with the previous set; `null`: there was none. */
  marks: Marks | null;
  drafts: Drafts;
  canAnswer: boolean;
  onSend: () => void;
  /** Enter on the last one: moves to what sends them. */
  onLast: () => void;
}): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const [isWarned, setWarned] = useState(false);
  const left = questions.filter(({ id }) => !isAnswered(drafts.draftOf(id))).length;
  const send = (): void => {
    // Nobody leaves a question to the agents out of habit.
    if (left === 0 || isWarned) return onSend();
    setWarned(true);
    focusOpenQuestion(list.current);
  };
  const step = (from: HTMLElement, by: 1 | -1): void => {
    const boxes = boxesIn(list.current);
    const next = boxes[boxes.indexOf(from) + by];
    if (next) next.focus();
    else if (by === 1) onLast();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!canAnswer || event.nativeEvent.isComposing || event.altKey) return;
    const target = event.target as HTMLElement;
    const box = target.closest<HTMLElement>("[data-question]");
    if (!box) return;
    const taken = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "Enter") return;
      taken();
      return send();
    }
    if (event.key === "Enter" && target.tagName !== "BUTTON") {
      if (event.shiftKey && target.tagName === "TEXTAREA") return;
      taken();
      return step(box, event.shiftKey ? -1 : 1);
    }
    if (target.tagName === "TEXTAREA") {
      if (event.key !== "Escape") return;
      taken();
      return box.focus();
    }
    if (DECIDING.includes(event.key)) return taken();
    if (!getPreferences().singleKeys) return;
    const question = questions.find(({ id }) => id === box.dataset.question);
    const option = /^[1-9]$/.test(event.key) && question?.options?.[Number(event.key) - 1];
    if (question && option) {
      drafts.edit(question.id, { option });
      drafts.save(question.id);
    } else if (event.key === "o") box.querySelector("textarea")?.focus();
    else if (!/^[1-9]$/.test(event.key)) return;
    taken();
  };
  return (
    <>
      {canAnswer && (
        <p className="qs-keys small muted wide">
          {questions.some(({ options = [] }) => options.length > 0) && (
            <span>
              <Kbd keys="1" /> … <Kbd keys="9" /> choose
            </span>
          )}
          <span>
            <Kbd keys="o" /> own words
          </span>
          <span>
            <Kbd keys="Enter" /> next question
          </span>
          <span>
            <Kbd keys="Mod+Enter" /> send all
          </span>
        </p>
      )}
      <ol ref={list} className="qs" data-questions onKeyDown={onKeyDown}>
        {questions.map((question, at) => (
          <li key={question.id} className="qs-one">
            <span className="qs-n muted">{at + 1}</span>
            <OneQuestion
              question={question}
              mark={marks?.get(question.id)}
              answer={answers[question.id]}
              drafts={drafts}
              canAnswer={canAnswer}
            />
          </li>
        ))}
      </ol>
      <p className="small c-warn" role="status">
        {isWarned &&
          left > 0 &&
          `${counted(left, "question is open. Press Ctrl ↵ again to leave it", "questions are open. Press Ctrl ↵ again to leave them")} to the agents.`}
      </p>
    </>
  );
}

function OneQuestion({
  question,
  mark,
  answer,
  drafts,
  canAnswer,
}: {
  question: Question;
  mark: Marked | undefined;
  answer: QuestionAnswer | undefined;
  drafts: Drafts;
  canAnswer: boolean;
}): ReactNode {
  const id = useId();
  const draft = drafts.draftOf(question.id);
  const state = drafts.stateOf(question.id);
  const offered = question.options ?? [];
  // A choice made earlier is shown even if it is no longer offered.
  const options = draft.option === null || offered.includes(draft.option) ? offered : [...offered, draft.option];
  const box = useRef<HTMLFieldSetElement>(null);
  const label = plainText(question.text);
  const pick = (option: string | null): void => {
    drafts.edit(question.id, { option });
    drafts.save(question.id);
  };
  return (
    <fieldset
      ref={box}
      className="qs-body"
      tabIndex={canAnswer ? -1 : undefined}
      data-question={canAnswer ? question.id : undefined}
      data-open={isAnswered(draft) ? undefined : ""}
    >
      <legend className="qs-text">
        <RichText text={question.text} className="strong" />{" "}
        {mark && <Tag tone={mark.mark === "kept" ? "line" : "work"}>{QUESTIONS_MARK[mark.mark]}</Tag>}
      </legend>
      {!canAnswer ? (
        <p className={isAnswered(draft) ? "ink2" : "muted"}>
          {[draft.option, draft.text].filter(Boolean).join(". ") || "Left open: the agents decide and say why."}
        </p>
      ) : (
        <>
          {options.map((option, at) => (
            <label key={option} className="qs-option">
              <input type="radio" name={id} checked={draft.option === option} onChange={() => pick(option)} />
              <span>{option}</span>
              {at < offered.length && at < 9 && (
                <span className="wide">
                  <Kbd keys={String(at + 1)} />
                </span>
              )}
            </label>
          ))}
          <textarea
            className="field qs-own"
            aria-label={options.length > 0 ? `${label}: In your own words` : label}
            placeholder={options.length > 0 ? "In your own words" : undefined}
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
          <span className="c-bad">{say`not saved: ${state.why}`}</span>
        ) : state?.kind === "saving" ? (
          "saving"
        ) : answer && isAnswered(draft) ? (
          say`answered by ${answer.by.name}`
        ) : (
          canAnswer &&
          (isAnswered(draft) ? "Sent with the other answers." : "Left open: the agents decide and say why.")
        )}{" "}
        {mark?.mark === "reworded" && say`Was: “${mark.was}”`}{" "}
        {canAnswer && isAnswered(draft) && (
          <Button
            kind="ghost"
            className="qs-clear"
            aria-label={`Leave it open: ${label}`}
            onClick={() => {
              drafts.edit(question.id, { option: null, text: "" });
              drafts.save(question.id);
              // This button disappears with the answer; what is typed next belongs to the question.
              box.current?.focus();
            }}
          >
            Leave it open
          </Button>
        )}
      </p>
    </fieldset>
  );
}
