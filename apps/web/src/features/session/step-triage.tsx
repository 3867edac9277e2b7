import type { Decision } from "@squadroom/core/decision/decision";
import { COMPLEXITIES, type Complexity, KNOBS } from "@squadroom/core/flow/steps";
import { counted } from "@squadroom/core/kernel/words";
import { BATCHES_MAX, type BrainstormSession } from "@squadroom/core/session/record/session";
import { openSplits, scopeAsked } from "@squadroom/core/session/triage/scope";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { discardDraft, draftKeys, useDraft } from "../../drafts/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { say } from "../../words/say.tsx";
import { optionTo, triageDrafts } from "../decision/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst, type FirstAnswer } from "./first-answer.ts";
import { plainParts } from "./parts.ts";
import { type EditedParts, PartsList, useParts } from "./parts-list.tsx";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { ServedScout } from "./served-scout.tsx";
import { askedOf, type StepProps } from "./step-props.ts";
import type { AnswerDetail, Answers } from "./use-answers.ts";
import { LEVELS_LOW, STEPS_LOW } from "./words.ts";

const LEVELS = {
  straightforward: "Straightforward",
  exploration: "Exploration",
  complex: "Complex",
};

const TRIAGE_ROWS = {
  questions: "Questions",
  approaches: "Approaches",
  design: "Design",
  depth: "Depth",
};

const TRIAGE_DEPTH = {
  short: "short",
  medium: "medium",
  deep: "deep",
};

const TRIAGE = {
  batches: "Batches",
  splits: "Split off",
};

const TRIAGE_HINT = {
  batches: "run one after another, you check in between",
  splits: "become sessions of their own, queued behind this one",
};

const NONE: readonly never[] = [];
const LIST = new Intl.ListFormat("en-GB");

/** How much process, and what the work is cut into: settled by one answer. */
export function TriageStep(props: StepProps<BrainstormSession>): ReactNode {
  const { session } = props;
  const proposal = session.proposals.triage;
  const value = proposal?.value;
  const key = triageDrafts(props.state.view.roomId, session.id);
  const draft = useDraft<Complexity | null>(`${key}:${proposal?.version ?? 0}`, null);
  const { value: picked, set: setPicked } = draft;
  const answers = settling(props.answers, key);
  const batches = useParts(`${key}:batches`, session.batches ?? value?.batches ?? NONE);
  const splits = useParts(`${key}:splits`, session.splits === null ? openSplits(session) : (value?.splits ?? NONE));
  if (!proposal || !value) return null;
  const level = picked ?? session.complexity?.level ?? value.level;
  const asked = askedOf(props, "triage");
  const askedBatches = askedOf(props, "scope", "batches");
  const askedSplits = askedOf(props, "scope", "splits");
  const count = value.batches?.length ?? 0;
  const low = LEVELS_LOW[value.level];
  const title =
    count > 0 ? `This looks like ${low}, in ${counted(count, "batch", "batches")}.` : `This looks like ${low}.`;
  // One answer for everything on the screen; what is already settled is not part of it.
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
              {say`It suggests to leave out ${LIST.format(value.suggestedSkips.map((step) => STEPS_LOW[step]))}; which steps there are goes by the level.`}
            </p>
          )}
        </ProposalHead>
        <section>
          <SectionHead title="Level" hint="decides how much is asked of you" />
          {session.complexity && !asked ? (
            <p>{`The level is settled: ${LEVELS_LOW[session.complexity.level]}.`}</p>
          ) : (
            <LevelTable level={level} proposed={value.level} {...(asked ? { onPick: setPicked } : {})} />
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
          first={scopeFirst(askedBatches, batches, "These batches")}
        />
      )}
      {!asked && !askedBatches && askedSplits && (
        <AnswerBar
          key={askedSplits.id}
          decision={askedSplits}
          answers={answers}
          first={scopeFirst(askedSplits, splits, "Split these off")}
        />
      )}
    </>
  );
}

/** An answer ends the edits, sent or not; discussing it first leaves them as they are. */
function settling(answers: Answers, drafts: string): Answers {
  return {
    ...answers,
    send: async (answer) => {
      const isDone = await answers.send(answer);
      if (isDone && answer.option.act.kind !== "discuss") for (const one of draftKeys(drafts)) discardDraft(one);
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

function firstOf(decision: Decision, level: Complexity, proposed: Complexity, isEdited: boolean): FirstAnswer | null {
  if (level === proposed) {
    const label = isEdited ? "Agree, with your edit" : "Agree";
    return asFirst(optionTo(decision, "agree"), { label });
  }
  return asFirst(
    decision.options.find(({ act }) => act.kind === "override_level" && act.level === level),
    {
      label: isEdited ? `Make it ${LEVELS_LOW[level]}, with your edit` : `Make it ${LEVELS_LOW[level]}`,
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
                <span className="strong">{LEVELS[one]}</span>
                {one === proposed && <Tag className="end">proposed</Tag>}
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">{TRIAGE_ROWS[row]}</th>
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
      return questions ? `${questions.min} to ${questions.max}` : "skipped";
    case "approaches":
      return approaches ? `${approaches.min} to ${approaches.max} to compare` : "the proposal picks";
    case "design":
      return `${sections.min} to ${sections.max} sections`;
    case "depth":
      return TRIAGE_DEPTH[depth];
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
  /** The answer below settles it. */
  isOpen: boolean;
  /** It is asked about separately. */
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
        ? `Settled: ${settled} batches`
        : "Settled: one piece"
      : settled > 0
        ? `Settled: ${settled} split off`
        : "Settled: all stays in scope";
    return (
      <section aria-label={TRIAGE[name]}>
        <SectionHead title={TRIAGE[name]} />
        <p>{words}</p>
        {isBatches && settled > 1 && <PartsList label="Batches" edited={edited} canEdit={false} max={BATCHES_MAX} />}
      </section>
    );
  }
  return (
    <section aria-label={TRIAGE[name]}>
      <SectionHead title={TRIAGE[name]} hint={TRIAGE_HINT[name]} />
      <PartsList
        label={TRIAGE[name]}
        edited={edited}
        canEdit={isOpen || asked !== undefined}
        max={BATCHES_MAX}
        {...(isOpen
          ? {
              none: isBatches ? "One piece, no batches." : "Nothing is split off: all stays in scope.",
            }
          : {})}
      />
      {isOpen && edited.parts.length > 0 && (
        <p className="se-scope">
          <Button kind="ghost" onClick={() => edited.set([])}>
            {isBatches ? "One piece, no batches" : "Keep all in scope"}
          </Button>
        </p>
      )}
      {asked && (
        <p className="se-scope">
          <Button onClick={() => settle("accept_scope")}>
            {isBatches ? "These batches" : "Split these off"}
            {edited.isEdited && <Tag>as edited</Tag>}
          </Button>
          <Button kind="ghost" onClick={() => settle("keep_whole")}>
            {isBatches ? "One piece, no batches" : "Keep all in scope"}
          </Button>
        </p>
      )}
    </section>
  );
}
