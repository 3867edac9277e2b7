import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import type { ToldOfRun } from "./in-feed.ts";
import { type RunFacts, toneOf } from "./run-facts.ts";
import { useRunActs } from "./send.ts";
import { StopDialog, stopHintOf } from "./stop-dialog.tsx";
import { END } from "./words.ts";
import "../../ui/acts.css";
import "./step-in.css";

const ACT_PENDING = {
  stop: (by) => say`${by} stops it …`,
  finish: (by) => say`${by} stops it once its turn is over …`,
  interrupt: (by) => say`${by} interrupts its turn …`,
} satisfies Record<string, (by: string) => string>;

/** What can be done with a run in its present state, each act with its consequence. */
export function StepIn({ run, state, told }: { run: RunFacts; state: RoomState; told: ToldOfRun }): ReactNode {
  const room = state.view.name;
  if (run.ended) return <Over run={run} room={room} told={told} canStart={may(state, "startRun")} />;
  if (!may(state, "orderRun")) return null;
  return (
    <section className="run-acts run-live" aria-label="Step in">
      <h2>Step in</h2>
      <LiveActs run={run} room={room} told={told} tasks={state.view.tasks} />
    </section>
  );
}

function LiveActs({
  run,
  room,
  told,
  tasks,
}: {
  tasks: RoomState["view"]["tasks"];
  run: RunFacts;
  room: string;
  told: ToldOfRun;
}): ReactNode {
  const [asksStop, setAsksStop] = useState(false);
  const { name, taskId, state } = run;
  const isActive = state === "active";
  const isQueued = state === "queued";
  const orders = run.live?.orders.filter(({ act }) => act !== "steer") ?? [];
  const interrupt = (): void => {
    if (!isActive) return;
    order(run.id, "interrupt", say`The turn of ${name} ends.`);
  };
  const { order } = useRunActs(room);
  const withdraw = (): void => order(run.id, "stop", `Run ${run.id} stops.`);
  const stop = (): void => (isQueued ? withdraw() : setAsksStop(true));
  useKeys([
    { keys: "i", group: "room", label: "Interrupt the turn", run: interrupt },
    { keys: "s", group: "room", label: "Stop the run", run: stop },
  ]);
  const stopHint = stopHintOf({ tasks }, { agentId: run.live?.agentId ?? null });
  return (
    <>
      {orders.map(({ id, act, by }) => (
        <Note key={id}>{act !== "steer" && ACT_PENDING[act](by)}</Note>
      ))}
      {told.refusal && told.refusal.act !== "steer" && <Note tone="warn">{told.refusal.note}</Note>}
      <div className="acts">
        {!isQueued && (
          <div className="act-row">
            <Button keys="i" off={isActive ? undefined : "No turn is under way."} onClick={interrupt}>
              Interrupt
            </Button>
            {isActive && (
              <p>
                {taskId
                  ? say`Ends this turn. ${name} keeps ${taskId} and its context, and begins another turn.`
                  : say`Ends this turn. ${name} keeps its context.`}
              </p>
            )}
          </div>
        )}
        <div className="act-row">
          <Button kind="danger" keys="s" onClick={stop}>
            {isQueued ? "Withdraw" : "Stop run"}
          </Button>
          <p>{isQueued ? "It hasn't started. Nothing is lost." : stopHint}</p>
        </div>
      </div>
      {asksStop && <StopDialog run={run} room={room} hint={stopHint} onClose={() => setAsksStop(false)} />}
    </>
  );
}

/** Why it ended, and how to continue. */
function Over({
  run,
  room,
  told,
  canStart,
}: {
  run: RunFacts;
  room: string;
  told: ToldOfRun;
  canStart: boolean;
}): ReactNode {
  const navigate = useNavigate();
  const { begin, problem } = useRunActs(room, "here");
  if (!run.ended) return null;
  const { why, reason } = run.ended;
  // The runner's own words say the same, and more.
  const isWhole = reason !== "" && (why === "finished" || why === "idle" || why === "stopped");
  const resume = (): void =>
    begin({ resumes: run.id }, (next) =>
      navigate({ to: "/rooms/$room/runs/$run", params: { room, run: String(next) } }),
    );
  return (
    <section className="run-acts" aria-label="How it ended">
      <h2>How it ended</h2>
      <p className={toneOf(run)}>{isWhole ? reason : END[why]}</p>
      {reason !== "" && !isWhole && <p className="small muted run-reason">{reason}</p>}
      {problem && <Note tone="bad">{problem}</Note>}
      {told.next !== null ? (
        <p>
          <Link className="link" to="/rooms/$room/runs/$run" params={{ room, run: String(told.next) }}>
            {`Open run ${told.next}`}
          </Link>
        </p>
      ) : (
        canStart && (
          <div className="acts">
            <div className="act-row">
              <Button onClick={resume}>{run.turns > 0 ? "Resume" : "Start again"}</Button>
              <p>
                {run.turns > 0
                  ? say`${run.name} continues in its conversation, where a runner has a free slot.`
                  : say`Starts ${run.name} once more, where a runner has a free slot.`}
              </p>
            </div>
          </div>
        )
      )}
    </section>
  );
}
