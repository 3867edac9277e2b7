import type { SessionReading } from "../interchange/read-session.ts";
import { counted } from "../kernel/words.ts";

/** What the files of an imported session say about it. */
export interface ImportedFacts {
  /** Name of what was brought in. */
  source: string;
  files: number;
  /** As the files say; `null`: they don't. */
  startedAt: number | null;
  endedAt: number | null;
  tasks: number;
  completed: number;
  decisions: number;
  messages: number;
  errors: number;
  artifacts: number;
  /** The report that came with it, in Markdown; empty: none did. */
  summary: string;
}

export function importedOf(
  source: string,
  { draft, files, counts }: Pick<SessionReading, "draft" | "files" | "counts">,
): ImportedFacts | null {
  if (draft === null) return null;
  const { startedAt, endedAt, decisions, messages, errors, summary } = draft;
  return {
    source,
    files: files.length,
    startedAt,
    endedAt,
    tasks: draft.tasksTotal,
    completed: draft.tasksCompleted,
    decisions: decisions.length,
    messages: messages.length,
    errors: errors.length,
    artifacts: counts.find(({ kind }) => kind === "artifacts")?.found ?? 0,
    summary,
  };
}

/** What there is of it, and where: none of it ran here. */
export function importedText(of: ImportedFacts): string {
  const { files, tasks, completed, decisions, messages, errors, artifacts } = of;
  const facts = [
    `${completed} of ${counted(tasks, "task", "tasks")} completed`,
    counted(decisions, "decision", "decisions"),
    counted(messages, "message", "messages"),
    counted(errors, "error", "errors"),
    counted(artifacts, "artifact", "artifacts"),
  ];
  return `This session was imported. In its ${counted(files, "file", "files")}: ${facts.join(", ")}. Read them on its page, or export it.`;
}
