import type { DecisionOption } from "@squadroom/core/decision/decision";
import { confirmationOf, isGivenAlone } from "@squadroom/core/decision/look";
import { useState } from "react";
import { settleDraft } from "../../drafts/use-draft.ts";
import { type AnswerFold, type AnswerLine, answerLines, rejection } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import { answer } from "./send.ts";

/** An answer that waits for its note, or for a second look. */
interface Armed {
  option: DecisionOption;
  isNoteNeeded: boolean;
  /** To be pressed once more, instead of a note. */
  isAlone?: boolean;
}

export interface Answering {
  armed: Armed | null;
  problem: string | null;
  isBusy: boolean;
  /** The lines as now shown. */
  lines: AnswerLine[];
  unfolded: AnswerFold | null;
  /** A press on one line: an answer is chosen, a fold opens or closes. */
  press: (line: AnswerLine | undefined) => void;
  /** One press: sent, or armed if it needs a note. */
  choose: (option: DecisionOption) => void;
  /** With a note, whatever it is. */
  reject: () => void;
  confirm: (note: string) => void;
  disarm: () => void;
}

/** Where the note for one answer is kept while it is written. */
export function noteDraft(decisionId: string, optionId: string): string {
  return `note:${decisionId}:${optionId}`;
}

/** Key prefix under which the edits of a session's triage are kept until they are sent. */
export function triageDrafts(roomId: string, sessionId: number): string {
  return `session:${roomId}:${sessionId}:triage`;
}

interface Asked {
  id: string;
  version: number;
  subject: Parameters<typeof confirmationOf>[1]["subject"];
  options: readonly DecisionOption[];
}

/** Answers one decision, with one request at a time. */
export function useAnswering(
  room: string,
  decision: Asked,
  { onSend, onOutcome }: { onSend?: () => void; onOutcome: (outcome: Outcome) => void },
): Answering {
  const [armed, setArmed] = useState<Armed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [unfolded, unfold] = useState<AnswerFold | null>(null);
  const send = (option: DecisionOption, note: string): void => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    onSend?.();
    void answer(room, decision, option.id, note).then((sent) => {
      setBusy(false);
      if (sent.kind === "problem") return setProblem(sent.text);
      settleDraft(noteDraft(decision.id, option.id), note);
      setArmed(null);
      onOutcome(sent);
    });
  };
  const choose = (option: DecisionOption): void => {
    // If it can be taken back, its consequence is already beside it.
    if (isGivenAlone(option, decision)) setArmed({ option, isNoteNeeded: false, isAlone: true });
    else if (confirmationOf(option, decision) === "note") setArmed({ option, isNoteNeeded: option.needsNote });
    else send(option, "");
  };
  return {
    armed,
    problem,
    isBusy,
    lines: answerLines(decision, unfolded),
    unfolded,
    press: (line) => {
      if (typeof line === "string") unfold(line === unfolded ? null : line);
      else if (line) choose(line);
    },
    choose,
    reject: () => {
      const option = rejection(decision);
      if (option) setArmed({ option, isNoteNeeded: true });
    },
    confirm: (note) => {
      if (armed) send(armed.option, note);
    },
    disarm: () => {
      setArmed(null);
      setProblem(null);
    },
  };
}
