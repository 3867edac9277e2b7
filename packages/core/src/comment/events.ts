import type { TaskId, Word } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";
import type { NewComment } from "../task/comments.ts";

/** Payloads of the events about comments on changes. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody commented on lines of a change. `key`: the line of work; `holder`: the task whose result takes them
     * along, `null` where they are findings of its review at once.
     */
    "comment.added": {
      key: Word;
      taskId: TaskId;
      runId: RunId | null;
      comments: NewComment[];
      holder: TaskId | null;
      /** What the task that waits asks for now. */
      instruction: string | null;
    };
  }
}
