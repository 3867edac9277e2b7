import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

const COMMENT_OUTCOME = {
  finding: (task) => `A finding of ${task}: its author changes it.`,
  kept: (task) => `It goes with the result of ${task}.`,
  told: (task) => `The agent on ${task} reads it next.`,
  waiting: (task) => `${task} asks for it too.`,
  task: (task) => `${task} was created for it.`,
} satisfies Record<string, (task: string) => string>;

/** What changed the lines that somebody comments on. */
export type Subject = { task: string } | { run: number };

/** Lines of one side of a file. */
export interface Place {
  file: string;
  /** `old`: as they were before the change. */
  side: "old" | "new";
  line: number;
  endLine: number;
}

export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** @returns what went wrong; `null`: it is a comment now */
export async function sendComment(
  room: string,
  subject: Subject,
  { file, side, line, endLine }: Place,
  { text, severity }: { text: string; severity: Severity },
): Promise<string | null> {
  try {
    const comment = { file, side, line, ...(endLine > line && { endLine }), text, severity };
    const { taskId, outcome } = await call("commentLines", {
      params: { room },
      body: { ...subject, comments: [comment] },
    });
    toast(COMMENT_OUTCOME[outcome](taskId));
    return null;
  } catch (error) {
    return explain(error).message;
  }
}
