import { counted } from "@squadroom/core/kernel/words";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { NotThere } from "../../ui/not-there.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { OpenTaskSheet } from "../task/index.ts";
import { Changes } from "./changes.tsx";
import { toldOfRun } from "./in-feed.ts";
import { OutputView } from "./output-view.tsx";
import { RadarLines } from "./radar-lines.tsx";
import { radarOf } from "./radar-of.ts";
import { factsOf, type RunFacts } from "./run-facts.ts";
import { RunHead } from "./run-head.tsx";
import { Steer } from "./steer.tsx";
import { StepIn } from "./step-in.tsx";
import { useOutput } from "./use-output.ts";
import "./run-screen.css";

const CALM_MS = 60;

/** One run: who works on what, what it says and does, what it changed, and how to step in. */
export function RunScreen({ state: current, id }: { state: RoomState; id: number }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const room = state.view.name;
  const isLive = state.view.runs.live.some((run) => run.id === id) ?? false;
  const query = useQuery({
    queryKey: ["room", room, "run", id, isLive ? "live" : "over"],
    queryFn: async () => (await call("getRun", { params: { room, run: id } })).run,
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  const run = factsOf(state.view, id, query.data);
  const title = run ? (run.taskId ? say`${run.name} on ${run.taskId}` : run.name) : `Run ${id}`;
  useTitle(title);
  return (
    <>
      <CrumbTop room={room} all="runs" allTitle="Runs" back="Runs of this room" title={title} />
      {run ? (
        <RunParts state={state} run={run} />
      ) : query.isError ? (
        <NotThere area="run" room={room} list="/rooms/$room/runs" error={query.error} again={query.refetch} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  );
}

function RunParts({ state, run }: { state: RoomState; run: RunFacts }): ReactNode {
  const names = useNames(state);
  const { name: room, roomId } = state.view;
  const loaded = useOutput({ room, roomId, epoch: state.epoch }, run.id);
  const told = useMemo(() => toldOfRun(state.feed, run.id), [state.feed, run.id]);
  const canSteer = run.live !== null && may(state, "orderRun");
  return (
    <>
      <div className="run-page">
        <RunHead run={run} names={names} room={room} />
        <RunErrors state={state} run={run} />
        <RadarLines id={run.id} {...radarOf(state)} />
        <div className="run-grid">
          <div className="run-left">
            <OutputView run={run} room={room} loaded={loaded} costs={told.costs} />
            {canSteer && <Steer run={run} room={room} refusal={told.refusal} />}
          </div>
          <div className="run-right">
            <StepIn run={run} state={state} told={told} />
            <Changes room={room} run={run} canComment={may(state, "commentLines")} />
          </div>
        </div>
      </div>
      <OpenTaskSheet state={state} names={names} />
    </>
  );
}

/** The way to what its agent reported, if some of it counts. */
function RunErrors({ state: { view }, run }: { state: RoomState; run: RunFacts }): ReactNode {
  const worker = Object.values(view.errors.workers ?? {}).find(({ runId }) => runId === run.id);
  const count = worker ? worker.counted.length || (worker.stop?.errors.length ?? 0) : 0;
  if (count === 0) return null;
  return (
    <p className="small run-errors">
      <Link className="link c-bad" to="/rooms/$room/errors" params={{ room: view.name }} search={{ run: run.id }}>
        {`${counted(count, "error")} of this run`}
      </Link>
    </p>
  );
}
