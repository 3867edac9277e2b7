import type { Body } from "@squadroom/client/call";
import type { DecisionOption } from "@squadroom/core/decision/decision";
import { useState } from "react";
import { call } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { outcomeWords, readRefusal, undo } from "../decision/index.ts";

export type AnswerDetail = NonNullable<Body<"answerDecision">["detail"]>;

export interface Answer {
  decision: { id: string; version: number };
  option: DecisionOption;
  note?: string;
  detail?: AnswerDetail | undefined;
  /** It answers what is asked, however its consequences are now worded. */
  isOfAnyVersion?: boolean;
}

export interface Answers {
  isBusy: boolean;
  problem: string | null;
  /** Whether it was applied. One at a time. */
  send: (answer: Answer) => Promise<boolean>;
  forget: () => void;
}

/** Answers decisions of a session; reports what was done, and takes it back if possible. */
export function useAnswers(room: string): Answers {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (answer: Answer): Promise<boolean> => {
    if (isBusy) return false;
    const { decision, option, note = "", detail, isOfAnyVersion = false } = answer;
    setBusy(true);
    setProblem(null);
    try {
      const { label, canUndo } = await call("answerDecision", {
        params: { room, decisionId: decision.id },
        body: {
          optionId: option.id,
          note: note.trim(),
          ...(isOfAnyVersion ? {} : { version: decision.version }),
          ...(detail ? { detail } : {}),
        },
      });
      const words = outcomeWords({ kind: "mine", label, canUndo });
      const action = { label: "Undo", run: () => takeBack(decision.id) };
      toast(words, canUndo ? { action } : {});
      return true;
    } catch (error) {
      const outcome = readRefusal(error);
      if (outcome.kind === "problem") setProblem(outcome.text);
      else toast(outcomeWords(outcome), { tone: "bad" });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const takeBack = (decisionId: string): void =>
    void undo(room, decisionId).then((sent) => {
      if (sent.kind === "undone") return toast("Taken back. You're asked again.");
      toast(sent.kind === "problem" ? sent.text : outcomeWords(sent), { tone: "bad" });
    });
  return { isBusy, problem, send, forget: () => setProblem(null) };
}
