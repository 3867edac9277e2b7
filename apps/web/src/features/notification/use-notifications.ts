import { visible } from "@squadroom/core/kernel/visible";
import { counted } from "@squadroom/core/kernel/words";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { firstPage, itemsOf, useInbox } from "../../live/inbox.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { holdWhileInSight, isAnyInSight } from "./in-sight.ts";
import { type Asked, askedId, newsIn } from "./news.ts";
import { isWished } from "./wish.ts";

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
