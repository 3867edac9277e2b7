import type { DecisionOption } from "@squadroom/core/decision/decision";
import { confirmationOf } from "@squadroom/core/decision/look";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { isFinal, NoteForm, noteDraft } from "../decision/index.ts";
import { AnswerRow, AnswerTiles } from "./answer-row.tsx";
import type { FirstAnswer } from "./first-answer.ts";
import { type AnswerBarActs, type Asking, useAnswerBar } from "./use-answer-bar.ts";

const BAR_NOTE = {
  discuss: "What do you want to say?",
  revise: "What should change?",
};

interface BarProps extends Asking {
  aside?: ReactNode;
  /** Something is written but not sent: the way back asks, with the draft's own answer at hand. */
  isWriting?: boolean;
}

/** Sticks to the bottom: one filled answer, the others beside it, and what they do in words. */
export function AnswerBar({ first, ...asking }: Omit<BarProps, "first"> & { first: FirstAnswer | null }): ReactNode {
  // What was begun for one decision is not an answer to the next one.
  return first && <Bar key={asking.decision.id} {...asking} first={first} />;
}

function Bar({ aside, isWriting = false, ...asking }: BarProps): ReactNode {
  const { answers, first, tiles } = asking;
  const acts = useAnswerBar(asking);
  return (
    <section
      ref={acts.bar}
      className="answerbar"
      data-answers
      aria-label="Your answer"
      aria-busy={answers.isBusy || undefined}
    >
      <div className="answerbar-in">
        {acts.armed ? (
          <Confirm {...asking} option={acts.armed} acts={acts} isWriting={isWriting} />
        ) : tiles ? (
          <AnswerTiles tiles={tiles} first={first} onPress={acts.pressTile} />
        ) : (
          <AnswerRow first={first} acts={acts} aside={aside} />
        )}
        {answers.problem && <Note tone="bad">{answers.problem}</Note>}
      </div>
    </section>
  );
}

/** What comes between an answer and sending it: a note, or what the answer makes outdated. */
function Confirm({
  decision,
  answers,
  option,
  acts: { confirm, leave },
  isWriting,
}: Pick<Asking, "decision" | "answers"> & {
  option: DecisionOption;
  acts: AnswerBarActs;
  isWriting: boolean;
}): ReactNode {
  const { id, act, label, consequence, needsNote } = option;
  if (confirmationOf(option, decision) === "consequence")
    return (
      <div className="answerbar-row">
        <p className="grow">
          <b>{label}?</b> {consequence}
        </p>
        <Button kind="primary" big onClick={() => confirm("")} autoFocus={!isWriting}>
          Go back
        </Button>
        <Button kind="ghost" big onClick={leave} autoFocus={isWriting}>
          Stay here
        </Button>
      </div>
    );
  const { kind } = act;
  return (
    <NoteForm
      key={id}
      draftKey={noteDraft(decision.id, id)}
      label={kind === "discuss" || kind === "revise" ? BAR_NOTE[kind] : "Why"}
      action={label}
      hint={firstLine(consequence)}
      isNeeded={needsNote}
      isFinal={isFinal(option)}
      isBusy={answers.isBusy}
      onSend={confirm}
      onBack={leave}
    />
  );
}
