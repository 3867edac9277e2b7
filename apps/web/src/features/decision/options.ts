import type { Decision, DecisionOption } from "@squadroom/core/decision/decision";
import { leadOf, weightOf } from "@squadroom/core/decision/look";

const LEAD = {
  answer: "Answer",
  connect: "Connect",
};

const SHORT_WORDS = {
  agree: "Agree",
  raise_budget: "Raise",
};

type Asked = Pick<Decision, "kind"> & Options;
interface Options {
  options: readonly DecisionOption[];
}

/** Ends something for good: it comes last, is named in red, and asks for confirmation. */
export function isFinal(option: Pick<DecisionOption, "act">): boolean {
  return weightOf(option) === "final";
}

/** The answer that does this; `undefined`: it is not offered. */
export function optionTo({ options }: Options, kind: DecisionOption["act"]["kind"]): DecisionOption | undefined {
  return options.find(({ act }) => act.kind === kind);
}

/** A closed row's label for what comes before any of the answers; `null`: nothing does. */
export function leadLabel(decision: Asked): string | null {
  const lead = leadOf(decision);
  return lead && LEAD[lead];
}

/** Answers that differ only in a name fold into one line, which unfolds to them. */
export type AnswerFold = "steps" | "roles";
export type AnswerLine = DecisionOption | AnswerFold;

/** Redoes one step: a checkpoint may have as many of these as steps. */
export function redoesStep({ act }: DecisionOption): boolean {
  return act.kind === "revise_step";
}

/** Gives the task to another role: a question may have as many of these as the team has roles. */
function handsOn({ act }: DecisionOption): boolean {
  return act.kind === "hand_on";
}

/** How many steps to redo, and how many roles, it takes to fold: a small team's are shown at once. */
const FOLDS = {
  steps: { isOf: redoesStep, from: 2 },
  roles: { isOf: handsOn, from: 4 },
} as const;

/** The fold that an answer belongs to; `null`: it is shown by itself. */
export function foldOf({ options }: Options, option: DecisionOption): AnswerFold | null {
  const isIn = (fold: AnswerFold): boolean =>
    FOLDS[fold].isOf(option) && foldedIn({ options }, fold).length >= FOLDS[fold].from;
  return isIn("steps") ? "steps" : isIn("roles") ? "roles" : null;
}

export function foldedIn({ options }: Options, fold: AnswerFold): DecisionOption[] {
  return options.filter(FOLDS[fold].isOf);
}

/** The lines in which answers are shown; their numbers are the keys. */
export function answerLines({ options }: Options, unfolded: AnswerFold | null): AnswerLine[] {
  const lines: AnswerLine[] = [];
  for (const option of options) {
    const fold = foldOf({ options }, option);
    if (fold === null) lines.push(option);
    else if (!lines.includes(fold)) lines.push(fold, ...(unfolded === fold ? foldedIn({ options }, fold) : []));
  }
  return lines;
}

/** Longest label that fits a closed row, characters. */
const SHORT = 16;

/** The label for a closed row, if it fits without a cut; `null`: the answer is given only where all of it is read. */
export function shortLabel({ act, label }: DecisionOption): string | null {
  switch (act.kind) {
    case "agree":
    case "raise_budget":
      return SHORT_WORDS[act.kind];
    default:
      return label.length <= SHORT ? label : null;
  }
}

/** What a closed row shows: the first answer and one more, none that ends something, none that it cannot name. */
export function quickAnswers({ kind, options }: Asked): DecisionOption[] {
  const fits = (option: DecisionOption | undefined): option is DecisionOption =>
    option !== undefined && !isFinal(option) && shortLabel(option) !== null;
  // A denial first asks for its reason, in the open row.
  const deny = optionTo({ options }, "deny_call");
  if (deny) return [...options.slice(0, 1), deny];
  const lead = leadOf({ kind, options });
  const [first, second] = options;
  if (lead !== null) return lead === "connect" && fits(first) ? [first] : [];
  if (!fits(first)) return [];
  return fits(second) ? [first, second] : [first];
}

/** What `r` chooses, with a note: an answer in the person's own words, otherwise the one that turns it down. */
export function rejection({ options }: Options): DecisionOption | undefined {
  return options.find((option) => option.needsNote) ?? options.find(isFinal) ?? options.at(-1);
}
