import type { EventIn, EventsOf, RulesOf, Touched } from "../kernel/event.ts";
import type { TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { RunId } from "../run/run.ts";
import type { NewComment } from "../task/comments.ts";
import { touchTask } from "../task/touches.ts";

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

export const COMMENT_RULES: RulesOf<EventsOf<"comment">> = {
  "comment.added": {
    asks: false,
    touches: (
      touched: Touched,
      { event, after }: { event: EventIn<EventsOf<"comment">, "comment.added">; after: RoomView },
    ) => {
      if (event.data.holder) touchTask(touched, event.data.holder, after);
    },
  },
};
