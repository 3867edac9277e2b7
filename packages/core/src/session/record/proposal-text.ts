import type { ProposalStep } from "../../flow/steps.ts";
import type { Proposal } from "./session.ts";

/** What was presented, in a line or a few, for a conversation. Its version has all of it. */
export function proposalText(step: ProposalStep, value: Proposal["value"]): string {
  switch (value.type) {
    case "scout":
      return [value.angle, ...value.top5].join("\n");
    case "triage": {
      const parts = [
        `Level ${value.level}.`,
        ...(value.batches.length > 0 ? [`${value.batches.length} batches.`] : []),
        ...(value.splits.length > 0 ? [`${value.splits.length} split off.`] : []),
      ];
      return `${parts.join(" ")} ${value.reasoning}`;
    }
    case "questions":
      return value.questions.map(({ text }, i) => `${i + 1}. ${text}`).join("\n");
    case "approaches":
      return value.approaches.map(({ title, summary }) => `${title}: ${summary}`).join("\n");
    case "design":
      return value.sections.map(({ title }, i) => `${i + 1}. ${title}`).join("\n");
    case "plan":
      return value.tasks.map(({ id, title }) => `${id} ${title}`).join("\n");
    case "review":
      return `${value.passed ? "Passed" : "Not passed"}. ${value.summary}`;
    default:
      throw new Error(`a proposal of ${step} that nobody knows`);
  }
}
