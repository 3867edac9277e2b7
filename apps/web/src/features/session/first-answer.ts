import type { DecisionOption } from "@squadroom/core/decision/decision";
import type { AnswerDetail } from "./use-answers.ts";

/** What the filled button does. */
export interface FirstAnswer {
  optionId: string;
  label: string;
  consequence: string;
  detail?: AnswerDetail | undefined;
  needsNote?: boolean;
  /** A note may go with it: it is asked for, and may stay empty. */
  takesNote?: boolean;
  isOfAnyVersion?: boolean;
  /** Something that has to be done before it is sent. */
  before?: () => Promise<AnswerDetail | undefined>;
  keys?: string;
  /** Why it cannot be given now. */
  off?: string;
}

/** One answer of a few that stand side by side, each with its consequence. */
export interface AnswerTile extends FirstAnswer {
  /** In place of being sent: something that comes before it. */
  press?: () => void;
}

export function optionOf(
  { options }: { options: readonly { id: string; label: string; consequence: string }[] },
  optionId: string,
): FirstAnswer {
  const option = options.find(({ id }) => id === optionId);
  return { optionId, label: option?.label ?? "", consequence: option?.consequence ?? "" };
}

const isBack = ({ id }: DecisionOption): boolean => id.startsWith("back:") || id === "previous";
const isPlain = ({ id }: DecisionOption): boolean => id === "discuss" || id === "revise";

/** What stands beside the first answer, what is in the menu, and what leads back. */
export function sortAnswers(options: readonly DecisionOption[], hidden: readonly string[]) {
  const shown = options.filter(({ id }) => !hidden.includes(id));
  const back = shown.filter(isBack);
  const rest = shown.filter((option) => !isBack(option));
  const plain = [
    ...rest.filter(({ id }) => id === "revise"),
    ...rest.filter(({ id }) => id === "discuss"),
  ];
  const others = rest.filter((option) => !isPlain(option));
  return { plain, back: back.slice(0, 1), others, more: back.slice(1) };
}
