import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";
import type { NewComment } from "../task/comments.ts";

/** `finding`: part of the review; `told`: the agent at work reads it next; `task`: one was made for it. */
export const COMMENT_OUTCOMES = ["finding", "kept", "told", "waiting", "task"] as const;
export type CommentOutcome = (typeof COMMENT_OUTCOMES)[number];

declare module "../kernel/command.ts" {
  interface Commands {
    commentLines: {
      by: AgentCaller | PersonCaller;
      /** What was changed: by this run, or for this task. */
      of: { runId: RunId } | { taskId: TaskId };
      comments: Omit<NewComment, "id">[];
    };
  }

  interface Replies {
    commentLines: { commentIds: string[]; taskId: TaskId; outcome: CommentOutcome };
  }
}
