import { placedSessions } from "@squadroom/core/flow/sessions";
import { queuedSessions, type Session } from "@squadroom/core/session/record/session";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { useKeys } from "../../keys/keys.ts";
import { useListSteps } from "../../keys/use-list-steps.ts";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RecordGroup } from "../../ui/record-list.tsx";
import { OwnCommand } from "../command/index.ts";
import { DecisionCard } from "../decision/index.ts";
import { RoomHead } from "../room/index.ts";
import { EndedList } from "./ended-list.tsx";
import { flowWords } from "./flow-words.ts";
import { QueueList } from "./queue-list.tsx";
import { SessionActs } from "./session-acts.tsx";
import { SessionForm } from "./session-form.tsx";
import { seedOf } from "./session-seed.ts";
import { StatusLine } from "./status-words.tsx";
import { TitleLink } from "./title-link.tsx";
import "./sessions.css";

const CALM_MS = 100;
const QUEUE_HINTS = {
  by_itself: "The first one starts when the running session ends or is parked.",
  asks: "The room asks which one is next.",
  held: "Nothing starts by itself: somebody chose “Not now”. Start one from its menu.",
};

/** What runs, what waits in which order, and what has ended. */
export function SessionsScreen({
  state: current,
  asksNew,
  from,
  onNew,
}: {
  state: RoomState;
  asksNew: boolean;
  /** What a new session comes from. */
  from?: string | undefined;
  onNew: (asks: boolean) => void;
}): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [edited, setEdited] = useState<number | null>(null);
  const [page, setPage] = useListSteps("Next session", "Previous session");
  const { sessions } = state.view;
  const canMake = may(state, "createSession");
  const running = placedSessions(sessions);
  const parked = sessions.live.filter((one) => one.isParked);
  const queue = queuedSessions(sessions);
  const isEmpty = sessions.number === 0;
  const open = edited === null ? undefined : queue.find(({ id }) => id === edited);
  useKeys(canMake ? [{ keys: "n", group: "list", label: "New session", run: () => onNew(true) }] : []);
  return (
    <>
      <RoomHead state={state} names={names} />
      <div className="rec-page" ref={setPage}>
        <div className="ss-tools">
          <p className="muted grow">One piece of work at a time, from idea to done.</p>
          {may(state, "importSession") && (
            <Link to="/rooms/$room/import" params={{ room: state.view.name }} className={buttonClass("ghost")}>
              Import
            </Link>
          )}
          {canMake && (
            <Button kind={isEmpty ? "primary" : "plain"} onClick={() => onNew(true)}>
              <Icon of={Plus} size="s" />
              New session
            </Button>
          )}
        </div>
        {isEmpty ? (
          <Empty
            title="No session yet"
            command={<OwnCommand args={`session add "A change" --room ${state.view.name}`} />}
          >
            A session takes one piece of work from idea to done: agents look around, ask, propose and build; you decide
            along the way. {!canMake && "Only leads of the room can open one."}
          </Empty>
        ) : (
          <>
            <RecordGroup title="Running" count={running.length}>
              {running.length === 0 ? (
                <p className="ss-none muted">Nothing is running.</p>
              ) : (
                <LiveList sessions={running} state={state} names={names} />
              )}
            </RecordGroup>
            {queue.length > 0 && (
              <RecordGroup title="Queue" count={queue.length} hint={QUEUE_HINTS[sessions.next]}>
                <NextAsked state={state} />
                <QueueList queue={queue} state={state} onEdit={setEdited} />
              </RecordGroup>
            )}
            {parked.length > 0 && (
              <RecordGroup title="Parked" count={parked.length}>
                <LiveList sessions={parked} state={state} names={names} />
              </RecordGroup>
            )}
            <EndedList room={state.view.name} view={state.view} page={page} />
          </>
        )}
      </div>
      {asksNew && canMake && <NewSession state={state} from={from} onClose={() => onNew(false)} />}
      {open && (
        <SessionForm
          key={open.id}
          room={state.view.name}
          view={state.view}
          session={open}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The form of a new session, once its source is there. */
function NewSession({
  state: { view },
  from,
  onClose,
}: {
  state: RoomState;
  from: string | undefined;
  onClose: () => void;
}): ReactNode {
  const isMessage = from?.startsWith("message:") === true;
  const { data, isPending } = useQuery({
    queryKey: ["room", view.name, from],
    queryFn: () => call("getMessage", { params: { room: view.name, message: from?.slice(8) ?? "" } }),
    enabled: isMessage,
    retry: false,
  });
  if (isMessage && isPending) return null;
  const seed = from === undefined ? null : seedOf(view, from, data?.message ?? null);
  return <SessionForm key={from} room={view.name} view={view} onClose={onClose} {...(seed ? { seed } : {})} />;
}

function LiveList({
  sessions,
  state,
  names,
}: {
  sessions: readonly Session[];
  state: RoomState;
  names: Names;
}): ReactNode {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className="rec-row ss-row ss-live">
          <div className="rec-what">
            <TitleLink room={state.view.name} session={session} />
            <span className="small dots">
              <span className="muted">{flowWords(session).place(session)}</span>
              {session.batches && session.batch !== null && (
                <span className="muted">{`batch ${session.batch + 1} of ${session.batches.length}`}</span>
              )}
              <StatusLine state={state} session={session} names={names} />
            </span>
          </div>
          <Since at={session.stepAt} short className="small muted ss-age" />
          <SessionActs room={state.view.name} session={session} state={state} />
        </li>
      ))}
    </ul>
  );
}

/** Which session is next, if the room asks. */
function NextAsked({ state }: { state: RoomState }): ReactNode {
  const asked = Object.values(state.view.decisions).find(({ kind }) => kind === "next_session");
  return (
    asked && (
      <div className="ss-asked">
        <DecisionCard room={state.view.roomId} decision={asked} canAnswer={may(state, "answerDecision")} />
      </div>
    )
  );
}
