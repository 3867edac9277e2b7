import type { InboxItem } from "@squadroom/core/inbox/contract";
import { counted } from "@squadroom/core/kernel/words";
import { plainText, questionLine } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { questionText } from "../decision/index.ts";

/** The question, in one line. */
export function askedIn(item: InboxItem): string {
  switch (item.kind) {
    case "decision":
      return questionText(item.decision);
    case "question":
      return questionLine(item.text);
    case "stuck":
      return say`${item.agent.name} went silent on ${item.task.id}`;
    case "empty_roles":
      return `${counted(item.asked.length, "room has", "rooms have")} roles without an agent`;
    case "paused":
      return "Working through the backlog is paused: three items in a row failed";
    case "review":
      return say`Item ${String(item.item.id)} is finished: ${plainText(item.item.title)}`;
  }
}
