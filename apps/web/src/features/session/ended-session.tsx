import { PHASES } from "@squadroom/core/flow/steps";
import { progressOf } from "@squadroom/core/session/gate/progress";
import { hasNoSteps } from "@squadroom/core/session/record/gate";
import type { SessionProgress } from "@squadroom/core/session/record/session";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { buttonClass } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { type Imported, ImportedRecord, useImported } from "../interchange/index.ts";
import { Discussions } from "./discussions.tsx";
import { flowWords } from "./flow-words.ts";
import { GATE_TONES } from "./gate-chip.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { BatchesDone, Decided, FinalDesign, GatesDone } from "./session-record.tsx";
import { OneVersion } from "./side-panel.tsx";
import type { SessionWhole } from "./use-session.ts";
import { GATE_PRESET_LOW, LEVELS_LOW, PHASE_NAMES, STEPS } from "./words.ts";
import { Workers } from "./workers.tsx";
import "./fold.css";

const GATE_SHORT = {
  pending: "not begun",
  in_progress: "still closed",
  passed: "passed",
  failed: "not passed",
  overridden: "overridden",
  none: "no steps",
};

/** An ended session: how it ended, and everything that was answered, chosen, designed and done on the way. */
export function EndedSession({
  state,
  names,
  whole,
  progress: lately,
}: {
  state: RoomState;
  names: Names;
  whole: SessionWhole;
  /** As long as the room remembers it. */
  progress: SessionProgress | undefined;
}): ReactNode {
  const { row, description, versions, session, batches, gates } = whole;
  const files = useImported(state.view.name, row.id, session === null);
  const imported = files.data?.record ? files.data : null;
  const progress = session ? progressOf(session) : lately;
  const end = row.status as "completed" | "failed" | "stopped";
  const latest = versions.filter(
    (one) =>
      !versions.some((other) => other.step === one.step && other.batch === one.batch && other.version > one.version),
  );
  return (
    <div className="se-in">
      <EndedFacts room={state.view.name} whole={whole} progress={progress} imported={imported} />
      {description.trim() !== "" && (
        <section>
          <SectionHead title="What it is about" />
          <RichText text={description} className="read" />
        </section>
      )}
      {session ? (
        <>
          <Decided session={session} />
          <Workers workers={whole.workers} names={names} />
          <Discussions session={session} />
          <FinalDesign session={session} />
          <BatchesDone
            state={state}
            session={session}
            batches={batches}
            reviews={whole.reviews}
            names={names}
            ended={end === "failed" ? "failed" : "stopped"}
          />
          <GatesDone session={session} gates={gates} />
        </>
      ) : (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          {imported ? (
            <ImportedRecord imported={imported} />
          ) : (
            <Presented room={state.view.name} id={row.id} latest={latest} />
          )}
        </Suspense>
      )}
    </div>
  );
}

/** How and when it ended, and how far it got. */
function EndedFacts({
  room,
  whole: { row, session, gates },
  progress,
  imported,
}: {
  room: string;
  whole: SessionWhole;
  progress: SessionProgress | null | undefined;
  imported: Imported | null;
}): ReactNode {
  const { startedAt, endedAt } = imported?.record ?? row;
  return (
    <section>
      <h2 className="sr">How it ended</h2>
      {!imported && (
        <p className="se-by">
          <Link
            className={buttonClass()}
            to="/rooms/$room/sessions/$session/report"
            params={{ room, session: String(row.id) }}
          >
            Read the report
          </Link>
        </p>
      )}
      <dl className="kv se-kv">
        {endedAt !== null && (
          <>
            <dt>Ended</dt>
            <dd>
              <Since at={endedAt} ago />
            </dd>
          </>
        )}
        <dt>Started</dt>
        <dd>{startedAt !== null ? <Since at={startedAt} ago /> : imported ? "not said" : "never"}</dd>
        {row.level && (
          <>
            <dt>Level</dt>
            <dd>{LEVELS_LOW[row.level]}</dd>
          </>
        )}
        {progress && (
          <>
            <dt>{flowWords(session).tasks}</dt>
            <dd>{`${progress.tasksCompleted} of ${progress.tasksTotal} done`}</dd>
            <dt>Gates</dt>
            <dd>
              {PHASES.map((phase) => {
                const isBare = gates.some((gate) => gate.phase === phase && hasNoSteps(gate));
                const state = progress.gates[phase];
                return (
                  <span key={phase} className="ended-gate">
                    {PHASE_NAMES[phase]}:{" "}
                    <span className={isBare ? "muted" : GATE_TONES[state]}>{GATE_SHORT[isBare ? "none" : state]}</span>
                  </span>
                );
              })}
            </dd>
          </>
        )}
        {session && (
          <>
            <dt>Gates ask for</dt>
            <dd>{GATE_PRESET_LOW[session.gates.preset]}</dd>
          </>
        )}
        {row.endReason && (
          <>
            <dt>Why</dt>
            <dd>{row.endReason}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** For a session of which nothing else was kept: the last version of each step. */
function Presented({ room, id, latest }: { room: string; id: number; latest: SessionWhole["versions"] }): ReactNode {
  return (
    <section>
      <SectionHead title="What was presented" />
      {latest.length === 0 && <p className="muted">Nothing was presented.</p>}
      {latest.map((version) => (
        <details key={`${version.step} ${version.batch}`} className="se-fold">
          <summary>
            {STEPS[version.step]}{" "}
            <span className="muted small dots">
              {version.batch !== null && <span>{`batch ${version.batch + 1}`}</span>}
              <span>{`Version ${version.version}`}</span>
              <span>{say`by ${version.by}`}</span>
            </span>
          </summary>
          <OneVersion room={room} id={id} version={version} />
        </details>
      ))}
    </section>
  );
}
