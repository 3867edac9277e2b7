import { stopAbout } from "@squadroom/core/agent/stopped";
import type { Decision } from "@squadroom/core/decision/decision";
import { findSession } from "@squadroom/core/flow/sessions";
import type { RoomView } from "@squadroom/core/kernel/view";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { may } from "../../live/allowed.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { RecordGroup, RecordPage } from "../../ui/record-list.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { OwnCommand } from "../command/index.ts";
import { DecisionCard } from "../decision/index.ts";
import { RoomHead } from "../room/index.ts";
import { SessionTabs } from "../session/index.ts";
import { OpenTaskSheet, openTask } from "../task/index.ts";
import { ErrorItem } from "./error-item.tsx";
import { workersOf } from "./standing.ts";
import { WorkerLine } from "./worker-line.tsx";
import "../../ui/acts.css";
import "./error.css";
import type { ErrorRow } from "@squadroom/core/error/contract";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

/** Rows of a page. */
const PAGE = 50;

const CALM_MS = 100;

/** What went wrong in a room, by task: where, what was tried, who is stopped, and what a person decides about it. */
export function ErrorsScreen({ state: current, filter }: { state: RoomState; filter: ErrorFilter }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  useTitle("Errors");
  return (
    <>
      {filter.session === undefined ? (
        <RoomHead state={state} names={names} />
      ) : (
        <SessionTop state={state} names={names} id={filter.session} />
      )}
      <RecordPage next="Next error" previous="Previous error">
        <div className="er-grid">
          <div className="er-main">
            <Asked state={state} filter={filter} />
            <Reported state={state} filter={filter} />
          </div>
          <aside className="er-side">
            <Workers view={view} />
            <section>
              <h2>Rule</h2>
              <p className="small muted">
                Three errors in one run of an agent, over all its tasks, stop it and ask a person. Warnings don’t count.
              </p>
            </section>
          </aside>
        </div>
      </RecordPage>
      <OpenTaskSheet state={state} names={names} />
    </>
  );
}

/** Errors of one session: they are a part of it. */
function SessionTop({ state, names, id }: { state: RoomState; names: Names; id: number }): ReactNode {
  const title = findSession(state.view.sessions, id)?.title ?? names.session(id);
  return (
    <>
      <CrumbTop
        room={state.view.name}
        all="sessions"
        allTitle="Sessions"
        back="All sessions"
        title={plainText(title)}
      />
      <SessionTabs state={state} id={id} at="errors" />
    </>
  );
}

/** What a person is asked about a stopped agent's task, or about an error that needs one. */
function Asked({ state, filter }: { state: RoomState; filter: ErrorFilter }): ReactNode {
  const { view } = state;
  const asked = Object.values(view.decisions).filter((one) => isAboutError(view, one, filter));
  return asked.map((decision) => (
    <DecisionCard
      key={decision.id}
      room={view.roomId}
      roomName={view.name}
      decision={decision}
      canAnswer={may(state, "answerDecision")}
      hasKeys={asked.length === 1}
    />
  ));
}

function isAboutError(view: RoomView, { kind, subject }: Decision, filter: ErrorFilter): boolean {
  if (subject.kind !== "task") return false;
  const task = view.tasks.find(({ id }) => id === subject.taskId);
  if (!task || (filter.of && filter.of !== task.id)) return false;
  if (filter.session && filter.session !== task.sessionId) return false;
  return kind === "intervention" || stopAbout(view, task) !== undefined;
}

function Reported({ state, filter }: { state: RoomState; filter: ErrorFilter }): ReactNode {
  const { view, titles } = state;
  const { query, rows } = useErrors(view.name, filter, view.errors.number ?? 0);
  if (query.isError && rows.length === 0)
    return <NotLoaded title="Couldn't load the errors" error={query.error} again={query.refetch} />;
  if (query.isPending) return <SkeletonRows rows={6} />;
  const isAll = !filter.of && !filter.session && !filter.run;
  if (rows.length === 0 && isAll)
    return (
      <Empty title="No errors yet" command={<OwnCommand args="error MESSAGE --file src/a.ts:12" />}>
        What agents report appears here by task, with what they tried.
      </Empty>
    );
  return (
    <>
      <Only filter={filter} room={view.name} />
      {rows.length === 0 && <p className="muted">Nothing was reported here.</p>}
      {byTask(rows).map(({ taskId, errors }) => (
        <RecordGroup
          key={taskId}
          title={`${taskId} ${plainText(titles.get(taskId) ?? "")}`.trim()}
          count={errors.length}
        >
          <p className="er-open">
            <button type="button" className="link small" onClick={() => openTask(taskId)}>
              Open the task
            </button>
          </p>
          <ol>
            {errors.map((error) => (
              <ErrorItem key={error.id} error={error} room={view.name} />
            ))}
          </ol>
        </RecordGroup>
      ))}
      {query.hasNextPage && (
        <p className="acts">
          <Button onClick={() => void query.fetchNextPage()}>Show older</Button>
        </p>
      )}
    </>
  );
}

/** What is left out, and the way to everything. */
function Only({ filter: { of, session, run }, room }: { filter: ErrorFilter; room: string }): ReactNode {
  if (!of && !session && !run) return null;
  return (
    <p className="small er-only">
      {of && `Only ${of}.`} {session && `Only session ${session}.`} {run && `Only run ${run}.`}{" "}
      <Link className="link" to="/rooms/$room/errors" params={{ room }} search={{}}>
        Show all
      </Link>
    </p>
  );
}

function Workers({ view }: { view: RoomView }): ReactNode {
  const workers = workersOf(view);
  return (
    <section>
      <h2>Agents</h2>
      {workers.length === 0 ? (
        <p className="small muted">No agent has counted errors.</p>
      ) : (
        <ul>
          {workers.map((worker) => (
            <WorkerLine key={worker.agentId} worker={worker} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ErrorFilter {
  of?: string | undefined;
  session?: number | undefined;
  run?: number | undefined;
}

/**
 * Errors as the tables have them, the newest first.
 *
 * @param newest the number of the last one: another number reads again
 */
function useErrors(room: string, { of, session, run }: ErrorFilter, newest: number) {
  const query = useInfiniteQuery({
    queryKey: ["room", room, "errors", { of, session, run }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listErrors", {
        params: { room },
        query: {
          limit: PAGE,
          ...(of ? { task: of as TaskId } : {}),
          ...(session ? { session } : {}),
          ...(run ? { run } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  const seen = useRef(newest);
  useEffect(() => {
    if (seen.current === newest) return;
    seen.current = newest;
    void refetch();
  }, [newest, refetch]);
  // A page that is read again may begin with what the page before ended with.
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data.map((row) => [row.id, row])));
  return { query, rows: [...rows.values()] };
}

/** By task, the one with the newest error first. */
function byTask(rows: readonly ErrorRow[]): { taskId: string; errors: ErrorRow[] }[] {
  const groups = new Map<string, ErrorRow[]>();
  for (const row of rows) groups.set(row.taskId, [...(groups.get(row.taskId) ?? []), row]);
  return [...groups].map(([taskId, errors]) => ({ taskId, errors }));
}
