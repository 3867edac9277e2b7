import type { DecisionOption } from "@squadroom/core/decision/decision";
import { counted } from "@squadroom/core/kernel/words";
import { type ReactNode, useState } from "react";
import { useDraftAmong } from "../../drafts/use-draft.ts";
import { explain } from "../../live/api.ts";
import { refreshInbox } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toasts.ts";
import { questionLine } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { editsOf, isFinal, type Outcome, useLead } from "../decision/index.ts";
import { answerAll, commonAnswers, type DecisionItem, RELEASE, releaseAll, type StuckItem } from "./bulk.ts";

/** What is selected, and the answers that all of it shares. */
export function BulkBar({
  chosen,
  all,
  onAll,
  onSend,
  onOutcome,
  onEnd,
}: {
  chosen: readonly (DecisionItem | StuckItem)[];
  all: readonly string[];
  onAll: (ids: readonly string[]) => void;
  onSend: () => void;
  onOutcome: (item: DecisionItem | StuckItem, outcome: Outcome) => void;
  onEnd: () => void;
}): ReactNode {
  const [armed, setArmed] = useState<DecisionOption | null>(null);
  const [isBusy, setBusy] = useState(false);
  const decisions = chosen.filter((item) => item.kind === "decision");
  const silent = chosen.filter((item) => item.kind === "stuck");
  const edits = useDraftAmong(decisions.map(({ room, decision }) => editsOf(room.id, decision)));
  const edited = decisions[edits];
  const options = edited || silent.length > 0 ? [] : commonAnswers(decisions);
  const isAllSilent = silent.length > 0 && decisions.length === 0;
  const send = (option: DecisionOption): void =>
    run(async () => {
      for (const [item, outcome] of await answerAll(decisions, option.id)) onOutcome(item, outcome);
    });
  const release = (): void =>
    run(() => releaseAll(silent, (item) => onOutcome(item, { kind: "mine", label: RELEASE, canUndo: false })));
  const run = (act: () => Promise<void>): void => {
    if (isBusy) return;
    setBusy(true);
    onSend();
    act()
      .then(onEnd)
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => {
        setBusy(false);
        void refreshInbox();
      });
  };
  return (
    <div className="bulk" role="toolbar" aria-label="Select" aria-busy={isBusy || undefined}>
      <span className="strong nowrap" role="status">
        {`${chosen.length} selected`}
      </span>
      {chosen.length < all.length && (
        <Button kind="ghost" onClick={() => onAll(all)}>
          {`All ${all.length}`}
        </Button>
      )}
      <span className="bulk-acts" data-answers>
        {armed && options.some(({ id }) => id === armed.id) ? (
          <Button kind="danger" onClick={() => send(armed)}>
            {say`${armed.label}: ${counted(chosen.length, "decision")}, for good`}
          </Button>
        ) : (
          options.map((option, at) => (
            <Button
              key={option.id}
              kind={isFinal(option) ? "ending" : at === 0 ? "primary" : "plain"}
              title={option.consequence}
              onClick={() => (isFinal(option) ? setArmed(option) : send(option))}
            >
              {option.label}
            </Button>
          ))
        )}
        {isAllSilent && (
          <Button
            kind="primary"
            title="Their tasks go back to the queue, with everything done so far."
            onClick={release}
          >
            {RELEASE}
          </Button>
        )}
        {edited && <FinishEdits key={edited.decision.id} {...edited} />}
        {chosen.length > 0 && options.length === 0 && !edited && !isAllSilent && (
          <span className="muted small">They have no answer in common.</span>
        )}
      </span>
      <Button kind="ghost" onClick={onEnd}>
        Done selecting
      </Button>
    </div>
  );
}

/** Back to a selected one that was edited and not sent: an answer from here would leave the edits out. */
function FinishEdits({ room, decision }: DecisionItem): ReactNode {
  const lead = useLead(room, decision);
  return (
    lead && (
      <Button title={lead.hint} aria-label={`${lead.label}: ${questionLine(decision.question)}`} onClick={lead.run}>
        {lead.label}
      </Button>
    )
  );
}
