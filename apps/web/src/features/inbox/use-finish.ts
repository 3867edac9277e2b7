import type { InboxItem } from "@squadroom/core/inbox/contract";
import { counted } from "@squadroom/core/kernel/words";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { explain } from "../../live/api.ts";
import { idOf, refreshInbox } from "../../live/inbox.ts";
import { toast } from "../../ui/toasts.ts";
import { outcomeWords, undo } from "../decision/index.ts";
import { type Became, dismiss, type PutAside } from "./aside.ts";
import type { OpenRow } from "./use-open-row.ts";
import type { Outcomes } from "./use-outcomes.ts";
import type { Standing } from "./use-standing.ts";

interface Finish {
  /** A row was settled: says so in its place, and moves on to the next one. */
  finish: (item: InboxItem, outcome: Became) => void;
  dismiss: (item: InboxItem) => void;
  takeBack: (item: InboxItem) => void;
  /** The last one answered or put aside. */
  takeBackLast: () => void;
}

function complain(error: unknown): void {
  toast(explain(error).message, { tone: "bad" });
}

/** Settles a row, and takes that back. */
export function useFinish({
  box,
  pending,
  standing,
  outcomes,
  row,
  onDone,
}: {
  box: RefObject<HTMLElement | null>;
  pending: readonly InboxItem[];
  standing: Standing;
  outcomes: Outcomes;
  row: OpenRow;
  onDone: (id: string) => void;
}): Finish {
  const [again, setAgain] = useState<{ was: string; id: string; isHere: boolean } | null>(null);
  const last = useRef<InboxItem | null>(null);

  // What was taken back is asked again in its place, as soon as the list has it.
  useLayoutEffect(() => {
    if (again === null || !standing.live.has(again.id)) return;
    setAgain(null);
    standing.replace(again.was, again.id);
    const active = document.activeElement;
    const isElsewhere = !active?.contains(box.current) && !row.hasFocus();
    if (again.isHere && !isElsewhere) row.focus(again.id);
    else row.open(again.id);
  });

  const finish = (item: InboxItem, outcome: Became): void => {
    const id = idOf(item);
    const ids = pending.map(idOf);
    const element = row.elementOf(id);
    // The menu that put it aside belongs to the row.
    const isHere = outcome.kind === "aside" || (element?.contains(document.activeElement) ?? false);
    // With a mouse the row keeps its height, so that a second click cannot hit the next answer.
    const isPointed = matchMedia("(hover: hover)").matches && (element?.matches(":hover") ?? false);
    standing.hold();
    outcomes.note(item, { outcome, height: isPointed ? (element?.offsetHeight ?? null) : null });
    onDone(id);
    if (outcome.kind === "aside" || (outcome.kind === "mine" && outcome.canUndo)) last.current = item;
    void refreshInbox();
    const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1];
    if (isHere && !isPointed && next !== undefined) row.focus(next);
    else {
      row.open(null);
      if (isHere || isPointed) row.point(id);
    }
  };

  const bringBack = (item: InboxItem, { undo: back }: PutAside): void => {
    const id = idOf(item);
    const isHere = row.hasFocus();
    standing.hold();
    back()
      .then(refreshInbox)
      .then(() => {
        last.current = null;
        standing.hold();
        standing.extend([id]);
        outcomes.forget([id]);
        toast("It's back.");
        if (isHere) row.focus(id);
        else row.open(id);
      })
      .catch(complain);
  };

  const takeBack = (item: InboxItem): void => {
    const was = outcomes.of(item);
    if (was?.kind === "aside") return bringBack(item, was);
    if (item.kind !== "decision") return;
    const isHere = row.hasFocus();
    standing.hold();
    void undo(item.room.id, item.decision.id).then((sent) => {
      if (sent.kind === "problem") return toast(sent.text, { tone: "bad" });
      if (sent.kind !== "undone") return toast(outcomeWords(sent), { tone: "bad" });
      last.current = null;
      standing.hold();
      outcomes.note(item, { outcome: sent, height: null });
      toast(`${counted(1, "answer")} taken back.`);
      if (sent.again !== null) setAgain({ was: idOf(item), id: sent.again, isHere });
      void refreshInbox();
    });
  };

  return {
    finish,
    dismiss: (item) => {
      standing.hold();
      dismiss(item)
        .then((became) => finish(item, became))
        .catch(complain);
    },
    takeBack,
    takeBackLast: () => last.current && takeBack(last.current),
  };
}
