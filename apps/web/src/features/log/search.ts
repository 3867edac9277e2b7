import type { RoomEvent } from "@squadroom/core/kernel/event";
import { messageIn } from "@squadroom/core/message/message";
import type { FeedItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { plain } from "../../words/say.tsx";
import { lineOf } from "./line.ts";

/** Everything a person can read about an event, in one string. */
export function textOf(event: RoomEvent, names: Names): string {
  const line = lineOf(event, names);
  const sentence = plain(line.sentence, line.values);
  const body = messageIn(event)?.body ?? line.because ?? "";
  return `${sentence} ${body}`;
}

/** Sequence numbers of the rows and folded lines that have all the words, oldest first. */
export function findIn(items: readonly FeedItem[], query: string, names: Names): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: number[] = [];
  for (const item of items) {
    if (item.kind === "day") continue;
    for (const { event, seq } of item.kind === "fold" ? item.lines : [item]) {
      const text = textOf(event, names).toLowerCase();
      if (words.every((word) => text.includes(word))) found.push(seq);
    }
  }
  // Lines of tasks worked on at the same time are grouped by task.
  return found.sort((a, b) => a - b);
}
