import { RefusalError } from "@squadroom/core/kernel/refusal";
import { explain } from "../../live/api.ts";
import { say } from "../../words/say.tsx";

/** What became of a decision while it was on the screen. */
export type Outcome =
  | { kind: "mine"; label: string; canUndo: boolean }
  | { kind: "other"; by: string; label: string }
  | { kind: "moot"; reason: string }
  /** `again`: the decision that asks in its place. */
  | { kind: "undone"; again: string | null };

export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case "mine":
      return say`You chose “${quoted(outcome.label)}”.`;
    case "other":
      return say`${outcome.by} chose “${quoted(outcome.label)}” before you.`;
    case "moot":
      return say`No longer asked: ${outcome.reason}`;
    case "undone":
      return "Taken back.";
  }
}

/** In quotes, if the sentence has an end of its own. */
function quoted(label: string): string {
  return label.replace(/[.…\s]+$/, "");
}

/** A refusal that says how the decision ended, or what a person has to know instead. */
export function readRefusal(error: unknown): Outcome | { kind: "problem"; text: string } {
  if (error instanceof RefusalError) {
    const { code } = error;
    const { by, label, reason } = (error.refusal.details ?? {}) as Record<string, unknown>;
    if (code === "decision_answered") return { kind: "other", by: String(by ?? ""), label: String(label ?? "") };
    if (code === "decision_moot" || code === "decision_unknown")
      return { kind: "moot", reason: String(reason ?? error.message) };
    if (code === "decision_changed")
      return {
        kind: "problem",
        text: "The answers have changed since you looked, so nothing was applied. Look again.",
      };
  }
  return { kind: "problem", text: explain(error).message };
}
