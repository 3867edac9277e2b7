import type { Session } from "@squadroom/core/session/record/session";
import { useEffect, useRef, useState } from "react";
import { getDraft, setDraft, useDraft } from "../../drafts/use-draft.ts";
import { call, explain } from "../../live/api.ts";
import type { AnswerDetail } from "./use-answers.ts";

export interface Draft {
  option: string | null;
  text: string;
}

type SaveState = { kind: "saving" } | { kind: "saved" } | { kind: "failed"; why: string };

const EMPTY: Draft = { option: null, text: "" };
const NONE: Readonly<Record<string, Draft>> = {};

function isSame(a: Draft, b: Draft): boolean {
  return a.option === b.option && a.text.trim() === b.text.trim();
}

const plain = ({ option, text }: Draft) => ({
  ...(option === null ? {} : { option }),
  ...(text.trim() === "" ? {} : { text: text.trim() }),
});

type Answered = Pick<Session, "id" | "answers">;

/**
 * Answers while they are written: kept in this browser with every key, saved when each is left, and what could not be
 * saved goes with the last one. What the server has is no longer a draft.
 */
export function useQuestionDrafts(
  room: { name: string; roomId: string },
  session: Answered,
  onSaved: () => void = () => undefined,
) {
  const key = `session:${room.roomId}:${session.id}:questions`;
  const { value: drafts } = useDraft(key, NONE);
  const [states, setStates] = useState<Record<string, SaveState>>({});
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const { answers } = session;
  const savedOf = (id: string): Draft => {
    const answer = answers[id];
    return answer ? { option: answer.option, text: answer.text } : EMPTY;
  };
  // To the letter: a space after the last word may be the beginning of the next one.
  useEffect(() => {
    // Not those of the rendering: somebody may have written since.
    const written = drafts === NONE ? NONE : getDraft(key, NONE);
    const open = Object.entries(written).filter(
      ([id, { option, text }]) => answers[id]?.option !== option || answers[id]?.text !== text,
    );
    if (open.length < Object.keys(written).length) setDraft(key, Object.fromEntries(open), NONE);
  }, [key, drafts, answers]);
  const draftOf = (id: string): Draft => drafts[id] ?? savedOf(id);
  const edit = (id: string, change: Partial<Draft>): void => {
    const latest = getDraft(key, NONE);
    setDraft(key, { ...latest, [id]: { ...(latest[id] ?? savedOf(id)), ...change } }, NONE);
  };
  const mark = (id: string, state: SaveState): void => setStates((known) => ({ ...known, [id]: state }));
  const send = (written: Readonly<Record<string, Draft>>): Promise<unknown> =>
    call("answerQuestions", {
      params: { room: room.name, sessionId: String(session.id) },
      body: {
        answers: Object.fromEntries(Object.entries(written).map(([id, draft]) => [id, plain(draft)])),
      },
    });
  const save = (id: string): void => {
    const draft = getDraft(key, NONE)[id];
    if (!draft || isSame(draft, savedOf(id))) return;
    mark(id, { kind: "saving" });
    // One after another: an older answer never overtakes a later one.
    saving.current = saving.current
      .then(() => send({ [id]: draft }))
      .then(
        () => {
          mark(id, { kind: "saved" });
          onSaved();
        },
        (error: unknown) => mark(id, { kind: "failed", why: explain(error).message }),
      );
  };
  const left = (): [string, Draft][] =>
    Object.entries(getDraft(key, NONE)).filter(([id, draft]) => !isSame(draft, savedOf(id)));
  /** Waits for what is under way, and returns what differs from the known answers. */
  const flush = async (): Promise<AnswerDetail | undefined> => {
    await saving.current;
    if (left().length === 0) return undefined;
    return { answers: Object.fromEntries(left().map(([id, draft]) => [id, plain(draft)])) };
  };
  return {
    draftOf,
    edit,
    save,
    flush,
    stateOf: (id: string) => states[id],
    /** The server does not have all of it: leaving would lose it. */
    isWriting: left().length > 0,
  };
}

export function isAnswered({ option, text }: Draft): boolean {
  return option !== null || text.trim() !== "";
}
