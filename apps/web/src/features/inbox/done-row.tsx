import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Check, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText, questionLine } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { type Outcome, outcomeWords } from "../decision/index.ts";

/** What was asked, in one line. */
function askedIn(item: InboxItem): string {
  switch (item.kind) {
    case "decision":
      return questionLine(item.decision.question);
    case "question":
      return questionLine(item.text);
    case "stuck":
      return wordsOf("inbox").t("stuck.title", { name: item.agent.name, task: item.task.id });
    case "empty_roles":
      return wordsOf("inbox").t("emptyRoles.title", { count: item.asked.length });
    case "paused":
      return wordsOf("inbox").t("paused.title");
    case "review":
      return wordsOf("inbox").t("review.title", {
        item: String(item.item.id),
        title: plainText(item.item.title),
      });
  }
}

/** Where a row stood: what became of it, until the list moves on. */
export function DoneRow({
  item,
  outcome,
  onUndo,
}: {
  item: InboxItem;
  outcome: Outcome;
  onUndo: () => void;
}): ReactNode {
  const { t } = wordsOf("inbox");
  const asked = askedIn(item);
  const isMine = outcome.kind === "mine";
  const icon = isMine ? Check : outcome.kind === "undone" ? Undo2 : X;
  return (
    <>
      <span className={isMine ? "dec-mark c-ok" : "dec-mark muted"}>
        <Icon of={icon} size="s" />
      </span>
      <p className="dec-done">
        <span className="strong">{outcomeWords(outcome)}</span>{" "}
        <span className="muted dots">
          <span>{asked}</span>
          {item.kind !== "empty_roles" && <span className="nowrap">{item.room.name}</span>}
        </span>
      </p>
      {isMine && outcome.canUndo && (
        <Button
          kind="ghost"
          aria-label={t("undo.of", { label: outcome.label, question: asked })}
          onClick={onUndo}
        >
          {t("undo.button")}
        </Button>
      )}
    </>
  );
}
