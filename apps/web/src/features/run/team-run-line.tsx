import type { Run } from "@squadroom/core/run/run";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { withArticle } from "../../words/article.ts";
import { harnessAndModel, harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import { runCost } from "../runner/index.ts";
import { RadarLines } from "./radar-lines.tsx";
import type { Radar } from "./radar-of.ts";
import { useRunActs } from "./send.ts";
import { Steer } from "./steer.tsx";
import { StopDialog, stopHintOf } from "./stop-dialog.tsx";
import type { TeamRun } from "./team-run.ts";
import { STATE } from "./words.ts";
import "./team-run-line.css";

/** Below a member of the team: its run, or how one starts. */
export function TeamRunLine({
  of,
  title,
  radar,
  canOrder,
  canStart,
}: {
  of: TeamRun;
  /** Title of its role. */
  title: string;
  radar: Radar;
  canOrder: boolean;
  canStart: boolean;
}): ReactNode {
  if (of.kind === "live") return <LiveRun run={of.run} radar={radar} canOrder={canOrder} />;
  return canStart ? <StartRun of={of} title={title} room={radar.room} /> : null;
}

/** What it runs in, what it has cost so far, and how to step in. */
function LiveRun({ run, radar, canOrder }: { run: Run; radar: Radar; canOrder: boolean }): ReactNode {
  const [open, setOpen] = useState<"steer" | "stop" | null>(null);
  const { id, name, state, harness, model } = run;
  const { room } = radar;
  const { amount, basis } = run.turns === 0 ? { amount: "", basis: "" } : runCost(run.usage);
  const isQueued = state === "queued";
  const { order } = useRunActs(room);
  return (
    <div className="tr">
      <p className="tr-facts">
        <Link
          className="link"
          to="/rooms/$room/runs/$run"
          params={{ room, run: String(id) }}
          aria-label={say`Run ${id} of ${name}`}
        >
          {`Run ${id}`}
        </Link>
        {/* What it does and since when is above it; before it has begun, nothing is. */}
        {state !== "active" && state !== "idle" && <span>{STATE[state]}</span>}
        <span className="tr-in">{harnessAndModel(harness, model)}</span>
        {amount && (
          <span className="tr-cost">
            <span className={basis === "" ? undefined : "ink2"}>{amount}</span> {basis}
          </span>
        )}
      </p>
      <RadarLines id={id} {...radar} />
      {canOrder && (
        <p className="tr-acts">
          {!isQueued && (
            <button
              type="button"
              className="tr-act"
              aria-expanded={open === "steer"}
              aria-label={say`Steer ${name}`}
              onClick={() => setOpen(open === "steer" ? null : "steer")}
            >
              Steer
            </button>
          )}
          <button
            type="button"
            className="tr-act"
            aria-label={isQueued ? `Withdraw run ${id}` : say`Stop the run of ${name}`}
            onClick={() => (isQueued ? order(id, "stop", `Run ${id} stops.`) : setOpen("stop"))}
          >
            {isQueued ? "Withdraw" : "Stop run"}
          </button>
        </p>
      )}
      {open === "steer" && <Steer run={{ ...run, live: run }} room={room} refusal={null} />}
      {open === "stop" && (
        <StopDialog run={run} room={room} hint={stopHintOf(radar, run)} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

function StartRun({
  of,
  title,
  room,
}: {
  of: Exclude<TeamRun, { kind: "live" }>;
  title: string;
  room: string;
}): ReactNode {
  const { begin } = useRunActs(room);
  const { runner, isFull } = of;
  const hint =
    of.kind === "again"
      ? say`${of.name} continues in its conversation on ${runner}.`
      : say`${harnessTitle(of.harness)} on ${runner} takes the next task of ${title}.`;
  return (
    <div className="tr">
      <p className="tr-acts">
        <button
          type="button"
          className="tr-act"
          aria-label={of.kind === "again" ? say`Start ${of.name} again` : say`Start ${withArticle(title)}`}
          onClick={() => begin(of.kind === "again" ? { resumes: of.runId } : { role: of.role })}
        >
          Start
        </button>
        <span>{isFull ? `${hint} ${say`${runner} is full, so it waits for a slot.`}` : hint}</span>
      </p>
    </div>
  );
}
