import type { ScoutReply } from "@squadroom/core/reply/shapes";
import type { Session } from "@squadroom/core/session/record/session";
import type { ScoutChanges } from "@squadroom/core/session/scout/changes";
import { latestRescout } from "@squadroom/core/session/scout/rescout";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { openTask } from "../task/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import { usePrevious } from "./use-session.ts";
import "../../ui/diff-text.css";
import "./new-scout.css";

const CHECKPOINT_RESCOUT = {
  open: "It's looking at what the batch changed. You can answer now; the next plan waits for it.",
  reported: "It found nothing to report.",
  failed: "It failed. The next batch is planned without it, unless you retry it first.",
  cancelled: "It was cancelled. The next batch is planned without it.",
};

/** Lines of each kind; the whole scout is beside the conversation. */
const ADDED_SHOWN = 8;
const GONE_SHOWN = 3;

/** The repeated scout after this batch, and the one before it; `null` until both are there. */
export function useScoutBefore(room: string, session: Session): { before: ScoutReply; now: ScoutReply } | null {
  const before = usePrevious(room, session, "scout");
  const now = session.proposals.scout?.value;
  return latestRescout(session)?.state === "reported" && before && now ? { before, now } : null;
}

/** What the repeated scout after this batch says, compared with the one before it; or its state. */
export function NewScout({
  session,
  changes,
}: {
  session: Session;
  /** `null`: there is none before it, or it is not there yet. */
  changes: ScoutChanges | null;
}): ReactNode {
  const rescout = latestRescout(session);
  if (!rescout) return null;
  const { taskId } = rescout.work;
  const scout = rescout.state === "reported" ? session.proposals.scout?.value : undefined;
  return (
    <section>
      <SectionHead title="What the new scout says" hint={`after batch ${rescout.after + 1}`}>
        {rescout.state === "open" && (
          <Button kind="ghost" onClick={() => openTask(taskId)}>
            {taskId}
          </Button>
        )}
      </SectionHead>
      {scout ? (
        <>
          <p className="ns-angle ink2">{plainText(scout.angle)}</p>
          {changes ? <Changes changes={changes} /> : <Whole scout={scout} />}
        </>
      ) : (
        <p className={rescout.state === "open" ? "muted" : "c-warn"}>{CHECKPOINT_RESCOUT[rescout.state]}</p>
      )}
    </section>
  );
}

function Whole({ scout: { top5, notes } }: { scout: ScoutReply }): ReactNode {
  return (
    <>
      {top5.length > 0 && (
        <ul className="se-points read">
          {[...new Set(top5)].map((line) => (
            <li key={line}>{plainText(line)}</li>
          ))}
        </ul>
      )}
      {notes && <RichText text={notes} className="read" />}
    </>
  );
}

/** First what is new, then what still matters, then what it no longer says. */
function Changes({ changes: { added, same, gone } }: { changes: ScoutChanges }): ReactNode {
  const moreAdded = added.length - ADDED_SHOWN;
  const moreGone = gone.length - GONE_SHOWN;
  return (
    <>
      {added.length === 0 && <p className="muted">Nothing new since the last scout.</p>}
      <ul className="se-points read diff">
        {added.slice(0, ADDED_SHOWN).map((line) => (
          <li key={line}>
            <ins>{plainText(line)}</ins>
          </li>
        ))}
        {moreAdded > 0 && (
          <li className="muted">{`and ${moreAdded} more new ${moreAdded === 1 ? "line" : "lines"}, under Scout beside the conversation`}</li>
        )}
        {same.map((line) => (
          <li key={line}>{plainText(line)}</li>
        ))}
        {gone.slice(0, GONE_SHOWN).map((line) => (
          <li key={line}>
            <del>{plainText(line)}</del>
          </li>
        ))}
        {moreGone > 0 && <li className="muted">{`and ${moreGone} more that it no longer says`}</li>}
      </ul>
    </>
  );
}
