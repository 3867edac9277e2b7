import type { DecisionKind, DecisionOption } from "@squadroom/core/decision/decision";
import { wordsOf } from "../../words/words-of.ts";

interface Options {
  options: readonly DecisionOption[];
}

const FINAL = ["cancel", "abort", "stop"];

/** Ends something for good: it stands last, is named in red, and asked about once. */
export function isFinal(option: Pick<DecisionOption, "id">): boolean {
  return FINAL.includes(option.id);
}

/** Another role takes the task over, with a note if there is one. */
function isPassedOn({ id }: Pick<DecisionOption, "id">): boolean {
  return id.startsWith("hand_on:") || id.startsWith("reassign:");
}

/** It is not sent with one press: it needs words, takes some, or deserves a second look. */
export function needsForm(option: DecisionOption): boolean {
  return option.needsNote || isFinal(option) || isPassedOn(option);
}

/** What comes before any of the answers: the act that is asked for happens elsewhere. */
export type Lead = "answer" | "connect";

/**
 * Questions are answered one by one, and an empty role by an agent who joins: no answer to the decision itself does
 * that, and none may stand where one gives it by habit.
 */
export function leadOf({ kind, options }: Options & { kind: DecisionKind }): Lead | null {
  if (kind === "questions" && options[0]?.id !== "done") return "answer";
  if (kind === "role_unavailable" && options[0]?.id === "wait") return "connect";
  return null;
}

/** How a closed row calls it; `null`: there is none. */
export function leadLabel(decision: Options & { kind: DecisionKind }): string | null {
  const lead = leadOf(decision);
  return lead && wordsOf("decision").t(`lead.${lead}`);
}

/** Longest label that a closed row has room for, characters. */
const SHORT = 16;

/** The label for a closed row, where nothing of it is cut; `null`: it is only given where all of it can be read. */
export function shortLabel({ id, label }: DecisionOption): string | null {
  const { t } = wordsOf("decision");
  switch (id) {
    case "agree":
    case "raise":
      return t(`short.${id}`);
    default:
      return label.length <= SHORT ? label : null;
  }
}

/** What a closed row shows: the first answer and one more, none that ends something, none that it cannot name. */
export function quickAnswers({
  kind,
  options,
}: Options & { kind: DecisionKind }): DecisionOption[] {
  const fits = (option: DecisionOption | undefined): option is DecisionOption =>
    option !== undefined && !isFinal(option) && shortLabel(option) !== null;
  const lead = leadOf({ kind, options });
  const [first, second] = options;
  if (lead !== null) return lead === "connect" && fits(first) ? [first] : [];
  if (!fits(first)) return [];
  return fits(second) ? [first, second] : [first];
}

/** What `r` chooses, with a note: an answer in one's own words, else the one that turns it down. */
export function rejection({ options }: Options): DecisionOption | undefined {
  return options.find((option) => option.needsNote) ?? options.find(isFinal) ?? options.at(-1);
}
