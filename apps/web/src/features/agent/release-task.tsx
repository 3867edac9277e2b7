import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { say } from "../../words/say.tsx";

type ReleaseTaskProps = { room: string; taskId: string; agent: string };

/** For a silent agent: its task waits for another one now, without waiting for the lease to run out. */
export function ReleaseTask({ room, taskId, agent }: ReleaseTaskProps): ReactNode {
  const release = useAct("putBackTask", {
    told: "toast",
    said: () => `${taskId} is back in the queue, with its progress.`,
  });
  return (
    <button
      type="button"
      className="agent-task"
      aria-label={say`Release ${taskId} of ${agent} now`}
      disabled={release.isBusy}
      onClick={() => void release.send({ params: { room, taskId }, body: {} })}
    >
      Release now
    </button>
  );
}
