import type { InboxItem } from "@squadroom/core/inbox/contract";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ArrowUp } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { explain } from "../../live/api.ts";
import { useStore } from "../../store/store.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { late } from "../../ui/late.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { outcomeWords, undo } from "../decision/index.ts";
import { useActs } from "./acts.ts";
import { type AsideKind, type Became, dismiss, type PutAside } from "./aside.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { DecisionRow } from "./decision-row.tsx";
import { DoneRow } from "./done-row.tsx";
import { EmptyRolesRow } from "./empty-roles-row.tsx";
import { idOf, refreshInbox } from "./inbox.ts";
import { PausedRow } from "./paused-row.tsx";
import { focusAsked, goToPlace } from "./place.ts";
import { QuestionRow } from "./question-row.tsx";
import { ReviewRow } from "./review-row.tsx";
import { StuckRow } from "./stuck-row.tsx";
import { useReturned } from "./use-returned.ts";
import { useStanding } from "./use-standing.ts";

const AsidePanel = late(() => import("./aside-panel.tsx").then((module) => module.AsidePanel));

/** What became of a row, and how high it stood: the row below must not come under the pointer. */
type Done = { outcome: Became; height: number | null };

/** All that waits for the person, one row open: answered in place, by pointer, finger or keys. */
export function NeedsYou({
  items: wanted,
  count,
  none,
  selecting,
  onSelecting,
  more,
  wantedId,
}: {
  /** Open from the start, where one came for it. */
  wantedId: string | undefined;
  items: readonly InboxItem[];
  count: number;
  /** Stands there once nothing waits, and what was answered has been read. */
  none: ReactNode;
  selecting: boolean;
  onSelecting: (on: boolean) => void;
  /** Fetches the next page; `null` when there is none. */
  more: { fetch: () => Promise<readonly InboxItem[]>; isBusy: boolean } | null;
}): ReactNode {
  const { t } = wordsOf("inbox");
  const navigate = useNavigate();
  const box = useRef<HTMLElement>(null);
  const acts = useActs();
  const standing = useStanding(wanted, box);
  const [done, setDone] = useState<ReadonlyMap<string, Done>>(new Map());
  const [openId, setOpenId] = useState<string | null | undefined>(
    wanted.some((item) => idOf(item) === wantedId) ? wantedId : undefined,
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [again, setAgain] = useState<{ was: string; id: string; isHere: boolean } | null>(null);
  const [focused, setFocused] = useState<{ id: string } | null>(null);
  const lastAnswer = useRef<{ item: InboxItem; label: string } | null>(null);
  const [asking, setAsking] = useState<{
    kind: AsideKind;
    item: InboxItem;
    anchor: HTMLElement;
  } | null>(null);
  const forget = (ids: readonly string[]): void =>
    setDone((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
  useReturned(
    [...done].flatMap(([id, { outcome }]) => (outcome.kind === "aside" ? [id] : [])),
    standing.live,
    forget,
  );

  const outcomeOf = (item: InboxItem): Became | undefined =>
    done.get(idOf(item))?.outcome ??
    (standing.live.has(idOf(item)) ? undefined : { kind: "moot", reason: "" });
  const pending = standing.items.filter((item) => !outcomeOf(item));
  // The first one is open until the person chooses.
  const open = openId === undefined ? (pending[0] ? idOf(pending[0]) : null) : openId;
  const chosen = pending.filter((item) => selected.has(idOf(item)));

  const rowOf = (id: string): HTMLElement | null =>
    box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
  const focusRow = (id: string): void => {
    setOpenId(id);
    setFocused({ id });
  };
  // With the same commit that draws the row: a key pressed after it must find the focus there.
  useLayoutEffect(() => {
    if (focused === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused.id)}"]`);
    const title = row?.querySelector<HTMLElement>("[data-inbox-row]");
    (title ?? row)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [focused]);
  const came = useRef(false);
  useEffect(() => {
    if (came.current || wantedId === undefined || openId !== wantedId) return;
    came.current = true;
    focusRow(wantedId);
  });
  const asked = useStore(focusAsked);
  const heard = useRef(0);
  // By key one comes to the row that is open; the list may have to be read first.
  useEffect(() => {
    if (asked === heard.current) return;
    heard.current = asked;
    if (wantedId === undefined && open !== null) focusRow(open);
  });
  const step = (by: 1 | -1): void => {
    const ids = pending.map(idOf);
    const isHere = box.current?.contains(document.activeElement) ?? false;
    const at = open === null ? -1 : ids.indexOf(open);
    const next = !isHere && at >= 0 ? at : Math.max(0, Math.min(ids.length - 1, at + by));
    const id = ids[next];
    if (id !== undefined) focusRow(id);
  };

  // What was taken back is asked again in its place, as soon as the list has it.
  useLayoutEffect(() => {
    if (again === null || !standing.live.has(again.id)) return;
    setAgain(null);
    standing.replace(again.was, again.id);
    const active = document.activeElement;
    const isElsewhere = !active?.contains(box.current) && !box.current?.contains(active);
    if (again.isHere && !isElsewhere) focusRow(again.id);
    else setOpenId(again.id);
  });

  const finish = (item: InboxItem, outcome: Became): void => {
    const id = idOf(item);
    const ids = pending.map(idOf);
    const row = rowOf(id);
    // The menu that put it aside is of the row.
    const isHere = outcome.kind === "aside" || (row?.contains(document.activeElement) ?? false);
    // By pointer the row keeps its height, so that a second click cannot hit the next answer.
    const isPointed = row?.matches(":hover") ?? false;
    const byKeys = isHere && !isPointed;
    const height = isPointed ? (row?.offsetHeight ?? null) : null;
    standing.hold();
    setDone((known) => new Map(known).set(id, { outcome, height }));
    setSelected((known) => new Set([...known].filter((other) => other !== id)));
    if (outcome.kind === "aside") lastAnswer.current = { item, label: outcome.text };
    if (outcome.kind === "mine" && outcome.canUndo)
      lastAnswer.current = { item, label: outcome.label };
    void refreshInbox();
    const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1];
    if (byKeys && next !== undefined) focusRow(next);
    else {
      setOpenId(null);
      if (isHere || isPointed) setFocused({ id });
    }
  };
  const bringBack = (item: InboxItem, { undo: back }: PutAside): void => {
    const id = idOf(item);
    const isHere = box.current?.contains(document.activeElement) ?? false;
    standing.hold();
    back()
      .then(refreshInbox)
      .then(() => {
        lastAnswer.current = null;
        standing.hold();
        standing.extend([id]);
        forget([id]);
        toast(t("aside.undone"));
        if (isHere) focusRow(id);
        else setOpenId(id);
      })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  };
  const takeBack = (item: InboxItem): void => {
    const was = done.get(idOf(item))?.outcome;
    if (was?.kind === "aside") return bringBack(item, was);
    if (item.kind !== "decision") return;
    const isHere = box.current?.contains(document.activeElement) ?? false;
    standing.hold();
    void undo(item.room.id, item.decision.id).then((sent) => {
      if (sent.kind === "problem") return toast(sent.text, { tone: "bad" });
      if (sent.kind !== "undone") return toast(outcomeWords(sent), { tone: "bad" });
      lastAnswer.current = null;
      standing.hold();
      setDone((known) => new Map(known).set(idOf(item), { outcome: sent, height: null }));
      toast(t("undo.done", { count: 1 }));
      if (sent.again !== null) setAgain({ was: idOf(item), id: sent.again, isHere });
      void refreshInbox();
    });
  };
  const asidesOf = (item: InboxItem) => ({
    ask: (kind: AsideKind, anchor: HTMLElement) => setAsking({ kind, item, anchor }),
    dismiss: () => {
      standing.hold();
      dismiss(item)
        .then((became) => finish(item, became))
        .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
    },
    goTo: () => goToPlace(navigate, item, idOf(item)),
  });
  /** Of the row that is open, by key. */
  const askOpen = (kind: AsideKind): void => {
    const item = pending.find((one) => idOf(one) === open);
    const anchor = item && rowOf(idOf(item))?.querySelector<HTMLElement>(`[data-aside="${kind}"]`);
    if (item && anchor) setAsking({ kind, item, anchor });
  };
  const select = (id: string, on: boolean): void => {
    setSelected((known) => new Set(on ? [...known, id] : [...known].filter((one) => one !== id)));
  };
  const nth = Array.from({ length: 9 }, (_, i) => ({
    keys: String(i + 1),
    group: "list" as const,
    label: t("keys.nth"),
    shown: i === 0 ? "1 … 9" : null,
    run: () => acts.of(open)?.nth(i + 1),
  }));
  useKeys([
    { keys: "j", group: "list", label: t("keys.next"), run: () => step(1) },
    { keys: "k", group: "list", label: t("keys.previous"), run: () => step(-1) },
    { keys: "a", group: "list", label: t("keys.first"), run: () => acts.of(open)?.first() },
    { keys: "r", group: "list", label: t("keys.reject"), run: () => acts.of(open)?.reject() },
    ...nth,
    {
      keys: "x",
      group: "list",
      label: t("keys.select"),
      run: () => {
        onSelecting(true);
        if (open !== null) select(open, !selected.has(open));
      },
    },
    {
      keys: "z",
      group: "list",
      label: t("keys.undo"),
      run: () => lastAnswer.current && takeBack(lastAnswer.current.item),
    },
    { keys: "n", group: "list", label: t("keys.showNew"), run: standing.settle },
    { keys: "h", group: "list", label: t("keys.handOver"), run: () => askOpen("hand over") },
    { keys: "s", group: "list", label: t("keys.snooze"), run: () => askOpen("snooze") },
    {
      keys: "o",
      group: "list",
      label: t("keys.place"),
      run: () => {
        const item = pending.find((one) => idOf(one) === open);
        if (item && item.kind !== "empty_roles") asidesOf(item).goTo();
      },
    },
  ]);
  useEffect(() => {
    if (!selecting) setSelected(new Set());
  }, [selecting]);

  if (standing.items.length === 0 && !more) return none;
  return (
    // The heading belongs to what stands still: on the way to "2 new" nothing moves away.
    <section
      ref={box}
      aria-labelledby="needs-you"
      onPointerLeave={standing.look}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) standing.look();
      }}
    >
      <div className="group">
        <h2 id="needs-you">{t("groups.needsYou")}</h2>
        <span className="num-n">{count.toLocaleString("en")}</span>
        {standing.fresh > 0 && (
          <button type="button" className="fresh" onClick={standing.settle}>
            <Icon of={ArrowUp} size="s" />
            {t("fresh", { count: standing.fresh })}
          </button>
        )}
        <span className="end wide">{t("order")}</span>
      </div>
      <p className="sr" role="status">
        {standing.fresh > 0 && t("announce", { count: standing.fresh })}
      </p>
      <ol className="inbox-list">
        {standing.items.map((item) => {
          const id = idOf(item);
          const outcome = outcomeOf(item);
          if (outcome) {
            const minHeight = done.get(id)?.height ?? undefined;
            return (
              <li key={id} data-id={id} tabIndex={-1} className="dec settled" style={{ minHeight }}>
                <DoneRow item={item} outcome={outcome} onUndo={() => takeBack(item)} />
              </li>
            );
          }
          const isOpen = open === id;
          const row = {
            isOpen,
            onOpen: (on: boolean) => setOpenId(on ? id : null),
            isSelected: selecting ? selected.has(id) : null,
            onSelect: (on: boolean) => select(id, on),
            asides: asidesOf(item),
          };
          const answered = {
            acts,
            onSend: standing.hold,
            onOutcome: (became: Became) => finish(item, became),
          };
          return (
            <li
              key={id}
              data-id={id}
              className={clsx("dec", isOpen && "open")}
              aria-current={isOpen ? "true" : undefined}
            >
              {item.kind === "decision" && <DecisionRow {...row} {...answered} item={item} />}
              {item.kind === "question" && <QuestionRow {...row} {...answered} item={item} />}
              {item.kind === "paused" && <PausedRow {...row} {...answered} item={item} />}
              {item.kind === "review" && <ReviewRow {...row} {...answered} item={item} />}
              {item.kind === "stuck" && <StuckRow {...row} {...answered} item={item} />}
              {item.kind === "empty_roles" && <EmptyRolesRow {...row} {...answered} item={item} />}
            </li>
          );
        })}
      </ol>
      {more && (
        <p className="inbox-more">
          <Button
            onClick={() => void more.fetch().then((rows) => standing.extend(rows.map(idOf)))}
            off={more.isBusy ? t("loadingMore") : undefined}
          >
            {t("more")}
          </Button>
        </p>
      )}
      {asking && (
        <AsidePanel
          kind={asking.kind}
          things={thingsOf(asking.item)}
          heldBy={asking.item.heldBy?.person.id ?? null}
          anchor={asking.anchor}
          onSend={standing.hold}
          onDone={(became) => finish(asking.item, became)}
          onClose={() => setAsking(null)}
        />
      )}
      {selecting && (
        <BulkBar
          chosen={chosen.flatMap((item) => (item.kind === "decision" ? [item] : []))}
          all={pending.flatMap((item) => (item.kind === "decision" ? [idOf(item)] : []))}
          onAll={(ids) => setSelected(new Set(ids))}
          onSend={standing.hold}
          onOutcome={finish}
          onEnd={() => onSelecting(false)}
        />
      )}
    </section>
  );
}
