import type { BatchRecord } from "@squadroom/core/session/batch/record";
import { flowOf } from "@squadroom/core/session/flow/flows";
import { type Gate, hasNoSteps } from "@squadroom/core/session/record/gate";
import type { Session } from "@squadroom/core/session/record/session";
import type { SessionReview } from "@squadroom/core/session/review/session-review";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { costText } from "../usage/index.ts";
import { BatchRounds } from "./batch-rounds.tsx";
import { BatchTasks } from "./batch-tasks.tsx";
import { flowWords } from "./flow-words.ts";
import { GATE_TONES } from "./gate-chip.tsx";
import { EvidenceList } from "./gate-evidence.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import type { SessionWhole } from "./use-session.ts";
import { BATCH_STATE, GATE_STATE, PHASE_NAMES } from "./words.ts";

/** Whether people answered or chose anything. */
export function hasDecided(session: Session): boolean {
  const { proposals, approachId } = session;
  const questions = proposals.questions?.value.questions ?? [];
  return questions.length > 0 || approachId !== null || flowOf(session).passed(session).length > 0;
}

/** What people answered and chose, as it is now. */
export function Decided({ session }: { session: Session }): ReactNode {
  const { proposals, answers, approachId } = session;
  const questions = proposals.questions?.value.questions ?? [];
  const approach = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  const checkpoints = flowOf(session)
    .passed(session)
    .map(({ title, ...passed }) => ({ ...passed, title: plainText(title) }));
  if (questions.length === 0 && !approach && checkpoints.length === 0)
    return <p className="muted">{flowWords(session).nothingDecided}</p>;
  return (
    <>
      {questions.length > 0 && (
        <section>
          <SectionHead title="Questions and answers" />
          <ol className="se-points">
            {questions.map(({ id, text }) => {
              const answer = answers[id];
              const said = answer && [answer.option, answer.text].filter(Boolean).join(". ");
              return (
                <li key={id}>
                  <p>{plainText(text)}</p>
                  {answer ? (
                    <p className="ink2 dots">
                      <span>{said}</span>
                      <span className="muted small">{say`answered by ${answer.by.name}`}</span>
                    </p>
                  ) : (
                    <p className="muted">Left to the agents' judgement.</p>
                  )}
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {checkpoints.length > 0 && (
        <section>
          <SectionHead title="Checkpoints" />
          <ul className="se-points">
            {checkpoints.map(({ id, title, by }) => (
              <li key={id}>{say`${by} continued after “${title}”`}</li>
            ))}
          </ul>
        </section>
      )}
      {approach && (
        <section>
          <SectionHead title={say`Chosen approach: ${plainText(approach.title)}`} />
          <RichText text={approach.summary} className="read" />
        </section>
      )}
    </>
  );
}

/** The design in its last version, without marks of what changed. */
export function FinalDesign({ session }: { session: Session }): ReactNode {
  const sections = session.proposals.design?.value.sections ?? [];
  return sections.map(({ id, title, content }) => {
    const approval = session.sections[id];
    return (
      <section key={id}>
        <SectionHead title={plainText(title)} hint={approval ? say`approved by ${approval.by.name}` : "not approved"} />
        <RichText text={content} className="read" />
      </section>
    );
  });
}

/** Tasks, cost and review of each batch that was begun. */
export function BatchesDone({
  state,
  session,
  batches,
  reviews,
  names,
  ended = "stopped",
}: {
  state: RoomState;
  session: Session;
  batches: readonly BatchRecord[];
  reviews: readonly SessionReview[];
  names: Names;
  /** How a session without batches ended. */
  ended?: "stopped" | "failed";
}): ReactNode {
  return batches.map(({ batch, plan, execution, review }) => {
    const of = batch === null ? undefined : session.batches?.[batch];
    const proposals = { ...session.proposals, ...(plan ? { plan } : {}) };
    return (
      <section key={batch ?? "all"}>
        <SectionHead
          title={of && batch !== null ? say`Batch ${batch + 1}: ${plainText(of.title)}` : flowWords(session).table}
          hint={of && batchText(of)}
        />
        {execution && (
          <BatchTasks
            view={state.view}
            session={{ ...session, execution, proposals }}
            names={names}
            open={of?.state === "failed" || of?.state === "active" ? of.state : ended}
          />
        )}
        {review && <ReviewFacts value={review.value} />}
        <BatchRounds reviews={reviews.filter((one) => one.batch === batch)} names={names} />
      </section>
    );
  });
}

function batchText({ state, tally }: NonNullable<Session["batches"]>[number]): string {
  if (state !== "completed") return BATCH_STATE[state];
  return say`completed, ${tally ? costText(tally.usage) : ""}`;
}

/** What was done before the current batch, each batch to be opened; while it runs, too. */
export function EarlierBatches({
  state,
  whole: { batches, reviews },
  session,
  names,
}: {
  state: RoomState;
  whole: SessionWhole;
  session: Session;
  names: Names;
}): ReactNode {
  const now = session.batch;
  const before = batches.filter(({ batch }) => batch !== null && now !== null && batch < now);
  const current = reviews.filter(({ batch }) => batch === now);
  return (
    <>
      {before.length > 0 && (
        <section>
          <SectionHead title="Batches before this one" />
          {before.map((record) => (
            <details key={record.batch} className="se-fold">
              <summary>
                {say`Batch ${(record.batch ?? 0) + 1}: ${plainText(session.batches?.[record.batch ?? 0]?.title ?? "")}`}
              </summary>
              <BatchesDone state={state} session={session} batches={[record]} reviews={reviews} names={names} />
            </details>
          ))}
        </section>
      )}
      <BatchRounds reviews={current} names={names} />
    </>
  );
}

/** Each gate with its evidence. */
export function GatesDone({ session, gates }: { session: Session; gates: readonly Gate[] }): ReactNode {
  const of = session.batches?.length ?? 0;
  // A phase without steps has nothing to show.
  return gates
    .filter((gate) => !hasNoSteps(gate))
    .map((gate) => (
      <section key={`${gate.phase} ${gate.batch}`}>
        <SectionHead
          title={PHASE_NAMES[gate.phase]}
          hint={gate.batch === null ? "" : `Batch ${gate.batch + 1} of ${of}`}
        >
          <span className={GATE_TONES[gate.state]}>{GATE_STATE[gate.state]}</span>
        </SectionHead>
        <EvidenceList gate={gate} />
      </section>
    ));
}
