import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What is said about lines of a change. */
export const COMMENT_TOLD: ToldOf<EventsOf<"comment">> = {
  "comment.added": {
    shown: TASKS,
    line: ({ data: { taskId, comments } }, _, who) => {
      const [first] = comments;
      const because = first && `${first.file}:${first.line} ${first.text}`;
      return line(
        "message",
        [
          "<b>{{who}}</b> commented on a line of <b>{{task}}</b>",
          "<b>{{who}}</b> commented on {{count}} places of <b>{{task}}</b>",
        ],
        { who, task: taskId },
        { because, count: comments.length },
      );
    },
  },
};
