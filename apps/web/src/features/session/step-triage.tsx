import type { Decision } from "@squadroom/core/decision/decision";
import { COMPLEXITIES, type Complexity, KNOBS } from "@squadroom/core/flow/steps";
import { BATCHES_MAX } from "@squadroom/core/session/record/session";
import { openSplits, scopeAsked } from "@squadroom/core/session/triage/scope";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { discardDraft, draftKeys, useDraft } from "../../drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { optionTo, triageDrafts } from "../decision/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst, type FirstAnswer } from "./first-answer.ts";
import { plainParts } from "./parts.ts";
import { type EditedParts, PartsList, useParts } from "./parts-list.tsx";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { ServedScout } from "./served-scout.tsx";
import { askedOf, type StepProps } from "./step-props.ts";
import type { AnswerDetail, Answers } from "./use-answers.ts";
import { t } from "./words.ts";

const NONE: readonly never[] = [];
const LIST = new Intl.ListFormat("en-GB");

/** How much process, and what the work is cut into: settled by one answer. */
export function TriageStep(props: StepProps): ReactNode {
  const { session } = props;
  const proposal = session.proposals.triage;
  const value = proposal?.value;
  const key = triageDrafts(props.state.view.roomId, session.id);
  const draft = useDraft<Complexity | null>(`${key}:${proposal?.version ?? 0}`, null);
  const { value: picked, set: setPicked } = draft;
  const answers = settling(props.answers, key);
  const batches = useParts(`${key}:batches`, session.batches ?? value?.batches ?? NONE);
  const splits = useParts(
    `${key}:splits`,
    session.splits === null ? openSplits(session) : (value?.splits ?? NONE),
  );
  if (!proposal || !value) return null;
  const level = picked ?? session.complexity?.level ?? value.level;
  const asked = askedOf(props, "triage");
  const askedBatches = askedOf(props, "scope", "batches");
  const askedSplits = askedOf(props, "scope", "splits");
  const count = value.batches?.length ?? 0;
  const low = t(`levels.low.${value.level}`);
  const title =
    count > 0 ? t("triage.titleBatches", { level: low, count }) : t("triage.title", { level: low });
  // One answer for all that is on the screen; what is settled already is no part of it.
  const scope = asked ? scopeAsked(session) : { batches: null, splits: null };
  const detail = {
    ...(scope.batches && batches.isEdited ? { batches: plainParts(batches.parts) } : {}),
    ...(scope.splits && splits.isEdited ? { splits: plainParts(splits.parts) } : {}),
  };
  const isEdited = Object.keys(detail).length > 0;
  return (
    <>
      <div className="se-in">
        <ProposalHead proposal={proposal} title={title} decision={asked} answers={answers}>
          <RichText text={value.reasoning} className="read se-text" />
          <ServedScout state={props.state} session={session} />
          {(value.suggestedSkips?.length ?? 0) > 0 && (
            <p className="muted">
              {t("triage.skips", {
                steps: LIST.format(value.suggestedSkips.map((step) => t(`steps.low.${step}`))),
              })}
            </p>
          )}
        </ProposalHead>
        <section>
          <SectionHead title={t("triage.level")} hint={t("triage.levelHint")} />
          {session.complexity && !asked ? (
            <p>{t("triage.settled", { level: t(`levels.low.${session.complexity.level}`) })}</p>
          ) : (
            <LevelTable
              level={level}
              proposed={value.level}
              {...(asked ? { onPick: setPicked } : {})}
            />
          )}
        </section>
        {(count > 0 || scope.batches || askedBatches) && (
          <Scope
            name="batches"
            edited={batches}
            isOpen={scope.batches !== null}
            asked={askedBatches}
            settled={session.batches === null ? null : session.batches.length}
            answers={answers}
          />
        )}
        {(value.splits?.length ?? 0) > 0 && (
          <Scope
            name="splits"
            edited={splits}
            isOpen={scope.splits !== null}
            asked={askedSplits}
            settled={session.splits === null ? null : session.splits.length}
            answers={answers}
          />
        )}
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          first={firstOf(asked, level, value.level, isEdited)}
          {...(isEdited ? { edits: detail } : {})}
          isWriting={isEdited}
        />
      )}
      {!asked && askedBatches && (
        <AnswerBar
          key={askedBatches.id}
          decision={askedBatches}
          answers={answers}
          first={scopeFirst(askedBatches, batches, t("triage.acceptBatches"))}
        />
      )}
      {!asked && !askedBatches && askedSplits && (
        <AnswerBar
          key={askedSplits.id}
          decision={askedSplits}
          answers={answers}
          first={scopeFirst(askedSplits, splits, t("triage.acceptSplits"))}
        />
      )}
    </>
  );
}

/** Who answers is done with the edits, sent or not; to talk about it first leaves them where they are. */
function settling(answers: Answers, drafts: string): Answers {
  return {
    ...answers,
    send: async (answer) => {
      const isDone = await answers.send(answer);
      if (isDone && answer.option.act.kind !== "discuss")
        for (const one of draftKeys(drafts)) discardDraft(one);
      return isDone;
    },
  };
}

