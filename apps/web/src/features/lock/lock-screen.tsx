import { foreignSyntax, PATH_WORK, readGlob } from "@squadroom/core/kernel/glob";
import { counted } from "@squadroom/core/kernel/words";
import { type Lock, readPattern } from "@squadroom/core/lock/lock";
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
import "./lock-screen.css";
import { commonLocked } from "@squadroom/core/lock/overlap";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Area } from "../../ui/area.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { say } from "../../words/say.tsx";

const WORK = 200_000;

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
                boundaries, or each file before it is written:{" "}
                <Link
                  to="/rooms/$room/settings"
                  params={{ room: state.view.name }}
                  search={{ section: "sessions" }}
                  className="link"
                >
                  session settings
                </Link>
                .
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

/** Tries two patterns against each other. */
function OverlapCheck(): ReactNode {
  const [first, setFirst] = useState("src/**/webhook.ts");
  const [second, setSecond] = useState("src/refund/*.ts");
  const [a, b] = [first, second].map((text) => (foreignSyntax(text) === null ? readPattern(text) : null));
  const path = a == null || b == null ? null : commonLocked(readGlob(a), readGlob(b), { left: WORK });
  return (
    <details className="rec-group">
      <summary>Do two patterns overlap?</summary>
      <div className="lk-overlap">
        <Field label="First" className="mono" value={first} maxLength={300} onChange={setFirst} />
        <Field label="Second" className="mono" value={second} maxLength={300} onChange={setSecond} />
        <output className="lk-said">
          {a == null || b == null ? (
            <span className="muted">Write paths of the repository, with *, ** and ? alone.</span>
          ) : (
            <>
              <Tag tone={path === null ? "plain" : "warn"}>{path === null ? "no" : "yes"}</Tag>
              <span className="ink2">{path === null ? "no path matches both" : "both match"}</span>
              {path !== null && <span className="mono">{plainText(path)}</span>}
            </>
          )}
        </output>
      </div>
    </details>
  );
}

/** A lead locks paths by hand. */
function TakeDialog({ room, onClose }: { room: string; onClose: () => void }): ReactNode {
  const form = useActForm("takeLock", {
    start: { patterns: "", wait: false },
    lacks: ({ patterns }) => ({ patterns: patterns.trim() === "" && "Name a path or a glob." }),
    gives: ({ patterns, wait }) => ({
      params: { room },
      body: { patterns: patterns.split("\n").flatMap((line) => line.trim() || []), wait },
    }),
    said: ({ state, patterns }) => {
      const what = plainText(patterns.join(", "));
      return state === "held" ? say`You have locked ${what}.` : say`You stand in line for ${what}.`;
    },
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title="Take a lock" label="Take a lock" width={440} onClose={onClose}>
      <p className="ink2">
        It ends after 120 s; take the same again to renew it. `src/` is all below a folder, `.` is the whole repository.
      </p>
      <Area {...form.at("patterns")} label="Paths or globs, one a line" />
      <Check {...form.at("wait")} label="Stand in line where others have them" className="lk-check" />
    </FormDialog>
  );
}
