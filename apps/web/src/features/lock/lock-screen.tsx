import { PATH_WORK } from "@squadroom/core/kernel/glob";
import { counted } from "@squadroom/core/kernel/words";
import type { Lock } from "@squadroom/core/lock/lock";
import { locksAt } from "@squadroom/core/lock/places";
import { circlesOf } from "@squadroom/core/lock/waiting";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { RecordPage } from "../../ui/record-list.tsx";
import { plainText } from "../../words/plain-text.ts";
import { DecisionCard } from "../decision/index.ts";
import { RoomHead } from "../room/index.ts";
import { CircleMap } from "./circle-map.tsx";
import { LockDetail } from "./lock-detail.tsx";
import { LockRow } from "./lock-row.tsx";
import { OverlapCheck } from "./overlap-check.tsx";
import { TakeDialog } from "./take-dialog.tsx";
import "./lock-screen.css";

const CALM_MS = 100;
/** Most rows that are drawn. */
const SHOWN_MAX = 200;

/** Who holds what, and who waits for whom. */
export function LockScreen({
  state: current,
  path,
}: {
  state: RoomState;
  /** Only what touches it; left out: everything. */
  path?: string | undefined;
}): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isTaking, setTaking] = useState(false);
  const { live } = state.view.locks;
  const touching = path === undefined ? live : locksAt(live, path, { left: PATH_WORK });
  const held = touching.filter(({ fence }) => fence !== null);
  const shown = held.slice(0, SHOWN_MAX);
  const selected = held.find(({ id }) => id === chosen) ?? held[0];
  const behind = waitersOf(live);
  return (
    <>
      <RoomHead state={state} names={names} />
      <div className="lk">
        <RecordPage next="Next lock" previous="Previous lock">
          <Circles state={state} live={live} />
          <section className="rec-group" aria-label="Held">
            <div className="rec-head">
              <h2>Held</h2>
              <span className="small muted">
                {counted(held.length, "lock")}
                {touching.length > held.length && `, ${counted(touching.length - held.length, "waits", "wait")}`}
              </span>
              {may(state, "takeLock") && (
                <Button kind="ghost" className="end" onClick={() => setTaking(true)}>
                  <Plus size={14} aria-hidden="true" />
                  Take a lock
                </Button>
              )}
            </div>
            {path !== undefined && (
              <p className="small lk-path">
                Only what touches <span className="mono">{plainText(path)}</span>.{" "}
                <Link to="/rooms/$room/locks" params={{ room: state.view.name }} className="link">
                  Show all
                </Link>
              </p>
            )}
            {held.length === 0 && path !== undefined ? (
              <Empty title="Nobody has locked it">Any agent at work may write it.</Empty>
            ) : held.length === 0 ? (
              <Empty title="Nothing is locked">
                Agents and leads lock paths that nobody else may write meanwhile. A room can also lock a task’s
                boundaries, or each file before it is written: Settings, Sessions.
              </Empty>
            ) : (
              <>
                <div className="lk-head small muted" aria-hidden="true">
                  <span>Who</span>
                  <span>What</span>
                  <span>Until</span>
                  <span>Who waits, in order</span>
                </div>
                <ul>
                  {shown.map((lock) => (
                    <LockRow
                      key={lock.id}
                      lock={lock}
                      waiters={behind.get(lock.id) ?? []}
                      agents={state.view.agents}
                      isSelected={lock === selected}
                      onSelect={() => setChosen(lock.id)}
                    />
                  ))}
                </ul>
                {held.length > SHOWN_MAX && (
                  <p className="small muted">{`The first ${SHOWN_MAX} are shown. \`squadroom locks\` lists them all.`}</p>
                )}
              </>
            )}
          </section>
          <OverlapCheck />
        </RecordPage>
        {selected && <LockDetail key={selected.id} state={state} lock={selected} next={behind.get(selected.id)?.[0]} />}
      </div>
      {isTaking && <TakeDialog room={state.view.name} onClose={() => setTaking(false)} />}
    </>
  );
}

/** Those that wait for each other, with what a person is asked about them. */
function Circles({ state, live }: { state: RoomState; live: readonly Lock[] }): ReactNode {
  const decisions = Object.values(state.view.decisions).filter(({ kind }) => kind === "deadlock");
  return circlesOf(live).map((circle) => {
    const ids = circle.map(({ id }) => id);
    const asked = decisions.find(
      ({ subject }) => subject.kind === "locks" && ids.every((id) => subject.lockIds.includes(id)),
    );
    return (
      <div key={ids.join(" ")} className="lk-circle">
        <CircleMap live={live} circle={circle} />
        {asked && <DecisionCard room={state.view.roomId} decision={asked} canAnswer={may(state, "answerDecision")} />}
      </div>
    );
  });
}

/** Who waits for each lock, in the order in which they asked. */
function waitersOf(live: readonly Lock[]): ReadonlyMap<number, Lock[]> {
  const behind = new Map<number, Lock[]>();
  for (const lock of live) for (const id of lock.waitsFor) behind.set(id, [...(behind.get(id) ?? []), lock]);
  return behind;
}
