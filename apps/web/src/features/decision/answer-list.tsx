import type { DecisionOption } from "@squadroom/core/decision/decision";
import { clsx } from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";
import { useRest } from "../../keys/rest.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { numbered } from "../../ui/numbered.ts";
import { NoteForm } from "./note-form.tsx";
import { foldedIn, foldOf, isFinal } from "./options.ts";
import { type Answering, noteDraft } from "./use-answering.ts";
import { LINE } from "./words.ts";
import "./answer.css";

const HINT = {
  steps: (count) => `Choose one of ${count}. It is done again with your note.`,
  roles: (count) => `Choose one of ${count}. It takes it over with your note.`,
} satisfies Record<string, (count: number) => string>;

/** One line per answer: the button, and what it does. The first one is filled, and one that ends something is red. */
export function AnswerList({
  decision,
  answering,
  lead,
  hasKeys = false,
}: {
  decision: { id: string; options: readonly DecisionOption[] };
  answering: Answering;
  /** Comes before them, and is the filled one. */
  lead?: { label: string; hint: string; run: () => void } | null;
  /** Their numbers are now keys. */
  hasKeys?: boolean;
}): ReactNode {
  const { armed, problem, isBusy, lines, unfolded, press } = answering;
  useRest("pointer", `${decision.id} ${lines.length} ${armed?.option.id}`);
  const keyOf = (at: number): string | undefined => (hasKeys && at < 9 ? String(at + 1) : undefined);
  const from = lead ? 1 : 0;
  return (
    <div className="answering" aria-busy={isBusy || undefined} data-answers>
      {armed?.isAlone ? (
        <Confirm option={armed.option} answering={answering} />
      ) : armed ? (
        <NoteForm
          key={armed.option.id}
          draftKey={noteDraft(decision.id, armed.option.id)}
          label={armed.option.needsNote ? "Your answer" : isFinal(armed.option) ? "Why" : "Note"}
          action={armed.option.label}
          hint={armed.option.consequence}
          isNeeded={armed.isNoteNeeded}
          isFinal={isFinal(armed.option)}
          isBusy={isBusy}
          onSend={answering.confirm}
          onBack={answering.disarm}
        />
      ) : (
        <ol className="answers" aria-label="Answers">
          {lead && (
            <li>
              <Button kind="primary" className="answer answer-first" keys={keyOf(0)} onClick={lead.run}>
                <span className="ell">{lead.label}</span>
              </Button>
              <span>{lead.hint}</span>
            </li>
          )}
          {numbered(lines).map(({ at, item: line }) =>
            typeof line === "string" ? (
              <li key={line}>
                <Button
                  className="answer"
                  keys={keyOf(at + from)}
                  aria-expanded={unfolded === line}
                  onClick={() => press(line)}
                >
                  <span className="ell">{LINE[line]}</span>
                  <Icon of={unfolded === line ? ChevronUp : ChevronDown} size="s" />
                </Button>
                <span>{HINT[line](foldedIn(decision, line).length)}</span>
              </li>
            ) : (
              <li key={line.id} className={clsx(foldOf(decision, line) !== null && "answer-step")}>
                <Button
                  kind={isFinal(line) ? "ending" : at + from === 0 ? "primary" : "plain"}
                  className={clsx("answer", at + from === 0 && "answer-first")}
                  keys={keyOf(at + from)}
                  onClick={() => press(line)}
                >
                  <span className="ell">{line.label}</span>
                </Button>
                <span>{line.consequence}</span>
              </li>
            ),
          )}
        </ol>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </div>
  );
}

/** The second press for what cannot be undone: a key other than the first. */
function Confirm({
  option: { label, consequence },
  answering,
}: {
  option: DecisionOption;
  answering: Answering;
}): ReactNode {
  return (
    <section className="nf" aria-label="Confirm">
      <p>
        <b>{label}?</b> {consequence}
      </p>
      <div className="nf-acts">
        <Button
          kind="primary"
          keys="Enter"
          autoFocus
          onClick={() => answering.confirm("")}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            answering.disarm();
          }}
        >
          {label}
        </Button>
        <Button kind="ghost" onClick={answering.disarm}>
          Back
        </Button>
      </div>
    </section>
  );
}
