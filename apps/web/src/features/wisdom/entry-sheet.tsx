import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Panel } from "../../panel/panel.tsx";
import { Empty } from "../../ui/empty.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import type { Entry } from "./entries.ts";
import { EntryActs } from "./entry-acts.tsx";
import { authorOf, sessionName } from "./entry-facts.tsx";
import { openEntry } from "./open-entry.ts";
import { ACTS, ROUTES } from "./send.ts";
import { useEntry } from "./use-entries.ts";
import "./wisdom.css";

const TITLE = {
  decision: (id) => `Decision ${id}`,
  convention: (id) => `Convention ${id}`,
  issue: (id) => `Issue ${id}`,
  learning: (id) => `Learning ${id}`,
  none: (id) => `Entry ${id}`,
} satisfies Record<string, (id: number) => string>;

const SHEET_PAST = {
  withdrawn: (who) => say`Withdrawn by ${who}`,
  gave_way: () => "Made room for newer entries",
} satisfies Record<string, (who: string) => string>;

/** One entry at the side: its text, where it comes from, what replaced it, and what may be done with it. */
export function EntrySheet({
  entryId,
  state,
  names,
  onClose,
}: {
  entryId: number;
  state: RoomState;
  names: Names;
  onClose: () => void;
}): ReactNode {
  const entry = useEntry(state.view, entryId);
  const old = useEntry(state.view, entry?.supersedes ?? null);
  const acts = ACTS.filter((act) => {
    if (entry?.state !== "live" || !may(state, ROUTES[act])) return false;
    return act !== "promote" || entry.scope === "session";
  });
  return (
    <Panel onClose={onClose} title={TITLE[entry?.kind ?? "none"](entryId)} row={`[data-entry="${entryId}"] .wi-text`}>
      {entry === undefined && <SkeletonRows rows={4} />}
      {entry === null && <Empty title={`There is no entry ${entryId}`}>Nobody has written it down in this room.</Empty>}
      {entry && (
        <div className="wi-sheet">
          <div className={entry.state === "live" ? undefined : "wi-old"}>
            <RichText text={entry.text} className="read" />
          </div>
          <Facts entry={entry} room={state.view.name} names={names} />
          {old && (
            <section>
              <h3 className="small strong">In place of</h3>
              <p className="wi-old">{plainText(old.text)}</p>
              <p className="small muted dots">
                <EntryLink id={old.id} kind={old.kind} />
                {old.ended && <Since at={old.stateAt} ago />}
                {old.ended?.reason && <span>{old.ended.reason}</span>}
              </p>
            </section>
          )}
          <EntryActs entry={entry} room={state.view.roomId} acts={acts} />
        </div>
      )}
    </Panel>
  );
}

function EntryLink({ id, kind }: { id: number; kind: Entry["kind"] }): ReactNode {
  return (
    <button type="button" className="link" onClick={() => openEntry(id)}>
      {TITLE[kind](id)}
    </button>
  );
}

function Facts({ entry, room, names }: { entry: Entry; room: string; names: Names }): ReactNode {
  const { scope, sessionId, taskId, runId, at, promoted, files, labels, roles, source } = entry;
  const { ended, state } = entry;
  const session = sessionId !== null && (
    <Link className="link" to="/rooms/$room/sessions/$session" params={{ room, session: String(sessionId) }}>
      {sessionName(sessionId, names)}
    </Link>
  );
  const facts: [name: string, value: ReactNode][] = [
    ["Scope", scope === "session" ? session : "The whole room"],
    [
      "From",
      <span key="from" className="dots">
        <span>{authorOf(entry, names)}</span>
        {source ? source.date && <span>{source.date}</span> : <Since at={at} ago />}
        {scope === "room" && session && <span>{session}</span>}
      </span>,
    ],
  ];
  if (taskId)
    facts.push([
      "Task",
      <button key="task" type="button" className="link" onClick={() => openTask(taskId)}>
        {taskId}
      </button>,
    ]);
  if (runId !== null)
    facts.push([
      "Run",
      <Link key="run" className="link" to="/rooms/$room/runs/$run" params={{ room, run: String(runId) }} search={{}}>
        {runId}
      </Link>,
    ]);
  if (promoted)
    facts.push([
      "Promoted",
      <span key="promoted" className="dots">
        <span>{plainText(promoted.by)}</span>
        <Since at={promoted.at} ago />
      </span>,
    ]);
  if (source)
    facts.push([
      "Source",
      <span key="source" className="dots">
        <span className="mono">{source.file}</span>
        <span>{say`brought in by ${plainText(entry.by.name)}`}</span>
        <Since at={at} ago />
      </span>,
    ]);
  if (files.length > 0)
    facts.push([
      "Files",
      <ul key="files" className="mono">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>,
    ]);
  if (labels.length > 0) facts.push(["Labels", labels.join(", ")]);
  if (roles.length > 0) facts.push(["For", roles.map(names.role).join(", ")]);
  if (ended && state === "superseded" && ended.supersededBy !== null)
    facts.push([
      "Superseded by",
      <span key="superseded" className="dots">
        <EntryLink id={ended.supersededBy} kind={entry.kind} />
        <span>{plainText(ended.by)}</span>
        <Since at={entry.stateAt} ago />
      </span>,
    ]);
  else if (ended && state !== "live" && state !== "superseded")
    facts.push([
      "State",
      <span key="state" className="dots">
        <span>{SHEET_PAST[state](plainText(ended.by))}</span>
        <Since at={entry.stateAt} ago />
      </span>,
    ]);
  if (ended?.reason) facts.push(["Why", ended.reason]);
  return (
    <dl className="kv">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
