import type { Task } from "@squadroom/core/task/task";
import type { ReactNode } from "react";
import { clockOf } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { WorkSign } from "../../ui/presence.tsx";
import { plainText } from "../../words/plain-text.ts";
import { openTask } from "../task/index.ts";
import type { Holdup, Waiting } from "./machine-facts.ts";
import { RunRow } from "./run-row.tsx";
import { useAct } from "./use-act.ts";
import { t } from "./words.ts";
import "./runner.css";

/** Rows below which nobody reads on; the machines above are what it is about. */
const SHOWN = 20;

/** What starts as soon as there is a slot for it, and why there is none. */
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
    <section className="rn-machine" aria-label={t("waiting")}>
      <header className="rn-head">
        <WorkSign of="queued" />
        <span className="rn-name">
          <b className="strong">{t("waiting")}</b>{" "}
          <span className="small muted">{t("waitingText")}</span>
        </span>
      </header>
      <ul aria-label={t("waiting")}>
        {runs.map(({ run, holdups }) => (
          <RunRow
            key={run.id}
            run={run}
            state={state}
            names={names}
            holdups={holdupText(holdups, names)}
          />
        ))}
        {tasks.slice(0, SHOWN).map(({ task, holdups }) => (
          <li key={task.id} className="rn-run">
            <span className="rn-state">
              <WorkSign of="queued" />
              <span className="muted">{t("state.queued")}</span>
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
              <span className="muted rn-in">{t("anyHarness")}</span>
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
  const start = useAct(
    () => call("startRun", { params: { room }, body: { role: task.role } }),
    ({ runId, state }) => t(`started.${state}`, { run: runId }),
  );
  return (
    <Button kind="ghost" onClick={() => !start.isPending && start.mutate()}>
      {t("tryNow")}
    </Button>
  );
}

function holdupText(holdups: readonly Holdup[], names: Names): string {
  const said = holdups.map((one) => {
    const { runner } = one;
    if ("at" in one) return t(`holdup.${one.why}`, { runner, at: clockOf(one.at) });
    if (one.why === "theirs") return t("holdup.theirs", { agent: names.agent(one.agentId) });
    return t(`holdup.${one.why}`, { runner });
  });
  return [...new Set(said)].join(", ");
}
