import { RefusalError } from "@squadroom/core/kernel/refusal";
import { explain } from "../../live/api.ts";
import { t } from "./words.ts";

/** What became of a decision while it stood on the screen. */
export type Outcome =
  | { kind: "mine"; label: string; canUndo: boolean }
  | { kind: "other"; by: string; label: string }
  | { kind: "moot"; reason: string }
  /** `again`: what asks in its place. */
  | { kind: "undone"; again: string | null };

export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case "mine":
      return t("outcome.mine", { label: quoted(outcome.label) });
    case "other":
      return t("outcome.other", { by: outcome.by, label: quoted(outcome.label) });
    case "moot":
      return t("outcome.moot", { reason: outcome.reason });
    case "undone":
      return t("outcome.undone");
  }
}

/** In quotes, where the sentence has an end of its own. */
function quoted(label: string): string {
  return label.replace(/[.…\s]+$/, "");
}

/** A refusal that says how the decision ended, or what a person has to know instead. */
export function readRefusal(error: unknown): Outcome | { kind: "problem"; text: string } {
  if (error instanceof RefusalError) {
    const { code } = error;
    const { by, label, reason } = (error.refusal.details ?? {}) as Record<string, unknown>;
    if (code === "decision_answered")
      return { kind: "other", by: String(by ?? ""), label: String(label ?? "") };
    if (code === "decision_moot" || code === "decision_unknown")
      return { kind: "moot", reason: String(reason ?? error.message) };
    if (code === "decision_changed") return { kind: "problem", text: t("changed") };
  }
  return { kind: "problem", text: explain(error).message };
}
