import type { InboxItem } from "@squadroom/core/inbox/contract";

/** What a person is told about outside the page: somebody waits for an answer. The rest can wait in the inbox. */
export type Asked = Extract<InboxItem, { kind: "decision" | "question" }>;

export function askedOf(items: readonly InboxItem[]): Asked[] {
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
