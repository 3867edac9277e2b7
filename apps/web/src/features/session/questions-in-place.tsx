import type { Session } from "@squadroom/core/session/record/session";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { answer, type Outcome } from "../decision/index.ts";
import { focusOpenQuestion, QuestionList } from "./question-list.tsx";
import { isAnswered, useQuestionDrafts } from "./use-question-drafts.ts";
import { useSession } from "./use-session.ts";

type Place = {
  room: { id: string; name: string };
  sessionId: number;
  decisionId: string;
  /** The answer that sends them. */
  optionId: string;
  /** Rises with each press that asks for them. */
  asked: number;
  onSend: () => void;
  onOutcome: (outcome: Outcome) => void;
  onClose: () => void;
};

/** A session's questions where they wait for the person, without a detour to the session. */
export function QuestionsInPlace(props: Place): ReactNode {
  const query = useSession(props.room.name, props.sessionId, undefined);
  const { refetch } = query;
  useEffect(() => void refetch(), [refetch]);
  const session = query.data?.session;
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  if (!session?.proposals.questions) return <SkeletonRows rows={2} />;
  return <Form {...props} session={session} onSaved={() => void refetch()} />;
}

function Form({
  room,
  decisionId,
  optionId,
  asked,
  onSend,
  onOutcome,
  onClose,
  session,
  onSaved,
}: Place & { session: Session; onSaved: () => void }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const drafts = useQuestionDrafts({ name: room.name, roomId: room.id }, session, onSaved);
  const questions = session.proposals.questions?.value.questions ?? [];
  const answered = questions.filter(({ id }) => isAnswered(drafts.draftOf(id))).length;
  // With each press that asks for them, even while they are there.
  const lastAsked = useRef(0);
  useEffect(() => {
    if (lastAsked.current === asked) return;
    lastAsked.current = asked;
    focusOpenQuestion(box.current);
  }, [asked]);
  const send = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    onSend();
    const detail = await drafts.flush();
    const sent = await answer(room.id, { id: decisionId }, optionId, "", detail);
    setBusy(false);
    if (sent.kind === "problem") setProblem(sent.text);
    else onOutcome(sent);
  };
  return (
    <div ref={box} className="qs-place" aria-busy={isBusy || undefined}>
      <QuestionList
        questions={questions}
        answers={session.answers}
        marks={null}
        drafts={drafts}
        canAnswer
        onSend={() => void send()}
        onLast={() => box.current?.querySelector<HTMLElement>("[data-send]")?.focus()}
      />
      <p className="qs-place-acts">
        <Button kind="primary" keys="Mod+Enter" data-send onClick={() => void send()}>
          {answered === 0
            ? "Send without answers"
            : answered === 1
              ? `Send ${answered} answer`
              : `Send ${answered} answers`}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          Not now
        </Button>
        <span className="small muted">
          {questions.length - answered === 0
            ? "All are answered."
            : questions.length - answered === 1
              ? `${questions.length - answered} is left to the agents' judgement.`
              : `${questions.length - answered} are left to the agents' judgement.`}
        </span>
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </div>
  );
}
