import type { FeedItem } from "../../live/feed-item.ts";
import type { Outgoing } from "./outbox.ts";

/** What a person said, as in the log. */
export interface Said {
  seq: number;
  body: string;
}

/** The newest of the person's own messages in the feed, oldest first: more than are ever on their way. */
const LOOKED_AT = 50;

export function saidBy(personId: string, items: readonly FeedItem[]): Said[] {
  const said: Said[] = [];
  for (let i = items.length - 1; i >= 0 && said.length < LOOKED_AT; i--) {
    const item = items[i];
    if (item?.kind !== "message" || item.event.type !== "message.sent") continue;
    const { from, body } = item.event.data.message;
    if (from.kind === "person" && from.id === personId) said.push({ seq: item.seq, body });
  }
  return said.reverse();
}

/**
 * What the log does not show yet. After a loss the log may have a message before its answer is here; each message in it
 * stands for one that was sent after `afterSeq`, and never for two.
 */
export function unshown(outgoing: readonly Outgoing[], said: readonly Said[]): readonly Outgoing[] {
  const taken = new Set(outgoing.flatMap(({ state }) => (state.kind === "sent" ? [state.seq] : [])));
  return outgoing.filter((message) => {
    if (message.state.kind !== "sending") return true;
    const shown = said.find(
      ({ seq, body }) => seq > message.afterSeq && !taken.has(seq) && body.trim() === message.body.trim(),
    );
    if (shown) taken.add(shown.seq);
    return shown === undefined;
  });
}
