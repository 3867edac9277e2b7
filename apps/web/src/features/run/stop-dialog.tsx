import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Confirm } from "../../ui/confirm.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { orderRun } from "./send.ts";

/** What stopping it means. */
export function stopHintOf({ taskId }: { taskId: string | null }): string {
  const { t } = wordsOf("run");
  return taskId ? t("act.stopHint", { task: taskId }) : t("act.stopHintFree");
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
  const { t } = wordsOf("run");
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
