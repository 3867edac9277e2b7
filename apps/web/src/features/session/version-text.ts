import type { ProposalStep } from "@squadroom/core/flow/steps";
import type { ReplyOf } from "@squadroom/core/reply/shapes";

type Values = { [S in ProposalStep]: ReplyOf<S> };

const lines = (...parts: (string | undefined | false)[]): string =>
  parts.filter((part): part is string => typeof part === "string" && part.trim() !== "").join("\n");

const listed = <T>(items: readonly T[] | undefined, line: (item: T, at: number) => string): string =>
  (items ?? []).map(line).join("\n");

const WRITERS: { [S in ProposalStep]: (value: Values[S]) => string } = {
  scout: ({ angle, top5, files, patterns, notes }) =>
    lines(
      angle,
      listed(top5, (text) => `- ${text}`),
      listed(files, ({ path, why }) => `- ${path}${why ? `: ${why}` : ""}`),
      listed(patterns, (text) => `- ${text}`),
      notes,
    ),
  triage: ({ level, reasoning, batches, splits }) =>
    lines(
      level,
      reasoning,
      listed(batches, ({ title, description }, at) => `${at + 1}. ${title}: ${description}`),
      listed(splits, ({ title, description }) => `- ${title}: ${description}`),
    ),
  questions: ({ questions }) =>
    listed(questions, ({ text, options }, at) =>
      lines(`${at + 1}. ${text}`, (options ?? []).length > 0 && `   (${options?.join(" / ")})`),
    ),
  approaches: ({ approaches, reasoning }) =>
    lines(
      listed(approaches, ({ title, summary, tradeoffs }) => `${title}: ${summary} ${tradeoffs}`),
      reasoning,
    ),
  design: ({ sections }) => listed(sections, ({ title, content }) => `${title}\n${content}\n`),
  plan: ({ tasks }) =>
    listed(tasks, ({ id, title, requires, files, instruction }) =>
      lines(
        `${id} ${title}${requires?.length ? ` (after ${requires.join(", ")})` : ""}`,
        files?.join(", "),
        instruction,
      ),
    ),
  review: ({ summary, mustFix, findings }) =>
    lines(
      summary,
      listed(mustFix, (text) => `- ${text}`),
      listed(findings, ({ severity, file, issue }) => `- ${severity}, ${file}: ${issue}`),
    ),
};

/** A proposal as plain text, to read it and to compare two versions of it. */
export function versionText<S extends ProposalStep>(step: S, value: Values[S]): string {
  return WRITERS[step](value);
}
