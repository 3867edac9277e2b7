import { counted } from "@squadroom/core/kernel/words";
import { type HeldAgent, heldUp } from "@squadroom/core/session/batch/held-up";
import type { Session } from "@squadroom/core/session/record/session";
import { type Learned, learnedIn } from "@squadroom/core/session/review/learned";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { durationText } from "../../clock/time.tsx";
import type { RoomState } from "../../live/room-state.ts";
import { firstLine, plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { REVIEW_SEVERITY } from "./words.ts";
import "./checkpoint-rail.css";

const RAIL = {
  skipped: "continues without passing",
  unreviewed: "not reviewed by anybody else",
};

/** Lines of each part; the rest are counted. */
const AGENTS_SHOWN = 6;
const LEARNED_SHOWN = 5;

/** Beside a checkpoint: what waits for its answer, and what the batch leaves to later ones. */
export function CheckpointRail({ state, session }: { state: RoomState; session: Session }): ReactNode {
  const { view } = state;
  const held = heldUp(view, session, useNow());
  if (!held) return null;
  return (
    <div className="cr">
      <HeldUp room={view.name} held={held} />
      <LearnedIn learned={learnedIn(view, session)} />
    </div>
  );
}

function HeldUp({
  room,
  held: { next, agents, queued },
}: {
  room: string;
  held: NonNullable<ReturnType<typeof heldUp>>;
}): ReactNode {
  const more = agents.length - AGENTS_SHOWN;
  return (
    <section aria-labelledby="cr-held">
      <h3 id="cr-held" className="label">
        Held up by this
      </h3>
      <dl className="kv small">
        <dt>{`Batch ${next.at + 1}`}</dt>
        <dd title={plainText(next.title)}>
          {next.tasks === null ? "not planned yet" : `about ${counted(next.tasks, "task")}`}
        </dd>
        {agents.slice(0, AGENTS_SHOWN).map((agent) => (
          <Fragment key={agent.agentId}>
            <dt>{agent.name}</dt>
            <dd>
              <AgentWords agent={agent} />
            </dd>
          </Fragment>
        ))}
        {more > 0 && (
          <>
            <dt className="muted">{`${more} more`}</dt>
            <dd />
          </>
        )}
        {queued && (
          <>
            <dt>Queued session</dt>
            <dd>
              <Link to="/rooms/$room/sessions/$session" params={{ room, session: String(queued.id) }}>
                {firstLine(queued.title)}
              </Link>
              {queued.behind > 0 && <span className="muted"> {`and ${queued.behind} more`}</span>}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function AgentWords({ agent: { state, taskId, freeInMs } }: { agent: HeldAgent }): ReactNode {
  if (state === "free") return "free";
  if (state === "away") return <span className="c-warn">away</span>;
  const task = taskId && (
    <button type="button" className="cr-task mono" onClick={() => openTask(taskId)}>
      {taskId}
    </button>
  );
  if (state === "waiting") return <>waiting for a person: {task}</>;
  return freeInMs === null ? <>at work on {task}</> : <FreeIn ms={freeInMs} task={task} />;
}

function FreeIn({ ms, task }: { ms: number; task: ReactNode }): ReactNode {
  return (
    <>
      {`free in about ${durationText(ms)},`} {task}
    </>
  );
}

function LearnedIn({ learned }: { learned: readonly Learned[] }): ReactNode {
  if (learned.length === 0) return null;
  const more = learned.length - LEARNED_SHOWN;
  return (
    <section aria-labelledby="cr-learned">
      <h3 id="cr-learned" className="label">
        Learned in this batch
      </h3>
      <ul className="cr-learned small">
        {learned.slice(0, LEARNED_SHOWN).map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may read alike, and lines never move
          <li key={i}>
            <LearnedWords one={one} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="small muted">{`${more} more in the conversation`}</p>}
    </section>
  );
}

function LearnedWords({ one }: { one: Learned }): ReactNode {
  switch (one.kind) {
    case "answer":
      return <Lesson text={one.answer}>{say`${one.by}, asked “${firstLine(one.question)}”`}</Lesson>;
    case "finding":
      return (
        <Lesson text={one.issue}>
          <span className="dots">
            <span>
              {one.severity === null ? "carried over, must be fixed" : `carried over, ${REVIEW_SEVERITY[one.severity]}`}
            </span>
            {one.file && <span className="mono">{one.file}</span>}
          </span>
        </Lesson>
      );
    case "unpassed":
      return (
        <Lesson text={one.title}>
          <span className="c-warn">
            {one.taskId}, {RAIL[one.state]}
          </span>
        </Lesson>
      );
  }
}

/** What was learned, and below it how it came to be known. */
function Lesson({ text, children }: { text: string; children: ReactNode }): ReactNode {
  return (
    <>
      {plainText(text)}
      <span className="cr-of muted">{children}</span>
    </>
  );
}
