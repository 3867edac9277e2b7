import type { Priority } from "../task/task.ts";
import { type BacklogItem, compareItems, compareScores } from "./item.ts";

export interface ItemFilter {
  label?: string | undefined;
  priority?: Priority | undefined;
  /** In title or body, or the item's number. */
  text?: string | undefined;
}

export function isMatch(item: BacklogItem, { label, priority, text }: ItemFilter): boolean {
  if (label !== undefined && !item.labels.includes(label)) return false;
  if (priority !== undefined && item.priority !== priority) return false;
  if (text === undefined || text.trim() === "") return true;
  const wanted = text.trim().toLowerCase();
  return (
    String(item.id) === wanted ||
    item.title.toLowerCase().includes(wanted) ||
    item.body.toLowerCase().includes(wanted)
  );
}

export type ItemSort = "order" | "score" | "newest";

export function sortItems(items: readonly BacklogItem[], sort: ItemSort): BacklogItem[] {
  const compare = {
    order: compareItems,
    score: compareScores,
    newest: (a: BacklogItem, b: BacklogItem) => b.addedAt - a.addedAt || b.id - a.id,
  }[sort];
  return [...items].sort(compare);
}
