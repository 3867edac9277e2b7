import { PATH_WORK } from "@squadroom/core/kernel/glob";
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
import { say, t } from "./words.ts";
import "./lock-screen.css";

const CALM_MS = 100;
/** Rows that are drawn. */
const SHOWN_MAX = 200;

/** Who holds what, and who waits for whom. */
export function LockScreen({
  state: current,
  path,
}: {
  state: RoomState;
  /** Only what touches it; left out: all. */
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
        <RecordPage next={t("held.next")} previous={t("held.previous")}>
          <Circles state={state} live={live} />
          <section className="rec-group" aria-label={t("held.title")}>
            <div className="rec-head">
              <h2>{t("held.title")}</h2>
              <span className="small muted">
                {t("held.count", { count: held.length })}
                {touching.length > held.length &&
                  `, ${t("held.waiting", { count: touching.length - held.length })}`}
              </span>
              {may(state, "takeLock") && (
                <Button kind="ghost" className="end" onClick={() => setTaking(true)}>
                  <Plus size={14} aria-hidden="true" />
                  {t("held.take")}
                </Button>
              )}
            </div>
            {path !== undefined && (
              <p className="small lk-path">
                {say("path.only", { path: <span className="mono">{plainText(path)}</span> })}{" "}
                <Link to="/rooms/$room/locks" params={{ room: state.view.name }} className="link">
                  {t("path.all")}
                </Link>
              </p>
            )}
            {held.length === 0 && path !== undefined ? (
              <Empty title={t("path.free")}>{t("path.freeText")}</Empty>
            ) : held.length === 0 ? (
              <Empty title={t("held.none")}>{t("held.noneText")}</Empty>
            ) : (
              <>
                <div className="lk-head small muted" aria-hidden="true">
                  <span>{t("held.who")}</span>
                  <span>{t("held.what")}</span>
                  <span>{t("held.until")}</span>
                  <span>{t("held.line")}</span>
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
                  <p className="small muted">{t("held.more", { count: SHOWN_MAX })}</p>
                )}
              </>
            )}
          </section>
          <OverlapCheck />
        </RecordPage>
        {selected && (
          <LockDetail
            key={selected.id}
            state={state}
            lock={selected}
            next={behind.get(selected.id)?.[0]}
          />
        )}
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
        {asked && (
          <DecisionCard
            room={state.view.roomId}
            decision={asked}
            canAnswer={may(state, "answerDecision")}
          />
        )}
      </div>
    );
  });
}

/** Who waits for each lock, in the order in which they asked. */
function waitersOf(live: readonly Lock[]): ReadonlyMap<number, Lock[]> {
  const behind = new Map<number, Lock[]>();
  for (const lock of live)
    for (const id of lock.waitsFor) behind.set(id, [...(behind.get(id) ?? []), lock]);
  return behind;
}
