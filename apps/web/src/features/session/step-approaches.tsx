import { counted } from "@squadroom/core/kernel/words";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useDraft } from "../../drafts/use-draft.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst } from "./first-answer.ts";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { askedOf, type StepProps } from "./step-props.ts";

/** The ways to do it, side by side; on a phone one at a time. */
export function ApproachesStep(props: StepProps<BrainstormSession>): ReactNode {
  const { session, answers } = props;
  const group = useId();
  const proposal = session.proposals.approaches;
  const { roomId } = props.state.view;
  const { value: picked, set: setPicked } = useDraft<string | null>(
    `session:${roomId}:${session.id}:approach:${proposal?.version ?? 0}`,
    null,
  );
  if (!proposal) return null;
  const { approaches, recommendation, reasoning } = proposal.value;
  const asked = askedOf(props, "approach");
  const wanted = picked ?? session.approachId ?? recommendation ?? null;
  const chosen = approaches.find(({ id }) => id === wanted) ?? approaches[0];
  if (!chosen) return null;
  const at = approaches.indexOf(chosen);
  const step = (by: 1 | -1): void => setPicked(approaches[at + by]?.id ?? chosen.id);
  const recommended = approaches.find(({ id }) => id === recommendation);
  return (
    <>
      <div className="se-in se-wide">
        <ProposalHead
          proposal={proposal}
          title={`${counted(approaches.length, "way")} to do it`}
          decision={asked}
          answers={answers}
        />
        {approaches.length > 1 && (
          <p className="ap-steps narrow">
            <IconButton
              icon={ChevronLeft}
              large
              label="Previous approach"
              aria-disabled={at === 0}
              onClick={() => step(-1)}
            />
            <span className="muted">{`${at + 1} of ${approaches.length}`}</span>
            <IconButton
              icon={ChevronRight}
              large
              label="Next approach"
              aria-disabled={at === approaches.length - 1}
              onClick={() => step(1)}
            />
          </p>
        )}
        <ul className="aps">
          {approaches.map((one) => (
            <li key={one.id} className={clsx("ap", one === chosen && "ap-on")}>
              <h3>
                <label className="ap-pick" htmlFor={`${group}-${one.id}`}>
                  {asked && (
                    <input
                      type="radio"
                      id={`${group}-${one.id}`}
                      name={group}
                      checked={one === chosen}
                      onChange={() => setPicked(one.id)}
                    />
                  )}
                  <span>{plainText(one.title)}</span>
                  {one.id === recommendation && <Tag className="end">recommended</Tag>}
                </label>
              </h3>
              <h4 className="label">In short</h4>
              <RichText text={one.summary} />
              <h4 className="label">For and against</h4>
              <RichText text={one.tradeoffs} />
              <p className="muted ap-tasks">{`about ${counted(one.taskEstimate, "task")}`}</p>
            </li>
          ))}
        </ul>
        {reasoning && (
          <section>
            <SectionHead title={say`Why ${plainText(recommended?.title ?? "")}`} hint={proposal.by.name} />
            <RichText text={reasoning} className="read" />
          </section>
        )}
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          first={asFirst(
            asked.options.find(({ act }) => act.kind === "choose" && act.approachId === chosen.id),
            { label: say`Choose ${plainText(chosen.title)}` },
          )}
        />
      )}
    </>
  );
}
