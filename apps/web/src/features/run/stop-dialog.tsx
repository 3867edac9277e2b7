import type { RoomView } from "@squadroom/core/kernel/view";
import { MAX_ATTEMPTS } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import { Confirm } from "../../act/confirm.tsx";
import { say } from "../../words/say.tsx";

/** What stopping it means, including for the task that it holds. */
export function stopHintOf({ tasks }: Pick<RoomView, "tasks">, { agentId }: { agentId: string | null }): string {
  const held = tasks.find(({ lease }) => lease !== null && lease.agentId === agentId);
  if (!held) return "Ends this run. The changes stay.";
  const task = held.id;
  if (held.branchOf !== undefined) return `Ends this run, and ${task} without an answer. The changes stay.`;
  return held.attempts + 1 < MAX_ATTEMPTS
    ? `Ends this run. ${task} goes back to the queue, and the changes stay.`
    : `Ends this run. It is the last attempt at ${task}: a person decides about it. The changes stay.`;
}

export function StopDialog({
  run,
  room,
  hint,
  onClose,
}: {
  run: { id: number; name: string };
  room: string;
  hint: string;
  onClose: () => void;
}): ReactNode {
  return (
    <Confirm
      title={say`Stop run ${run.id} of ${run.name}?`}
      text={hint}
      label="Stop run"
      isDangerous
      route="orderRun"
      given={{ params: { room, run: run.id }, body: { act: "stop" } }}
      said={() => `Run ${run.id} stops.`}
      onClose={onClose}
    />
  );
}
