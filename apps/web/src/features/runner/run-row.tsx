import type { Run } from "@squadroom/core/run/run";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { clockOf } from "../../clock/since.ts";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AwaitedSign, WorkSign } from "../../ui/presence.tsx";
import { harnessAndModel } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { type RunSign, signOf } from "./machine-facts.ts";
import { runCost } from "./run-cost.ts";
import "./runner.css";

const STATE = {
  queued: "Queued",
  creating: "Starting",
  active: "Active",
  idle: "Idle",
  error: "Error",
  stopping: "Stopping",
};

const TONES: Record<RunSign, string> = {
  queued: "muted",
  creating: "muted",
  active: "c-work",
  idle: "muted",
  error: "c-bad",
  stopping: "muted",
};

/** What a run does and why, since when, in what, what it cost, and the one thing to do about it. */
export function RunRow({
  run,
  state,
  names,
  holdups = "",
}: {
  run: Run;
  state: RoomState;
  names: Names;
  /** Why it has no slot yet. */
  holdups?: string;
}): ReactNode {
  const sign = signOf(run);
  const { amount, basis } = run.turns === 0 ? { amount: "", basis: "" } : runCost(run.usage);
  return (
    <li className="rn-run">
      <span className="rn-state">
        <StateSign of={sign} />
        <span className={TONES[sign]}>{STATE[sign]}</span>
      </span>
      <span className="rn-what">
        <b className="strong">{run.agentId ? run.name : names.role(run.role)}</b>{" "}
        <span className="muted">
          <Doing run={run} names={names} />
          {holdups && ` ${holdups}`}
        </span>
      </span>
      <span className="rn-facts">
        <span className="muted rn-in">{harnessAndModel(run.harness, run.model) ?? "any harness"}</span>
        <Since at={run.stateSince} className="small muted rn-since" />
        <span className={basis === "" ? "small muted rn-cost" : "small rn-cost"}>
          {amount} {basis && <span className="muted">{basis}</span>}
        </span>
      </span>
      <span className="rn-act">
        <Act run={run} state={state} sign={sign} />
      </span>
    </li>
  );
}

function StateSign({ of: sign }: { of: RunSign }): ReactNode {
  switch (sign) {
    case "active":
      return <WorkSign of="working" />;
    case "queued":
      return <WorkSign of="queued" />;
    case "error":
      return (
        <span className="c-bad">
          <Icon of={X} size="s" />
        </span>
      );
    case "creating":
      return <AwaitedSign />;
    case "idle":
    case "stopping":
      return <WorkSign of="idle" />;
  }
}

function Doing({ run, names }: { run: Run; names: Names }): ReactNode {
  const { state, taskId, problem, limitedUntil } = run;
  const limited = limitedUntil !== null ? `Its provider takes nothing before ${clockOf(limitedUntil)}.` : "";
  if (state === "idle" || state === "error")
    return [problem, limited].filter(Boolean).join(" ") || "ready, keeps its context";
  if (taskId === null) return limited;
  return (
    <>
      <button type="button" className="link nowrap" onClick={() => openTask(taskId)}>
        {taskId}
      </button>{" "}
      {names.title(taskId)}
      {limited && `. ${limited}`}
    </>
  );
}

function Act({ run, state, sign }: { run: Run; state: RoomState; sign: RunSign }): ReactNode {
  const { id, name } = run;
  const { roomId } = state.view;
  const stop = useAct("orderRun", { told: "toast" });
  const order = { params: { room: roomId, run: String(id) }, body: { act: "stop" as const } };
  const button = (label: string, named: string): ReactNode => (
    <Button kind="ghost" aria-label={named} onClick={() => void stop.send(order)}>
      {label}
    </Button>
  );
  // Its page says what stopping it means, and what else can be done.
  if (sign === "active" || !may(state, "orderRun"))
    return (
      <Link
        to="/rooms/$room/runs/$run"
        params={{ room: state.view.name, run: String(id) }}
        className={buttonClass("ghost")}
        aria-label={say`Open run ${id} of ${name}`}
      >
        Open
      </Link>
    );
  if (sign === "stopping") return null;
  if (sign === "queued") return button("Withdraw", `Withdraw run ${id}`);
  if (sign === "creating") return button("Cancel", `Cancel the start of run ${id}`);
  return button("End", say`End run ${id} of ${name}`);
}