function scopeFirst(decision: Decision, edited: EditedParts, label: string): FirstAnswer | null {
  return asFirst(optionTo(decision, "accept_scope"), { label, detail: editedDetail(edited) });
}

function editedDetail({ isEdited, parts }: EditedParts): AnswerDetail | undefined {
  return isEdited ? { parts: plainParts(parts) } : undefined;
}

function firstOf(
  decision: Decision,
  level: Complexity,
  proposed: Complexity,
  isEdited: boolean,
): FirstAnswer | null {
  if (level === proposed) {
    const label = t(isEdited ? "triage.agreeEdited" : "triage.agree");
    return asFirst(optionTo(decision, "agree"), { label });
  }
  return asFirst(
    decision.options.find(({ act }) => act.kind === "override_level" && act.level === level),
    {
      label: t(isEdited ? "triage.overrideEdited" : "triage.override", {
        level: t(`levels.low.${level}`),
      }),
    },
  );
}

const ROWS = ["questions", "approaches", "design", "depth"] as const;

/** What each level asks of people, one column each; on a phone the chosen one. */
function LevelTable({
  level,
  proposed,
  onPick,
}: {
  level: Complexity;
  proposed: Complexity;
  onPick?: (level: Complexity) => void;
}): ReactNode {
  return (
    <table className="lv">
      <thead>
        <tr>
          <td />
          {COMPLEXITIES.map((one) => (
            <th key={one} scope="col" className={clsx(one === level && "sel")}>
              <label className="lv-pick">
                <input
                  type="radio"
                  name="level"
                  checked={one === level}
                  disabled={!onPick}
                  onChange={() => onPick?.(one)}
                />
                <span className="strong">{t(`levels.${one}`)}</span>
                {one === proposed && <Tag className="end">{t("triage.proposed")}</Tag>}
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">{t(`triage.rows.${row}`)}</th>
            {COMPLEXITIES.map((one) => (
              <td key={one} className={clsx(one === level && "sel")}>
                {knobWords(one, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function knobWords(level: Complexity, row: (typeof ROWS)[number]): string {
  const { questions, approaches, sections, depth } = KNOBS[level];
  switch (row) {
    case "questions":
      return questions ? t("triage.range", questions) : t("triage.skipped");
    case "approaches":
      return approaches ? t("triage.compare", approaches) : t("triage.picks");
    case "design":
      return t("triage.sections", sections);
    case "depth":
      return t(`triage.depth.${depth}`);
  }
}

function Scope({
  name,
  edited,
  isOpen,
  asked,
  settled,
  answers,
}: {
  name: "batches" | "splits";
  edited: EditedParts;
  /** It is settled by the answer below. */
  isOpen: boolean;
  /** It is asked by itself. */
  asked: Decision | undefined;
  /** How many there are since it was decided. */
  settled: number | null;
  answers: Answers;
}): ReactNode {
  const isBatches = name === "batches";
  const settle = (kind: "accept_scope" | "keep_whole"): void => {
    const option = asked && optionTo(asked, kind);
    const detail = kind === "accept_scope" ? editedDetail(edited) : undefined;
    if (option) void answers.send({ decision: asked, option, detail });
  };
  if (settled !== null && !asked && !isOpen) {
    const words = isBatches
      ? settled > 1
        ? t("triage.settledBatches", { count: settled })
        : t("triage.settledOne")
      : settled > 0
        ? t("triage.settledSplits", { count: settled })
        : t("triage.settledKept");
    return (
      <section aria-label={t(`triage.${name}`)}>
        <SectionHead title={t(`triage.${name}`)} />
        <p>{words}</p>
        {isBatches && settled > 1 && (
          <PartsList
            label={t("triage.batches")}
            edited={edited}
            canEdit={false}
            max={BATCHES_MAX}
          />
        )}
      </section>
    );
  }
  return (
    <section aria-label={t(`triage.${name}`)}>
      <SectionHead title={t(`triage.${name}`)} hint={t(`triage.${name}Hint`)} />
      <PartsList
        label={t(`triage.${name}`)}
        edited={edited}
        canEdit={isOpen || asked !== undefined}
        max={BATCHES_MAX}
        {...(isOpen ? { none: t(isBatches ? "triage.onePieceHere" : "triage.keepHere") } : {})}
      />
      {isOpen && edited.parts.length > 0 && (
        <p className="se-scope">
          <Button kind="ghost" onClick={() => edited.set([])}>
            {t(isBatches ? "triage.onePiece" : "triage.keep")}
          </Button>
        </p>
      )}
      {asked && (
        <p className="se-scope">
          <Button onClick={() => settle("accept_scope")}>
            {t(isBatches ? "triage.acceptBatches" : "triage.acceptSplits")}
            {edited.isEdited && <Tag>{t("triage.acceptEdited")}</Tag>}
          </Button>
          <Button kind="ghost" onClick={() => settle("keep_whole")}>
            {t(isBatches ? "triage.onePiece" : "triage.keep")}
          </Button>
        </p>
      )}
    </section>
  );
}
