import type { Task } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { clockOf } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { WorkSign } from "../../ui/presence.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import type { Holdup, Waiting } from "./machine-facts.ts";
import { RunRow } from "./run-row.tsx";
import { STARTED } from "./words.ts";
import "./runner.css";

const HOLDUP = {
  paused: (runner) => say`${runner} is paused`,
  full: (runner) => say`${runner} is full`,
  offline: (runner) => say`${runner} is offline`,
  next: (runner) => say`${runner} starts it next`,
} satisfies Record<string, (runner: string) => string>;

const RESTS = {
  failing: "its last starts failed",
  limited: "its provider's limit is reached",
};

/** Most rows that anybody reads; the machines above are what matters. */
const SHOWN = 20;

/** What starts as soon as it gets a slot, and why there is none. */
export function WaitingList({
  waiting: { runs, tasks },
  state,
  names,
}: {
  waiting: Waiting;
  state: RoomState;
  names: Names;
}): ReactNode {
  if (runs.length + tasks.length === 0) return null;
  return (
    <section className="rn-machine" aria-label="Waiting for a slot">
      <header className="rn-head">
        <WorkSign of="queued" />
        <span className="rn-name">
          <b className="strong">Waiting for a slot</b>{" "}
          <span className="small muted">starts on the first machine that has one for the role</span>
        </span>
      </header>
      <ul aria-label="Waiting for a slot">
        {runs.map(({ run, holdups }) => (
          <RunRow key={run.id} run={run} state={state} names={names} holdups={holdupText(holdups, names)} />
        ))}
        {tasks.slice(0, SHOWN).map(({ task, holdups }) => (
          <li key={task.id} className="rn-run">
            <span className="rn-state">
              <WorkSign of="queued" />
              <span className="muted">Queued</span>
            </span>
            <span className="rn-what">
              <b className="strong">{names.role(task.role)}</b>{" "}
              <span className="muted">
                <button type="button" className="link nowrap" onClick={() => openTask(task.id)}>
                  {task.id}
                </button>{" "}
                {plainText(task.title)}; {holdupText(holdups, names)}
              </span>
            </span>
            <span className="rn-facts">
              <span className="muted rn-in">any harness</span>
              <Since at={task.createdAt} className="small muted rn-since" />
            </span>
            {holdups.some((one) => "at" in one) && may(state, "startRun") && (
              <TryNow room={state.view.name} task={task} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A run that somebody asks for waits for no rest. */
function TryNow({ room, task }: { room: string; task: Task }): ReactNode {
  const start = useAct("startRun", {
    told: "toast",
    said: ({ runId, state }) => STARTED[state](runId),
  });
  return (
    <Button kind="ghost" onClick={() => void start.send({ params: { room }, body: { role: task.role } })}>
      Try now
    </Button>
  );
}

function holdupText(holdups: readonly Holdup[], names: Names): string {
  const said = holdups.map((one) => {
    const { runner } = one;
    if ("at" in one) return say`${runner} tries again at ${clockOf(one.at)}: ${RESTS[one.why]}`;
    if (one.why === "theirs") return say`only ${names.agent(one.agentId)} may take it`;
    return HOLDUP[one.why](runner);
  });
  return [...new Set(said)].join(", ");
}
