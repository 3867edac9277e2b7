import type { InboxItem } from "@squadroom/core/inbox/contract";
import { Check, Clock, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import { outcomeWords } from "../decision/index.ts";
import type { Became } from "./aside.ts";
import { askedIn } from "./asked.ts";
import { Clamped } from "./clamped.tsx";

/** In the place of a row: what became of it, until the list moves on. */
export function DoneRow({
  item,
  outcome,
  onUndo,
}: {
  item: InboxItem;
  outcome: Became;
  onUndo: () => void;
}): ReactNode {
  const asked = askedIn(item);
  const isMine = outcome.kind === "mine";
  const isAside = outcome.kind === "aside";
  const icon = isAside ? Clock : isMine ? Check : outcome.kind === "undone" ? Undo2 : X;
  const label = isAside ? outcome.text : isMine ? outcome.label : "";
  return (
    <>
      <span className={isMine ? "dec-mark c-ok" : "dec-mark muted"}>
        <Icon of={icon} size="s" />
      </span>
      <Clamped className="dec-done">
        <span className="strong">{isAside ? outcome.text : outcomeWords(outcome)}</span>{" "}
        <span className="muted dots">
          <span>{asked}</span>
          {item.kind !== "empty_roles" && <span className="nowrap">{item.room.name}</span>}
        </span>
      </Clamped>
      {(isAside || (isMine && outcome.canUndo)) && (
        <Button kind="ghost" aria-label={say`Undo: ${label}, ${asked}`} onClick={onUndo}>
          Undo
        </Button>
      )}
    </>
  );
}
