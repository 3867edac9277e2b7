import { counted } from "@squadroom/core/kernel/words";
import type { RunId } from "@squadroom/core/run/run";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Since } from "../../clock/time.tsx";
import { call } from "../../live/api.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { RecordGroup, RecordPage } from "../../ui/record-list.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { harnessTitle } from "../../words/harness-title.ts";
import { say } from "../../words/say.tsx";
import { OwnCommand } from "../command/index.ts";
import { RoomHead } from "../room/index.ts";
import { costText } from "../usage/index.ts";
import { RadarLines } from "./radar-lines.tsx";
import { radarOf } from "./radar-of.ts";
import { factsOf, type RunFacts, toneOf } from "./run-facts.ts";
import { wordsOfError } from "./use-output.ts";
import { END, STATE } from "./words.ts";
import "./runs-screen.css";

const CALM_MS = 100;
const PAGE = 50;

/** What runs in a room, and what has ended. */
export function RunsScreen({ state: current }: { state: RoomState }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const { live, number } = view.runs;
  const rows = live.map(({ id }) => factsOf(view, id, undefined)).filter((run) => run !== null);
  return (
    <>
      <RoomHead state={state} names={names} />
      <RecordPage next="Next" previous="Previous">
        {number === 0 ? (
          <Empty title="No agent has run here" command={<OwnCommand args={`run --room ${view.name}`} />}>
            Start a runner in your project's folder: it starts agents as tasks need them.
          </Empty>
        ) : (
          <>
            <RecordGroup title="Live" count={rows.length}>
              {rows.length === 0 ? (
                <p className="muted">None is live.</p>
              ) : (
                <RunList state={state} runs={rows} names={names} />
              )}
            </RecordGroup>
            <EndedRuns state={state} names={names} />
          </>
        )}
      </RecordPage>
    </>
  );
}

/** All ended ones, page by page; read again when one more has ended. */
function EndedRuns({ state, names }: { state: RoomState; names: Names }): ReactNode {
  const { view } = state;
  const room = view.name;
  const query = useInfiniteQuery({
    queryKey: ["room", room, "runs", "ended"],
    queryFn: ({ pageParam }) =>
      call("listRuns", {
        params: { room },
        query: { state: "ended", limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const newest = view.runs.ended[0]?.id;
  const { refetch } = query;
  useEffect(() => {
    if (newest !== undefined) void refetch();
  }, [newest, refetch]);
  const runs = (query.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .map((row) => factsOf(view, row.id as RunId, row))
    .filter((run) => run?.ended != null);
  return (
    <RecordGroup title="Ended">
      {query.isPending ? (
        <SkeletonRows rows={4} />
      ) : query.isError ? (
        <Note tone="bad" again={query.refetch}>
          {wordsOfError(query.error)}
        </Note>
      ) : runs.length === 0 ? (
        <p className="muted">None has ended yet.</p>
      ) : (
        <RunList state={state} runs={runs as RunFacts[]} names={names} />
      )}
      {query.hasNextPage && (
        <Button kind="ghost" onClick={() => void query.fetchNextPage()}>
          Show older runs
        </Button>
      )}
    </RecordGroup>
  );
}

function RunList({ state, runs, names }: { state: RoomState; runs: readonly RunFacts[]; names: Names }): ReactNode {
  return (
    <ul>
      {runs.map((run) => (
        <li key={run.id} className="rec-row runs-row">
          <span className="muted rec-end">{run.id}</span>
          <span className="rec-what">
            <Link
              className="rec-title"
              to="/rooms/$room/runs/$run"
              params={{ room: state.view.name, run: String(run.id) }}
              data-list-item
            >
              {run.taskId ? say`${run.name} on ${run.taskId}` : run.name}
            </Link>
            <span className="small muted">
              {[names.role(run.role), run.harness && harnessTitle(run.harness), run.runner && say`runner ${run.runner}`]
                .filter(Boolean)
                .join(" · ")}
            </span>
            {run.live && <RadarLines id={run.id} {...radarOf(state)} />}
          </span>
          <span className="small runs-state">
            <span className={toneOf(run)}>{run.ended ? END[run.ended.why] : STATE[run.state]}</span>
            {run.turns > 0 && <span className="muted">{counted(run.turns, "turn")}</span>}
          </span>
          <span className="small muted rec-end runs-cost">{run.turns > 0 && costText(run.usage)}</span>
          <span className="small muted rec-end runs-age">{run.since !== null && <Since at={run.since} short />}</span>
        </li>
      ))}
    </ul>
  );
}
