import { type EventIn, type EventsOf, type FactsOf, fact, type Touched } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { COMMENTS_KEPT, type LineComment } from "../task/comments.ts";
import { liveTask } from "../task/order.ts";
import { setTask } from "../task/set.ts";
import { touchTask } from "../task/touches.ts";

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
        ...{ kind: actor.kind, id: actor.id, name: actor.name },
        ...(actor.kind === "agent" ? { role: actor.role } : {}),
      };
      const added = data.comments.map(
        (one): LineComment => ({
          ...one,
          ...{ key, taskId, runId, by, at, holder },
        }),
      );
      next.comments = [...next.comments, ...added].slice(-COMMENTS_KEPT);
      if (holder && instruction !== null)
        setTask(next, holder, (task) => ({ ...task, instruction }));
    },
  ),
};

/** With the task that had them they have gone where its result went. */
export function followComments(before: RoomView, next: RoomView): void {
  if (next.comments.length === 0 || before.tasks === next.tasks) return;
  const isGone = ({ holder }: LineComment) => holder !== null && !liveTask(next, holder);
  if (!next.comments.some(isGone)) return;
  next.comments = next.comments.map((one) => (isGone(one) ? { ...one, holder: null } : one));
}
