import { findSession } from "@squadroom/core/flow/sessions";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useSince } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotThere } from "../../ui/not-there.tsx";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { ImportedContext, useImported } from "../interchange/index.ts";
import { SessionTabs } from "../session/index.ts";
import { OpenTaskSheet } from "../task/index.ts";
import { AddDialog, EntrySheet, openEntry, useOpenEntry, usePromote } from "../wisdom/index.ts";
import { ReceivesAside } from "./receives-aside.tsx";
import { SectionRows } from "./rows.tsx";
import { KINDS, type Kind, sectionsOf } from "./sections.ts";
import { type Shared, useShared } from "./use-context.ts";
import "../../panel/panel.css";
import "../../ui/field.css";
import "./context.css";

const KINDS_WORDS = {
  all: "All",
  decision: "Decisions",
  convention: "Conventions",
  learning: "Learnings",
  issue: "Issues",
  task: "Tasks",
};

const CALM_MS = 60;

/** What everybody who works in the session shares, and what one of them gets of it with a task. */
export function ContextScreen({ state: current, id }: { state: RoomState; id: number }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const [wanted, setWanted] = useState<string | null>(null);
  const first = firstTask(state, id);
  const isThere = view.tasks.some((task) => task.id === wanted && task.sessionId === id);
  const task = isThere ? wanted : first;
  const query = useShared(view, id, task);
  const hasEnded = findSession(view.sessions, id) === undefined;
  const imported = useImported(view.name, id, hasEnded).data?.record;
  const shared = query.data;
  const title = plainText(shared?.title ?? names.session(id));
  useTitle(say`${title}, context`);
  const openId = useOpenEntry();
  return (
    <>
      <CrumbTop room={view.name} all="sessions" allTitle="Sessions" back="All sessions" title={title} />
      <SessionTabs state={state} id={id} at="context">
        {shared?.changed && <Changed changed={shared.changed} />}
      </SessionTabs>
      <div className="beside">
        <div className="beside-list">
          {shared && imported ? (
            <div className="cx-main" data-scroll>
              <p className="muted">Imported: this is what its files say. No agent works in it here.</p>
              <Suspense fallback={<SkeletonRows rows={6} />}>
                <ImportedContext record={imported} />
              </Suspense>
            </div>
          ) : shared ? (
            <div className="cx-page" data-scroll>
              <Parts state={state} shared={shared} names={names} />
              <aside className="cx-aside">
                <ReceivesAside
                  tasks={shared.pending}
                  task={shared.pending.some(({ taskId }) => taskId === task) ? task : null}
                  receives={shared.receives}
                  names={names}
                  onTask={setWanted}
                />
              </aside>
            </div>
          ) : query.isError ? (
            <NotThere
              area="context"
              room={view.name}
              list="/rooms/$room/sessions"
              error={query.error}
              again={query.refetch}
            />
          ) : (
            <SkeletonRows rows={8} />
          )}
        </div>
        {openId !== null && (
          <EntrySheet key={openId} entryId={openId} state={state} names={names} onClose={() => openEntry(null)} />
        )}
        <OpenTaskSheet state={state} names={names} />
      </div>
    </>
  );
}

/** A task that somebody holds, otherwise the next one. */
function firstTask({ view }: RoomState, id: number): string | null {
  const own = view.tasks.filter(({ sessionId }) => sessionId === id);
  return (own.find(({ lease }) => lease !== null) ?? own[0])?.id ?? null;
}

function Changed({ changed: { at, by } }: { changed: NonNullable<Shared["changed"]> }): ReactNode {
  const since = useSince(at, { ago: true });
  return (
    <span className="small muted end">
      {by === null ? `changed ${since}` : say`changed ${since} by ${plainText(by)}`}
    </span>
  );
}

function Parts({ state, shared, names }: { state: RoomState; shared: Shared; names: Names }): ReactNode {
  const [kind, setKind] = useState<Kind>("all");
  const [text, setText] = useState("");
  const [adds, setAdds] = useState(false);
  const sections = sectionsOf(shared, kind, text.trim());
  const isNarrowed = kind !== "all" || text.trim() !== "";
  const doPromote = usePromote(state.view.roomId);
  return (
    <div className="cx-main">
      <div className="cx-tools">
        <input
          type="search"
          className="field cx-search"
          placeholder="Filter by words, files or tasks"
          aria-label="Filter by words, files or tasks"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Segments
          label="What to show"
          value={kind}
          options={KINDS.map((value) => ({ value, label: KINDS_WORDS[value] }))}
          onChange={setKind}
        />
        {may(state, "addWisdom") && (
          <Button onClick={() => setAdds(true)}>
            <Icon of={Plus} size="s" />
            Add
          </Button>
        )}
      </div>
      {sections.map((section) => (
        <SectionRows
          key={section.name}
          section={section}
          names={names}
          onPromote={may(state, "promoteWisdom") ? doPromote : null}
        />
      ))}
      {sections.length === 0 &&
        (isNarrowed ? (
          <Empty
            title="Nothing matches the filter."
            actions={
              <Button
                onClick={() => {
                  setKind("all");
                  setText("");
                }}
              >
                Show all
              </Button>
            }
          />
        ) : (
          <Empty title="Nothing is shared yet">
            Decisions, tasks, blockers, locks and what agents write down appear here.
          </Empty>
        ))}
      {adds && <AddDialog state={state} names={names} session={shared.sessionId} onClose={() => setAdds(false)} />}
    </div>
  );
}
