import type { WorkerErrors } from "../error/reported-error.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { counted } from "../kernel/words.ts";
import type { Task } from "../task/task.ts";

type Stop = NonNullable<WorkerErrors["stop"]>;
type Seen = { errors: RoomView["errors"]; tasks: RoomView["tasks"] };

/** What stopped this agent: its errors, until a person decides what becomes of its task. */
export function stopOf(view: Seen, agentId: AgentId): Stop | undefined {
  const stop = view.errors.workers[agentId]?.stop;
  if (!stop) return undefined;
  const task = view.tasks.find(({ id }) => id === stop.taskId);
  return task && isStoppedBy(task, stop) ? stop : undefined;
}

/** The same in the words that the agent is told; `null`: nothing stopped it. */
export function stopText(view: Seen, agentId: AgentId): string | null {
  const stop = stopOf(view, agentId);
  return stop
    ? `You were stopped after ${counted(stop.errors.length, "error")} in one run. A person decides what happens to ${stop.taskId}.`
    : null;
}

/** The stop because of which a task waits for a person, and the agent that was stopped. */
export function stopAbout(
  { errors }: Pick<RoomView, "errors">,
  task: Pick<Task, "id" | "state" | "lastEnd">,
): (Stop & { agentId: AgentId }) | undefined {
  if (task.state !== "failed" || task.lastEnd?.how !== "stopped") return undefined;
  for (const [agentId, { stop }] of Object.entries(errors.workers))
    if (stop?.taskId === task.id && isStoppedBy(task, stop)) return { ...stop, agentId: agentId as AgentId };
  return undefined;
}

/** It may have failed again since then, with another agent. */
function isStoppedBy({ state, lastEnd }: Pick<Task, "state" | "lastEnd">, { at }: Stop): boolean {
  return state === "failed" && lastEnd?.how === "stopped" && lastEnd.at === at;
}
