import type { RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { Finding } from "../reply/shapes.ts";
import type { RunId } from "../run/run.ts";

/** Most comments that the room's state keeps, the newest. */
export const COMMENTS_KEPT = 200;
export const SIDES = ["old", "new"] as const;
/** `old`: a line as it was before the change. */
export type Side = (typeof SIDES)[number];

/** What somebody says about lines of a change. */
export interface LineComment {
  id: Word;
  /** The line of work whose change it is about, such as `DEV-002`. */
  key: string;
  taskId: TaskId;
  runId: RunId | null;
  file: string;
  side: Side;
  /** From 1. */
  line: number;
  /** The last line that it is about; equals `line` for a single one. */
  endLine: number;
  text: string;
  severity: Finding["severity"];
  by: { kind: "person" | "agent"; id: string; name: string; role?: RoleName };
  at: number;
  /** The task whose result takes it along; `null`: it has been passed on as a finding. */
  holder: TaskId | null;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** On lines of changes, the newest last. */
    comments: readonly LineComment[];
  }
}

/** A comment as it arrives; the log knows the time. */
export type NewComment = Omit<LineComment, "at" | "key" | "taskId" | "runId" | "by" | "holder">;

/** What the room's state keeps of comments; left out: none. */
interface Commented {
  comments: readonly LineComment[];
}

/** Comments passed on with the result of this task. */
export function commentsWith({ comments }: Commented, taskId: TaskId): LineComment[] {
  return comments.filter(({ holder }) => holder === taskId);
}

/** In the form of a review's finding. */
export function asFinding({ severity, file, side, line, endLine, text }: NewComment): Finding {
  const range = endLine > line ? `Lines ${line} to ${endLine}. ` : "";
  const before = side === "old" ? "Before the change. " : "";
  return { severity, file, line, issue: `${before}${range}${text}` };
}

/** For whoever works on it next. */
export function commentText(comments: readonly (NewComment & { by: { name: string } })[]): string {
  const names = [...new Set(comments.map(({ by }) => by.name))];
  const lines = comments.map((one) => {
    const { file, line, issue } = asFinding(one);
    return `- ${file}:${line}: ${issue}`;
  });
  return `${names.join(", ")} commented on these lines:\n${lines.join("\n")}`;
}

/** A handoff includes what was commented on meanwhile. */
export function withComments(view: Commented, taskId: TaskId, body: string, max: number): string {
  const comments = commentsWith(view, taskId);
  if (comments.length === 0) return body;
  return `${body}\n\n${commentText(comments)}`.slice(0, max).toWellFormed();
}
