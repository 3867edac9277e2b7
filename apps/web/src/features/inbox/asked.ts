import type { InboxItem } from "@squadroom/core/inbox/contract";
import { plainText, questionLine } from "../../words/plain-text.ts";
import { questionText } from "../decision/index.ts";
import { t } from "./words.ts";

/** What was asked, in one line. */
export function askedIn(item: InboxItem): string {
  switch (item.kind) {
    case "decision":
      return questionText(item.decision);
    case "question":
      return questionLine(item.text);
    case "stuck":
      return t("stuck.title", { name: item.agent.name, task: item.task.id });
    case "empty_roles":
      return t("emptyRoles.title", { count: item.asked.length });
    case "paused":
      return t("paused.title");
    case "review":
      return t("review.title", {
        item: String(item.item.id),
        title: plainText(item.item.title),
      });
  }
}
