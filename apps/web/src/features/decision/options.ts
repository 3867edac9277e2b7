import type { DecisionOption } from "@squadroom/core/decision/decision";

interface Options {
  options: readonly DecisionOption[];
}

/** Ends something for good: it is named in red, and asked about once. */
export function isFinal(option: Pick<DecisionOption, "id">): boolean {
  return option.id === "cancel";
}

/** Another role takes the task over, with a note if there is one. */
function isPassedOn({ id }: Pick<DecisionOption, "id">): boolean {
  return id.startsWith("hand_on:") || id.startsWith("reassign:");
}

/** It is not sent with one press: it needs words, takes some, or deserves a second look. */
export function needsForm(option: DecisionOption): boolean {
  return option.needsNote || isFinal(option) || isPassedOn(option);
}

/** What stands first, and what `a` chooses. */
export function firstAnswer({ options }: Options): DecisionOption | undefined {
  return options[0];
}

/** What `r` chooses, with a note: an answer in one's own words, else the one that turns it down. */
export function rejection({ options }: Options): DecisionOption | undefined {
  return options.find((option) => option.needsNote) ?? options.find(isFinal) ?? options.at(-1);
}
