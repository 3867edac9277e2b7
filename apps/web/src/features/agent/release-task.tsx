import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

type ReleaseTaskProps = { room: string; taskId: string; agent: string };

/** Of a silent agent: its task waits for another one now, and not only when the lease has run out. */
export function ReleaseTask({ room, taskId, agent }: ReleaseTaskProps): ReactNode {
  const release = useMutation({
    mutationFn: () => call("putBackTask", { params: { room, taskId }, body: {} }),
    onSuccess: () => toast(t("released", { task: taskId })),
    onError: (error) => toast(explain(error).message),
  });
  return (
    <button
      type="button"
      className="agent-task"
      aria-label={t("releaseOf", { task: taskId, agent })}
      disabled={release.isPending}
      onClick={() => release.mutate()}
    >
      {t("release")}
    </button>
  );
}
