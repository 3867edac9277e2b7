import { unreachable } from "../kernel/unreachable.ts";
import { PRIORITIES, type Priority } from "../task/task.ts";
import { type BacklogItem, scoreOf } from "./item.ts";

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
    String(item.id) === wanted || item.title.toLowerCase().includes(wanted) || item.body.toLowerCase().includes(wanted)
  );
}

export type ItemSort = "order" | "score" | "newest";

/** What an item is ordered by, most significant first: as `compareItems` and `compareScores` do. */
export function placeIn(item: BacklogItem, sort: ItemSort): (number | string)[] {
  const { priority, position, id, addedAt } = item;
  const order = [PRIORITIES.indexOf(priority), position, id];
  switch (sort) {
    case "order":
      return order;
    case "score":
      return [-(scoreOf(item) ?? -1), ...order];
    case "newest":
      return [-addedAt, -id];
    default:
      return unreachable(sort);
  }
}
