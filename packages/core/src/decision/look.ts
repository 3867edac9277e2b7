import type { ActKind, DecisionKind } from "../kernel/question.ts";
import type { RuleId } from "../policy/rule.ts";
import type { CallSubject, Decision, DecisionOption } from "./decision.ts";

/**
 * How an answer ranks among the others. `primary`: the one to give, in front. `talk`: asks for something else first.
 * `back`: leads to where it was before. `final`: ends something for good.
 */
export const OPTION_WEIGHTS = ["primary", "plain", "talk", "back", "final"] as const;
export type OptionWeight = (typeof OPTION_WEIGHTS)[number];

/** What comes between choosing and sending: a note that may go with it, or what it does, said once more. */
export const CONFIRMATIONS = ["note", "consequence"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** What an answer's weight depends on besides its act. */
interface Asked {
  subject: { kind: string } | Pick<CallSubject, "kind" | "rule" | "asks">;
}
type Acting = Pick<DecisionOption, "act">;

/** All others are plain. */
const WEIGHTS: Partial<Record<ActKind, OptionWeight>> = {
  cancel: "final",
  abort: "final",
  stop: "final",
  stop_at_budget: "final",
  deny_call: "final",
  skip_merge: "final",
  back: "back",
  previous_section: "back",
  discuss: "talk",
  revise: "talk",
};

/** All others are sent at once, unless they need a note. */
const CONFIRMED: Partial<Record<ActKind, Confirmation>> = {
  cancel: "note",
  abort: "note",
  stop: "note",
  stop_at_budget: "note",
  hand_on: "note",
  deny_call: "note",
  roll_back: "note",
  back: "consequence",
};

/** What these rules ask about stays in the project, where git has it; anything else may reach further. */
const CONTAINED: ReadonlySet<string> = new Set<RuleId>(["everything", "unknown_path"]);

/** Whether a call reaches other people or machines, or can't be undone; a call that can't be told counts as one. */
export function reachesOut({ rule, asks }: Pick<CallSubject, "rule" | "asks">): boolean {
  const rules = [rule, ...asks.map((one) => one.rule)];
  return asks.length === 0 || rules.some((one) => !CONTAINED.has(one));
}

/** Follows from what the option does, not from its place. */
export function weightOf({ act }: Acting): OptionWeight {
  return WEIGHTS[act.kind] ?? "plain";
}

export function confirmationOf(
  { act, needsNote }: Omit<DecisionOption, "id">,
  { subject }: Asked,
): Confirmation | null {
  if (act.kind === "permit" && "rule" in subject && reachesOut(subject)) return "consequence";
  return needsNote ? "note" : (CONFIRMED[act.kind] ?? null);
}

/** It allows something that can't be undone: never given by habit, nor together with others. */
export function isGivenAlone(option: DecisionOption, asked: Asked): boolean {
  return option.act.kind === "permit" && confirmationOf(option, asked) !== null;
}

/** What comes before any of the answers: the act that is asked for happens elsewhere. */
export type Lead = "answer" | "connect";

/**
 * Questions are answered one by one, and an empty role by an agent who joins: no answer to the decision itself does
 * that, so none may stand where it would be given by habit.
 */
export function leadOf({ kind, options }: Pick<Decision, "kind"> & Options): Lead | null {
  const first = options[0]?.act.kind;
  if (kind === "questions" && first !== "send_answers") return "answer";
  return kind === "role_unavailable" && first === "wait" ? "connect" : null;
}

interface Options {
  options: readonly DecisionOption[];
}

/** The options with all that a screen or a program needs to show them. */
export function presented(decision: Pick<Decision, "kind"> & Asked & Options) {
  const hasLead = leadOf(decision) !== null;
  return decision.options.map((option, i) => {
    const weight = weightOf(option);
    const isPrimary = i === 0 && !hasLead && weight !== "final";
    return {
      ...option,
      weight: isPrimary ? ("primary" as const) : weight,
      confirm: confirmationOf(option, decision),
    };
  });
}

/** What a person answers from what was made: the documents, the diff and what speaks against them, not the question. */
const READ_FIRST: ReadonlySet<DecisionKind> = new Set([
  "pipeline_checkpoint",
  "batch_checkpoint",
  "discussion_blocked",
  "review_failed",
  "gate_failed",
  "merge_failed",
]);

/** Whether an answer from a row that doesn't show what it rests on would be one unseen. */
export function isReadFirst({ kind }: Pick<Decision, "kind">): boolean {
  return READ_FIRST.has(kind);
}
