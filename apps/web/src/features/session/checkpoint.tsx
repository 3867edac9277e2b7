import type { Decision } from "@squadroom/core/decision/decision";
import { hasPassed } from "@squadroom/core/reply/passed";
import { type BatchCost, batchCosts } from "@squadroom/core/session/batch/costs";
import { batchFigures } from "@squadroom/core/session/batch/figures";
import { BATCHES_MAX, type BrainstormSession } from "@squadroom/core/session/record/session";
import { scoutChanges } from "@squadroom/core/session/scout/changes";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { optionTo } from "../decision/index.ts";
import { ChangedFiles } from "../diff/index.ts";
import { Grounds } from "../grounds/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { BatchCosts } from "./batch-costs.tsx";
import { BatchTasks } from "./batch-tasks.tsx";
import { BatchFigures } from "./checkpoint-figures.tsx";
import { BatchEstimate, ScoutNews } from "./checkpoint-left.tsx";
import { batchWords } from "./estimate-words.ts";
import { type AnswerTile, asFirst } from "./first-answer.ts";
import { NewScout, useScoutBefore } from "./new-scout.tsx";
import { type Part, plainParts } from "./parts.ts";
import { type EditedParts, PartsList, useParts } from "./parts-list.tsx";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { Overridden, ReviewFacts } from "./review-facts.tsx";
import { askedOf, type StepProps } from "./step-props.ts";

/** A batch is over: what it did, what can still be edited, and how to continue. */
export function Checkpoint(props: StepProps<BrainstormSession>): ReactNode {
  const listId = useId();
  const { session, answers, state, names } = props;
  const { batch, batches, proposals } = session;
  const at = batch ?? 0;
  const asked = askedOf(props, "batch_checkpoint");
  const now = batches?.[at];
  const left = (batches ?? []).slice(at + 1).map(({ title, description }) => ({ title, description }));
  const rest = useParts(`session:${state.view.roomId}:${session.id}:rest:${at}`, left);
  const scouts = useScoutBefore(state.view.name, session);
  const proposal = proposals.review;
  if (!proposal) return null;
  const costs = batchCosts(state.view, session);
  const changes = scouts && scoutChanges(scouts.before, scouts.now, left, at + 2);
  /** A proposed batch, recognised by its text: an edited one is a different one. */
  const placeOf = ({ title, description }: Part) =>
    left.findIndex((one) => one.title === title && one.description === description);
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={say`Batch ${at + 1} of ${batches?.length ?? 0}, ${plainText(now?.title ?? "")}, is done. What next?`}
          decision={asked}
          answers={answers}
          verb="reviewed"
        >
          {now && <BatchFigures session={session} batch={now} />}
        </ProposalHead>
        <section className="cp-did">
          <SectionHead title="What it did">
            {hasPassed(proposal.value) && (
              <Tag tone="ok">
                <Icon of={CircleCheck} size="s" /> The review passed
              </Tag>
            )}
          </SectionHead>
          <BatchTasks view={state.view} session={session} names={names} />
          <BatchFiles room={state.view.name} session={session} />
          {asked && <Grounds room={state.view.roomId} decision={asked} isRest />}
          <ReviewFacts value={proposal.value} />
          <Overridden {...props} />
        </section>
        <BatchCosts costs={costs} />
        <NewScout session={session} changes={changes} />
        <section>
          <SectionHead title="What is left" hint="move, merge, edit or drop before you answer" />
          <div id={listId}>
            <PartsList
              label="What is left"
              edited={rest}
              canEdit={asked !== undefined}
              max={BATCHES_MAX}
              from={at + 2}
              aside={(part) => <BatchEstimate cost={costs.slice(at + 1)[placeOf(part)]} />}
              below={(part) => <ScoutNews lines={changes?.about[placeOf(part)] ?? []} />}
            />
          </div>
        </section>
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          {...tilesOf(asked, rest, costs[at + 1], () => focusFirst(listId))}
        />
      )}
    </>
  );
}

/** Most files that are named at a checkpoint. */
const FILES_NAMED = 12;

/** What the batch changed, by name; the diffs are its tasks'. */
function BatchFiles({ room, session }: { room: string; session: BrainstormSession }): ReactNode {
  const { changes } = batchFigures(session);
  if (!changes) return null;
  return <ChangedFiles room={room} taskId={null} result={{ changes }} most={FILES_NAMED} />;
}

function focusFirst(listId: string): void {
  document.getElementById(listId)?.querySelector("input")?.focus();
}

/** The three answers; edits go with only one of them, and no other one can lose them. */
function tilesOf(
  asked: Decision,
  rest: EditedParts,
  next: BatchCost | undefined,
  toList: () => void,
): { first: AnswerTile | null; tiles: AnswerTile[] } {
  const parts = plainParts(rest.parts);
  const goOn = asFirst(optionTo(asked, "next_batch"));
  const price = next && nextWords(next);
  const adjust = asFirst(optionTo(asked, "adjust_batches"), { label: "Adjust, then continue" });
  const stop = asFirst(optionTo(asked, "stop"));
  if (!goOn || !adjust || !stop) return { first: null, tiles: [] };
  if (!rest.isEdited) {
    const first = { ...goOn, consequence: [goOn.consequence, price].filter(Boolean).join(" ") };
    const toEdit = {
      ...adjust,
      consequence: "Nothing edited yet: takes you to what is left.",
      keys: "r",
      press: toList,
    };
    return { first, tiles: [first, toEdit, stop] };
  }
  const off = parts.length === 0 ? { off: "Nothing is left to continue with: stop here, or undo that." } : {};
  const title = parts[0]?.title ?? "";
  const consequence = say`Continues with what is left as you edited it, “${title}” first.`;
  const first = { ...adjust, ...off, consequence, detail: { parts } };
  return {
    first,
    tiles: [{ ...goOn, off: "You edited what is left. “As proposed” undoes that." }, first, stop],
  };
}

/** "About 4 tasks, est. 2.00 USD." */
function nextWords({ tasks, estimate }: BatchCost): string {
  const words = batchWords({ tasks, estimate, tokens: null });
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
