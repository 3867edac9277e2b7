import type { Door } from "../door.ts";
import { own } from "../own-command.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { InboxRow } from "./inbox-rows.ts";

/** A finished backlog item: a person looks at it, and closes or reopens it. */
export interface ItemReview {
  room: string;
  id: number;
  title: string;
  summary: string;
}

export function reviewOf(item: InboxRow): ItemReview[] {
  if (item.kind !== "review") return [];
  const { room, item: about, summary } = item;
  return [{ room: room.name, id: about.id, title: about.title, summary }];
}

export async function reviewsIn(door: Door, room: string): Promise<ItemReview[]> {
  const { data: items } = await door.call("listBacklog", {
    params: { room },
    query: { state: "in_review" },
  });
  return items.map(({ id, title, note }) => ({ room, id, title, summary: note?.text ?? "" }));
}

/** How many there are, and each with the commands that answer it. */
export function reviewsText(reviews: readonly ItemReview[]): string {
  if (reviews.length === 0) return "";
  const count = reviews.length === 1 ? "1 finished item waits" : `${reviews.length} finished items wait`;
  const lines = reviews.flatMap(({ room, id, title, summary }) => [
    `${room}, item ${id}: ${oneLine(title)}`,
    ...(summary === "" ? [] : [quoted("What came of it", summary, "  ")]),
    `  Answer: ${own(`backlog close ${id} --room ${room} --reason "…"`)}, or reopen`,
  ]);
  return `\n${count} for your review.\n${lines.join("\n")}\n`;
}
