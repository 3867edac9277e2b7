import { type EventIn, type EventsOf, type FactsOf, fact, type Touched } from "../kernel/event.ts";
import type { TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { RunId } from "../run/run.ts";
import { COMMENTS_KEPT, type LineComment, type NewComment } from "../task/comments.ts";
import { liveTask } from "../task/order.ts";
import { setTask } from "../task/set.ts";
import { touchTask } from "../task/touches.ts";

/** Payloads of the events about comments on changes. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody commented on lines of a change. `key`: the line of work; `holder`: the task whose result takes them
     * along, `null` if they are findings of its review at once.
     */
    "comment.added": {
      key: Word;
      taskId: TaskId;
      runId: RunId | null;
      comments: NewComment[];
      holder: TaskId | null;
      /** What the waiting task asks for now. */
      instruction: string | null;
    };
  }
}

export const COMMENT_FACTS: FactsOf<EventsOf<"comment">> = {
  "comment.added": fact(
    {
      asks: false,
      touches: (
        touched: Touched,
        { event, after }: { event: EventIn<EventsOf<"comment">, "comment.added">; after: RoomView },
      ) => {
        if (event.data.holder) touchTask(touched, event.data.holder, after);
      },
    },
    (next, { data, actor, at }) => {
      if (actor.kind === "server") throw new Error("the server comments on nothing");
      const { key, taskId, runId, holder, instruction } = data;
      const by: LineComment["by"] = {
        kind: actor.kind,
        id: actor.id,
        name: actor.name,
        ...(actor.kind === "agent" ? { role: actor.role } : {}),
      };
      const added = data.comments.map(
        (one): LineComment => ({
          ...one,
          key,
          taskId,
          runId,
          by,
          at,
          holder,
        }),
      );
      next.comments = [...next.comments, ...added].slice(-COMMENTS_KEPT);
      if (holder && instruction !== null) setTask(next, holder, (task) => ({ ...task, instruction }));
    },
  ),
};

/** Comments leave with the task that had them, to where its result went. */
export function followComments(before: RoomView, next: RoomView): void {
  if (next.comments.length === 0 || before.tasks === next.tasks) return;
  const isGone = ({ holder }: LineComment) => holder !== null && !liveTask(next, holder);
  if (!next.comments.some(isGone)) return;
  next.comments = next.comments.map((one) => (isGone(one) ? { ...one, holder: null } : one));
}
