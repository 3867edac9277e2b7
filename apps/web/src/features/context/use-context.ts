import type { Reply } from "@squadroom/client/call";
import type { RoomView } from "@squadroom/core/kernel/view";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";
import { useRefetch } from "../../live/use-refetch.ts";

export type Shared = Reply<"getSessionContext">;
export type Receives = NonNullable<Shared["receives"]>;

const CALM_MS = 250;

/** What the session's context depends on in the room: a different text means that it may have changed. */
function basisOf({ tasks, ended, answered, wisdom, locks }: RoomView, id: number): string {
  const own = tasks.filter(({ sessionId }) => sessionId === id);
  return JSON.stringify([
    own.map((task) => [task.id, task.state, task.progress?.at, task.lease?.fence, task.waitsFor]),
    [ended[0]?.id, answered[0]?.id],
    [wisdom.number, wisdom.live.map(({ promoted }) => promoted?.at ?? 0).join("")],
    [locks.number, locks.live.map((lock) => `${lock.id} ${lock.fence}`)],
  ]);
}

/** What the session shares, read again when it moves. */
export function useShared(view: RoomView, id: number, task: string | null) {
  const query = useQuery({
    queryKey: ["room", view.name, "session", id, "context", task],
    queryFn: () =>
      call("getSessionContext", {
        params: { room: view.name, sessionId: String(id) },
        query: task === null ? {} : { task },
      }),
    enabled: Number.isSafeInteger(id) && id > 0,
    placeholderData: (before) => before,
  });
  useRefetch(basisOf(view, id), CALM_MS, query.refetch);
  return query;
}
