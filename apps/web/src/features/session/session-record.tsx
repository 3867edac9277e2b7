import type { BatchRecord } from "@squadroom/core/session/batch/record";
import { type Gate, hasNoSteps } from "@squadroom/core/session/gate/gate";
import type { Session } from "@squadroom/core/session/record/session";
import type { SessionReview } from "@squadroom/core/session/review/session-review";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { costText } from "../usage/index.ts";
import { BatchRounds } from "./batch-rounds.tsx";
import { BatchTasks } from "./batch-tasks.tsx";
import { GATE_TONES } from "./gate-chip.tsx";
import { EvidenceList } from "./gate-evidence.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import type { SessionWhole } from "./use-session.ts";
import { t } from "./words.ts";

/** What people answered and chose, as it stands. */
export function Decided({ session }: { session: Session }): ReactNode {
  const { proposals, answers, approachId } = session;
  const questions = proposals.questions?.value.questions ?? [];
  const approach = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  const checkpoints = (session.pipeline?.steps ?? []).flatMap(({ id, title }) => {
    const passed = session.passed?.[id];
    return passed ? [{ id, title: plainText(title), by: passed.by }] : [];
  });
  if (questions.length === 0 && !approach && checkpoints.length === 0)
    return (
      <p className="muted">
        {t(session.pipeline ? "record.decidedElsewhere" : "record.nothingDecided")}
      </p>
    );
  return (
    <>
      {questions.length > 0 && (
        <section>
          <SectionHead title={t("record.answers")} />
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
                      <span className="muted small">
                        {t("questions.by", { by: answer.by.name })}
                      </span>
                    </p>
                  ) : (
                    <p className="muted">{t("record.unanswered")}</p>
                  )}
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {checkpoints.length > 0 && (
        <section>
          <SectionHead title={t("record.checkpoints")} />
          <ul className="se-points">
            {checkpoints.map(({ id, title, by }) => (
              <li key={id}>{t("record.passed", { by, title })}</li>
            ))}
          </ul>
        </section>
      )}
      {approach && (
        <section>
          <SectionHead title={t("record.approach", { title: plainText(approach.title) })} />
          <RichText text={approach.summary} className="read" />
        </section>
      )}
    </>
  );
}

/** The design as it was last, without marks of what changed. */
export function FinalDesign({ session }: { session: Session }): ReactNode {
  const sections = session.proposals.design?.value.sections ?? [];
  return sections.map(({ id, title, content }) => {
    const approval = session.sections[id];
    return (
      <section key={id}>
        <SectionHead
          title={plainText(title)}
          hint={
            approval ? t("design.by", { by: approval.by.name }) : t("record.sectionNotApproved")
          }
        />
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
          title={
            of && batch !== null
              ? t("record.batch", { at: batch + 1, title: plainText(of.title) })
              : t(session.pipeline ? "pipeline.steps" : "execute.tasks")
          }
          hint={
            of &&
            t(`record.batchState.${of.state}`, { usage: of.tally ? costText(of.tally.usage) : "" })
          }
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

/** What was done before the batch under way, each batch to be opened; while it runs too. */
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
          <SectionHead title={t("record.earlier")} />
          {before.map((record) => (
            <details key={record.batch} className="se-fold">
              <summary>
                {t("record.batch", {
                  at: (record.batch ?? 0) + 1,
                  title: plainText(session.batches?.[record.batch ?? 0]?.title ?? ""),
                })}
              </summary>
              <BatchesDone
                state={state}
                session={session}
                batches={[record]}
                reviews={reviews}
                names={names}
              />
            </details>
          ))}
        </section>
      )}
      <BatchRounds reviews={current} names={names} />
    </>
  );
}

/** Each gate with what it rests on. */
export function GatesDone({
  session,
  gates,
}: {
  session: Session;
  gates: readonly Gate[];
}): ReactNode {
  const of = session.batches?.length ?? 0;
  // A phase without steps has nothing to show.
  return gates
    .filter((gate) => !hasNoSteps(gate))
    .map((gate) => (
      <section key={`${gate.phase} ${gate.batch}`}>
        <SectionHead
          title={t(`phases.${gate.phase}`)}
          hint={gate.batch === null ? "" : t("gate.batch", { at: gate.batch + 1, of })}
        >
          <span className={GATE_TONES[gate.state]}>{t(`gate.state.${gate.state}`)}</span>
        </SectionHead>
        <EvidenceList gate={gate} />
      </section>
    ));
}
