import type { RoomView } from "@squadroom/core/kernel/view";
import { MAX_ATTEMPTS } from "@squadroom/core/task/task";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Confirm } from "../../ui/confirm.tsx";
import { orderRun } from "./send.ts";
import { t } from "./words.ts";

/** What stopping it means, for the task in its hand if it has one. */
export function stopHintOf(
  { tasks }: Pick<RoomView, "tasks">,
  { agentId }: { agentId: string | null },
): string {
  const held = tasks.find(({ lease }) => lease !== null && lease.agentId === agentId);
  if (!held) return t("act.stopHintFree");
  const task = held.id;
  if (held.branchOf !== undefined) return t("act.stopHintBranch", { task });
  return held.attempts + 1 < MAX_ATTEMPTS
    ? t("act.stopHint", { task })
    : t("act.stopHintLast", { task });
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
  const stop = useMutation({ mutationFn: () => orderRun(room, run, "stop"), onSuccess: onClose });
  return (
    <Confirm
      title={t("act.stopTitle", { run: run.id, name: run.name })}
      text={hint}
      label={t("act.stop")}
      isDangerous
      act={stop}
      onClose={onClose}
    />
  );
}
