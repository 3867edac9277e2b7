import type { InboxItem } from "@squadroom/core/inbox/contract";

/** What a person is told of outside of the page: somebody waits for an answer. The rest can wait in the inbox. */
export type Asked = Extract<InboxItem, { kind: "decision" | "question" }>;

export function askedOf(items: readonly InboxItem[]): Asked[] {
  return items.filter((item) => item.kind === "decision" || item.kind === "question");
}

/** An item by what is asked: a decision that changed is the same one. */
export function askedId(item: Asked): string {
  return item.kind === "decision" ? item.decision.id : item.messageId;
}

/**
 * What came since it was looked before; `known` is `null` at the first look, where everything is as old as
 * the page.
 */
export function newsIn(
  known: ReadonlySet<string> | null,
  items: readonly InboxItem[],
): { news: Asked[]; known: ReadonlySet<string> } {
  const asked = askedOf(items);
  const news = known === null ? [] : asked.filter((item) => !known.has(askedId(item)));
  return { news, known: new Set([...(known ?? []), ...asked.map(askedId)]) };
}
