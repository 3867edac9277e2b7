import type { DecisionOption } from "@squadroom/core/decision/decision";
import { weightOf } from "@squadroom/core/decision/look";
import { redoesStep } from "../decision/index.ts";
import type { AnswerDetail } from "./use-answers.ts";

/** What the filled button does. */
export interface FirstAnswer {
  option: DecisionOption;
  label: string;
  consequence: string;
  detail?: AnswerDetail | undefined;
  /** A note may go with it: it is asked for, but may stay empty. */
  takesNote?: boolean;
  isOfAnyVersion?: boolean;
  /** Something that has to be done before it is sent. */
  before?: () => Promise<AnswerDetail | undefined>;
  keys?: string;
  /** Why it cannot be given now. */
  off?: string;
}

/** One of a few answers side by side, each with its consequence. */
export interface AnswerTile extends FirstAnswer {
  /** Instead of being sent: something that comes first. */
  press?: () => void;
}

/** As offered, or with its label here. */
export function asFirst(option: DecisionOption | undefined, more: Partial<FirstAnswer> = {}): FirstAnswer | null {
  return option ? { option, label: option.label, consequence: option.consequence, ...more } : null;
}

/** It has a place of its own on the screen: in the head, in the table of levels, or with its approach. */
function standsElsewhere({ act }: DecisionOption): boolean {
  switch (act.kind) {
    case "renew":
    case "agree":
    case "override_level":
      return true;
    default:
      return act.kind === "choose" && act.approachId !== null;
  }
}

/** How the others are arranged beside the first: further ways back are in a menu, steps to redo in one of their own. */
export function sortAnswers(options: readonly DecisionOption[], first: DecisionOption) {
  const all = options.filter((option) => option.id !== first.id && !standsElsewhere(option));
  const shown = all.filter((option) => !redoesStep(option));
  const back = shown.filter((option) => weightOf(option) === "back");
  return {
    talk: shown.filter((option) => weightOf(option) === "talk"),
    beside: shown.filter((option) => weightOf(option) === "plain"),
    back: back.slice(0, 1),
    ends: shown.filter((option) => weightOf(option) === "final"),
    more: back.slice(1),
    steps: all.filter(redoesStep),
  };
}
