import { ANSWER_MS } from "@squadroom/core/flow/dispatch";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { counted } from "@squadroom/core/kernel/words";
import { ruledText } from "@squadroom/core/session/pipeline/ruled-text";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { clockOf, exactTime } from "../../clock/since.ts";
import { may } from "../../live/allowed.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { StepProps } from "./step-props.ts";

/** Most rulings shown at once. */
const SHOWN = 6;

/** Tasks that could start and wait for the coordinator; whoever may releases them in its place. */
export function HeldTasks({ state, session, names }: StepProps<PipelineSession>): ReactNode {
  const { view } = state;
  const { send } = useAct("dispatch", { told: "toast" });
  const go = (taskIds: TaskId[], inOrder: boolean): void =>
    void send({
      params: { room: view.name, sessionId: String(session.id) },
      body: { taskIds, inOrder },
    });
  const held = session.dispatch.held.filter(({ behind }) => behind === null);
  if (held.length === 0) return null;
  const ids = held.map(({ taskId }) => taskId);
  const asked = held.flatMap(({ askedAt }) => askedAt ?? []);
  const coordinator = view.team ? names.role(view.team.entryPoint) : "";
  const canGo = may(state, "dispatch");
  return (
    <section className="pipe-held" aria-label="Tasks that wait for the coordinator">
      <h3>{`${counted(held.length, "task waits", "tasks wait")} for a go-ahead`}</h3>
      <p className="small muted">
        {asked.length > 0
          ? say`${coordinator} is asked which go. Without an answer, all start after ${ANSWER_MS / 60_000} min.`
          : say`${coordinator} let others start first.`}
      </p>
      <ul className="pipe-held-list">
        {ids.map((id) => (
          <li key={id}>
            <span className="mono">{id}</span>
            <span className="ell">{plainText(view.tasks.find((task) => task.id === id)?.title ?? "")}</span>
            {canGo && (
              <Button kind="ghost" onClick={() => go([id], false)}>
                {`Start ${id}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canGo && held.length > 1 && (
        <p className="row">
          <Button onClick={() => go(ids, false)}>{held.length === 1 ? "Start it" : `Start all ${held.length}`}</Button>
          <Button kind="ghost" onClick={() => go(ids, true)}>
            Start one after the other
          </Button>
        </p>
      )}
    </section>
  );
}

/** What the room did by itself in this pipeline, the latest first. */
export function Rulings({ session }: Pick<StepProps<PipelineSession>, "session">): ReactNode {
  const rulings = session.dispatch.rulings.slice(0, SHOWN);
  if (rulings.length === 0) return null;
  return (
    <section className="pipe-rulings">
      <h3>Latest moves</h3>
      <ol>
        {rulings.map((ruled) => (
          <li key={`${ruled.at} ${ruledText(ruled, session)}`} className="small">
            <time className="muted" dateTime={new Date(ruled.at).toISOString()} title={exactTime(ruled.at)}>
              {clockOf(ruled.at)}
            </time>
            <span>{ruledText(ruled, session)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
