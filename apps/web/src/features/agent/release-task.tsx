import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

type ReleaseTaskProps = { room: string; taskId: string; agent: string };

/** Of a silent agent: its task waits for another one now, and not only when the lease has run out. */
export function ReleaseTask({ room, taskId, agent }: ReleaseTaskProps): ReactNode {
  const release = useMutation({
    mutationFn: () => call("putBackTask", { params: { room, taskId }, body: {} }),
    onSuccess: () => toast(`${taskId} is back in the queue, with its progress.`),
    onError: (error) => toast(explain(error).message),
  });
  return (
    <button
      type="button"
      className="agent-task"
      aria-label={say`Release ${taskId} of ${agent} now`}
      disabled={release.isPending}
      onClick={() => release.mutate()}
    >
      Release now
    </button>
  );
}
