import type { InboxItem } from "@squadroom/core/inbox/contract";
import { visible } from "@squadroom/core/kernel/visible";
import { counted } from "@squadroom/core/kernel/words";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { firstPage, itemsOf, useInbox } from "../../live/inbox.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { isWished } from "./wish.ts";

const LOCK = "squadroom-in-sight";

/** Notifies the person of what comes to wait for an answer while no page of ours is in sight. */
export function useNotifications(personId: string): void {
  const { data } = useInbox();
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(holdWhileInSight, []);
  useEffect(() => {
    if (!firstPage(data)) return;
    const looked = newsIn(known.current, itemsOf(data));
    known.current = looked.known;
    if (looked.news.length === 0 || !isWished(personId)) return;
    void isAnyInSight().then((isInSight) => {
      if (isInSight) return;
      show(looked.news, (item) => void navigate({ to: "/inbox", search: { item } }));
    });
  }, [data, personId, navigate]);
}

/** One for a single item, one for many; a new one under the same tag replaces the old. */
function show(news: readonly Asked[], open: (item: string | undefined) => void): void {
  const [first] = news;
  if (!first) return;
  const isOne = news.length === 1;
  const rooms = [...new Set(news.map(({ room }) => room.name))].join(", ");
  const title = isOne ? titleOf(first) : `${counted(news.length, "thing needs", "things need")} you`;
  try {
    const notification = new Notification(visible(title), {
      body: visible(say`in ${rooms}`),
      tag: isOne ? askedId(first) : "squadroom-many",
      icon: "/favicon.svg",
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      open(isOne ? askedId(first) : undefined);
    };
  } catch {
    // Some phones have them only for installed pages; the inbox has it all the same.
  }
}

function titleOf(item: Asked): string {
  if (item.kind === "decision") {
    const { kind, question } = item.decision;
    // A command is not Markdown.
    return kind === "permission" ? question : plainText(question);
  }
  return say`${item.from.name} asks: ${plainText(item.text)}`;
}

/** Tells the browser's other pages that this one is in sight, as long as it is. Returns a function that stops it. */
function holdWhileInSight(): () => void {
  let release: (() => void) | null = null;
  const look = (): void => {
    const isInSight = document.visibilityState === "visible";
    if (!isInSight) release?.();
    if (!isInSight || release || !("locks" in navigator)) return;
    const held = new Promise<void>((resolve) => {
      release = () => {
        release = null;
        resolve();
      };
    });
    // It fails if the page is on its way out.
    navigator.locks.request(LOCK, { mode: "shared" }, () => held).catch(() => undefined);
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    release?.();
  };
}

/** Whether this page, or another one in this browser, is in sight. */
async function isAnyInSight(): Promise<boolean> {
  if (document.visibilityState === "visible") return true;
  if (!("locks" in navigator)) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === LOCK) ?? false;
}

/** What a person is told about outside the page: somebody waits for an answer. The rest can wait in the inbox. */
type Asked = Extract<InboxItem, { kind: "decision" | "question" }>;

function askedOf(items: readonly InboxItem[]): Asked[] {
  return items.filter((item) => item.kind === "decision" || item.kind === "question");
}

/** An item's key, by what is asked: a changed decision is the same one. */
export function askedId(item: Asked): string {
  return item.kind === "decision" ? item.decision.id : item.messageId;
}

/** What calls for attention once more: somebody handed it over, or its snooze is over. */
function callsOf(item: Asked): string[] {
  const { heldBy, snoozed } = item;
  const id = askedId(item);
  return [
    id,
    ...(heldBy && heldBy.by.id !== heldBy.person.id ? [`${id} handed ${heldBy.at}`] : []),
    ...(snoozed?.isOver ? [`${id} back ${snoozed.at}`] : []),
  ];
}

/** What has come since the last look; `known` is `null` at the first look, when everything is as old as the page. */
export function newsIn(
  known: ReadonlySet<string> | null,
  items: readonly InboxItem[],
): { news: Asked[]; known: ReadonlySet<string> } {
  const asked = askedOf(items);
  const isNew = (item: Asked): boolean => callsOf(item).some((call) => !known?.has(call));
  const news = known === null ? [] : asked.filter(isNew);
  return { news, known: new Set([...(known ?? []), ...asked.flatMap(callsOf)]) };
}
