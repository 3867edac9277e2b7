import type { Session } from "@squadroom/core/session/session";
import { useRef, useState } from "react";
import { call, explain } from "../../live/api.ts";
import type { AnswerDetail } from "./use-answers.ts";

export interface Draft {
  option: string | null;
  text: string;
}

type SaveState = { kind: "saving" } | { kind: "saved" } | { kind: "failed"; why: string };

const EMPTY: Draft = { option: null, text: "" };

function isSame(a: Draft, b: Draft): boolean {
  return a.option === b.option && a.text.trim() === b.text.trim();
}

const plain = ({ option, text }: Draft) => ({
  ...(option === null ? {} : { option }),
  ...(text.trim() === "" ? {} : { text: text.trim() }),
});

/** Answers while they are written: each is saved as it is left, what could not be saved goes with the last word. */
export function useQuestionDrafts(room: string, session: Session) {
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [states, setStates] = useState<Record<string, SaveState>>({});
  const latest = useRef(drafts);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const savedOf = (id: string): Draft => {
    const answer = session.answers[id];
    return answer ? { option: answer.option, text: answer.text } : EMPTY;
  };
  const draftOf = (id: string): Draft => drafts[id] ?? savedOf(id);
  const edit = (id: string, change: Partial<Draft>): void => {
    latest.current = {
      ...latest.current,
      [id]: { ...(latest.current[id] ?? savedOf(id)), ...change },
    };
    setDrafts(latest.current);
  };
  const mark = (id: string, state: SaveState): void =>
    setStates((known) => ({ ...known, [id]: state }));
  const save = (id: string): void => {
    const draft = latest.current[id];
    if (!draft || isSame(draft, savedOf(id))) return;
    mark(id, { kind: "saving" });
    const params = { room, sessionId: String(session.id) };
    // One after another: an older answer never overtakes a later one.
    saving.current = saving.current
      .then(() => call("answerQuestions", { params, body: { answers: { [id]: plain(draft) } } }))
      .then(
        () => mark(id, { kind: "saved" }),
        (error: unknown) => mark(id, { kind: "failed", why: explain(error).message }),
      );
  };
  /** Waits for what is under way, and hands over what differs from the answers that are known. */
  const flush = async (): Promise<AnswerDetail | undefined> => {
    await saving.current;
    const left = Object.entries(latest.current).filter(
      ([id, draft]) => !isSame(draft, savedOf(id)),
    );
    if (left.length === 0) return undefined;
    return { answers: Object.fromEntries(left.map(([id, draft]) => [id, plain(draft)])) };
  };
  return { draftOf, edit, save, flush, stateOf: (id: string) => states[id] };
}

export function isAnswered({ option, text }: Draft): boolean {
  return option !== null || text.trim() !== "";
}
