import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What is said of lines of a change. */
export const COMMENT_TOLD: ToldOf<EventsOf<"comment">> = {
  "comment.added": {
    shown: TASKS,
    line: ({ data: { taskId, comments } }, _, who) => {
      const [first] = comments;
      const because = first && `${first.file}:${first.line} ${first.text}`;
      return line(
        "message",
        "line.commented",
        { who, task: taskId },
        { because, count: comments.length },
      );
    },
  },
};
