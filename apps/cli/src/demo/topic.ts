import type { Artifact } from "@squadroom/core/task/result";

/** One stretch of work, as told by its progress. */
export interface Step {
  percent: number;
  action: string;
  /** Said when it is finished. */
  done: string;
  artifacts?: Artifact[];
}

/** What the planner asks a person before the work begins. */
export interface TopicQuestion {
  text: string;
  /** Answers that it can think of, each with what it would do then. */
  options: { label: string; consequence: string }[];
}

/** A piece of work as the three tell each other about it. */
export interface Topic {
  title: string;
  question: TopicQuestion;
  /** Planner to builder. */
  plan: string;
  criteria: string[];
  steps: Step[];
  /** Builder to reviewer. */
  handover: string;
  decision: string;
  /** Reviewer to builder. */
  findings: string;
  rework: Step[];
  /** Builder to reviewer, afterwards. */
  fixed: string;
  /** Reviewer to planner. */
  verdict: string;
  /** Planner to the user. */
  outcome: string;
}

/** Lines of source as paragraphs and list items: screens show each line break of a text as a break. */
export function prose(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    const isOwn = line === "" || text.endsWith("\n") || /^(- |\d+\. |> )/.test(line);
    return isOwn ? `${text}\n${line}` : `${text} ${line.trim()}`;
  });
}
