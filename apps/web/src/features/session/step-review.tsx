import { hasPassed } from "@squadroom/core/reply/passed";
import type { ReviewReply } from "@squadroom/core/reply/shapes";
import { batchCosts } from "@squadroom/core/session/batch-costs";
import { BATCHES_MAX } from "@squadroom/core/session/session";
import { ROUNDS_MAX } from "@squadroom/core/task/review";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { AnswerBar, type FirstAnswer } from "./answer-bar.tsx";
import { BatchCosts } from "./batch-costs.tsx";
import { BatchTasks } from "./batch-tasks.tsx";
import { BatchFigures, NewScout } from "./checkpoint-figures.tsx";
import { plainParts } from "./parts.ts";
import { PartsList, useParts } from "./parts-list.tsx";
import { PlannedTasks } from "./planned-tasks.tsx";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { askedOf, type StepProps } from "./step-props.ts";

/** What the review said, and what is asked because of it; between batches, the checkpoint. */
export function ReviewStep(props: StepProps): ReactNode {
  const { t } = wordsOf("session");
  const { session, answers } = props;
  const proposal = session.proposals.review;
  const checkpoint = askedOf(props, "batch_checkpoint");
  if (!proposal) return null;
  const { value } = proposal;
  const isPassed = hasPassed(value);
  const count = value.findings.length + value.mustFix.length;
  const { batch, batches, execution } = session;
  const isLeft = batches !== null && batch !== null && batch < batches.length - 1;
  if (isLeft && (isPassed || execution?.overridden)) return <Checkpoint {...props} />;
  const asked = askedOf(props, "review_failed");
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={isPassed ? t("review.passed") : t("review.failed", { count })}
          decision={asked ?? checkpoint}
          answers={answers}
          verb="reviewed"
        >
          <p className="small muted">
            {t("review.round", { round: execution?.rounds ?? 1, max: ROUNDS_MAX })}
          </p>
        </ProposalHead>
        <ReviewFacts value={value} />
        <Overridden {...props} />
        <PlannedTasks view={props.state.view} session={session} names={props.names} />
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={optionOf(asked, "retry")} />}
    </>
  );
}

function optionOf(
  { options }: { options: readonly { id: string; label: string; consequence: string }[] },
  optionId: string,
): FirstAnswer {
  const option = options.find(({ id }) => id === optionId);
  return { optionId, label: option?.label ?? "", consequence: option?.consequence ?? "" };
}

function Overridden({ session }: StepProps): ReactNode {
  const { t } = wordsOf("session");
  const overridden = session.execution?.overridden;
  if (!overridden) return null;
  return <p className="c-warn">{t("review.overridden", { ...overridden })}</p>;
}

export function ReviewFacts({ value }: { value: ReviewReply }): ReactNode {
  const { t } = wordsOf("session");
  return (
    <>
      <RichText text={value.summary} className="read" />
      {value.mustFix.length > 0 && (
        <section>
          <SectionHead title={t("review.mustFix")} />
          <ul className="se-points">
            {value.mustFix.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {value.findings.length > 0 && (
        <section>
          <SectionHead title={t("review.findings")} />
          <ul>
            {value.findings.map(({ severity, file, line, issue, suggestion }) => (
              <li key={`${file} ${line} ${issue}`} className="fi">
                <span
                  className={severity === "critical" || severity === "high" ? "c-bad" : "c-warn"}
                >
                  <Icon of={TriangleAlert} size="s" />
                </span>
                <div>
                  <p className="small muted dots">
                    <span>{t(`review.severity.${severity}`)}</span>
                    <span className="mono">{file}</span>
                    <span>{line ? t("review.line", { line }) : t("review.file")}</span>
                  </p>
                  <RichText text={issue} />
                  {suggestion && (
                    <p className="muted">{t("review.suggestion", { text: suggestion })}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A batch is over: what it did, what is left to edit, and how it goes on. */
function Checkpoint(props: StepProps): ReactNode {
  const { t } = wordsOf("session");
  const { session, answers, state, names } = props;
  const { batch, batches, proposals } = session;
  const at = batch ?? 0;
  const asked = askedOf(props, "batch_checkpoint");
  const now = batches?.[at];
  const rest = useParts(
    (batches ?? []).slice(at + 1).map(({ title, description }) => ({ title, description })),
  );
  const proposal = proposals.review;
  if (!proposal) return null;
  const isEdited = rest.isEdited && plainParts(rest.parts).length > 0;
  const first: FirstAnswer | undefined =
    asked &&
    (isEdited
      ? {
          optionId: "adjust",
          label: t("checkpoint.adjust"),
          consequence: t("checkpoint.edited"),
          detail: { parts: plainParts(rest.parts) },
        }
      : optionOf(asked, "continue"));
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={t("checkpoint.title", {
            at: at + 1,
            of: batches?.length ?? 0,
            title: plainText(batches?.[at]?.title ?? ""),
          })}
          decision={asked}
          answers={answers}
          verb="reviewed"
        >
          {now && <BatchFigures session={session} batch={now} />}
        </ProposalHead>
        <section className="cp-did">
          <SectionHead title={t("checkpoint.did")}>
            {hasPassed(proposal.value) && (
              <Tag tone="ok">
                <Icon of={CircleCheck} size="s" /> {t("review.passed")}
              </Tag>
            )}
          </SectionHead>
          <BatchTasks view={state.view} session={session} names={names} />
          <ReviewFacts value={proposal.value} />
          <Overridden {...props} />
        </section>
        <BatchCosts costs={batchCosts(state.view, session)} />
        <NewScout session={session} />
        <section>
          <SectionHead title={t("checkpoint.left")} hint={t("checkpoint.leftHint")} />
          <PartsList
            label={t("checkpoint.left")}
            edited={rest}
            canEdit={asked !== undefined}
            max={BATCHES_MAX}
            from={at + 2}
          />
        </section>
      </div>
      {asked && first && (
        <AnswerBar
          decision={asked}
          answers={answers}
          first={first}
          hidden={isEdited ? ["continue"] : ["adjust"]}
          aside={!isEdited && <span>{t("checkpoint.notEdited")}</span>}
        />
      )}
    </>
  );
}
