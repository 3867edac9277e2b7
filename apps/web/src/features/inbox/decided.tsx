import type { DecidedRow, Inbox } from "@squadroom/core/inbox/contract";
import { counted } from "@squadroom/core/kernel/words";
import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { refreshInbox } from "../../live/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { useMe } from "../access/index.ts";
import { isFinal, outcomeWords, questionText, undo } from "../decision/index.ts";
import { BulkNote } from "./bulk-note.tsx";
import { Clamped } from "./clamped.tsx";
import { useMore } from "./pages.ts";

/** What was answered, by whom, and what can still be taken back. */
export function Decided({ inbox }: { inbox: Inbox }): ReactNode {
  const { rows, fetch } = useMore("decided", inbox.decided, (row) => row.decision.id);
  if (rows.length === 0) return <BulkNote />;
  return (
    <section aria-labelledby="decided">
      <div className="group">
        <h2 id="decided">Recently decided</h2>
        <span className="num-n">last 7 days</span>
      </div>
      <BulkNote />
      <ul>
        {rows.map((row) => (
          <Row key={row.decision.id} row={row} />
        ))}
      </ul>
      {fetch && (
        <p className="inbox-more">
          <Button onClick={fetch}>Show more</Button>
        </p>
      )}
    </section>
  );
}

function Row({ row }: { row: DecidedRow }): ReactNode {
  const me = useMe().data?.id;
  const [isBusy, setBusy] = useState(false);
  const { room, decision } = row;
  const { answer, options } = decision;
  if (!answer) return null;
  const asked = questionText(decision);
  const option = options.find(({ id }) => id === answer.optionId);
  const takeBack = (): void => {
    if (isBusy) return;
    setBusy(true);
    void undo(room.id, decision.id).then((sent) => {
      setBusy(false);
      if (sent.kind === "undone") toast(`${counted(1, "answer")} taken back.`);
      else toast(sent.kind === "problem" ? sent.text : outcomeWords(sent), { tone: "bad" });
      void refreshInbox();
    });
  };
  const turnedDown = option !== undefined && isFinal(option);
  return (
    <li className="line1 dn">
      <span className={turnedDown ? "c-bad" : "c-ok"}>
        <Icon of={turnedDown ? X : Check} />
      </span>
      <Clamped className="dn-text" title={answer.note || undefined}>
        <span className="strong">{answer.label}</span> <span className="ink2">{asked}</span>
      </Clamped>
      <span className="small muted wide dn-by">
        <span className="ell">{say`${answer.by.id === me ? "you" : answer.by.name}, ${room.name}`}</span>
      </span>
      <Since at={answer.at} className="small muted wide" />
      <span className="dn-undo">
        {row.mayUndo ? (
          <Button kind="ghost" aria-label={say`Undo: ${answer.label}, ${asked}`} onClick={takeBack}>
            Undo
          </Button>
        ) : (
          <span className="small muted wide">
            {decision.canUndo ? "" : option?.canUndo ? "already acted on" : "can't be undone"}
          </span>
        )}
      </span>
    </li>
  );
}
