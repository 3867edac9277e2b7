import type { TaskId } from "@squadroom/core/kernel/ids";
import type { Task } from "@squadroom/core/task/task";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

/**
 * A task as the tables have it: with its result, and every round's verdicts, of which the room's view has the last.
 * What a submission or a review changes is fetched again; progress is live already.
 *
 * @param live as the room has it; missing once it has ended
 */
export function useWholeTask(room: string, taskId: TaskId, live: Task | undefined) {
  const moved = live ? [live.state, live.review?.round, live.review?.verdicts.length].join(" ") : "ended";
  return useQuery({
    queryKey: ["room", room, "task", taskId, moved],
    queryFn: () => call("getTask", { params: { room, taskId } }),
    placeholderData: (before) => before,
  });
}
