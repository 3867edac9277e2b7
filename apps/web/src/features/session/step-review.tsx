import { counted } from "@squadroom/core/kernel/words";
import { hasPassed } from "@squadroom/core/reply/passed";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import { foundIn } from "@squadroom/core/task/found";
import { ROUNDS_MAX } from "@squadroom/core/task/review";
import type { ReactNode } from "react";
import { AnswerBar } from "./answer-bar.tsx";
import { Checkpoint } from "./checkpoint.tsx";
import { asFirst } from "./first-answer.ts";
import { PlannedTasks } from "./planned-tasks.tsx";
import { ProposalHead } from "./proposal-head.tsx";
import { Overridden, ReviewFacts } from "./review-facts.tsx";
import { askedOf, type StepProps } from "./step-props.ts";

/** What the review said, and what is asked because of it; between batches, the checkpoint. */
export function ReviewStep(props: StepProps<BrainstormSession>): ReactNode {
  const { session, answers } = props;
  const proposal = session.proposals.review;
  const checkpoint = askedOf(props, "batch_checkpoint");
  if (!proposal) return null;
  const { value } = proposal;
  const isPassed = hasPassed(value);
  const count = foundIn(value).length;
  const { batch, batches, execution } = session;
  const isLeft = batches !== null && batch !== null && batch < batches.length - 1;
  if (isLeft && (isPassed || execution?.overridden)) return <Checkpoint {...props} />;
  const asked = askedOf(props, "review_failed");
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={isPassed ? "The review passed" : `The review found ${counted(count, "thing")}`}
          decision={asked ?? checkpoint}
          answers={answers}
          verb="reviewed"
        >
          <p className="small muted">{`round ${execution?.rounds ?? 1} of ${ROUNDS_MAX}`}</p>
        </ProposalHead>
        <ReviewFacts value={value} />
        <Overridden {...props} />
        <PlannedTasks view={props.state.view} session={session} names={props.names} />
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0])} />}
    </>
  );
}
