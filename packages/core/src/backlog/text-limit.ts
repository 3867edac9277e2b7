import type { Room } from "../kernel/room.ts";
import { type Refused, refused } from "../kernel/ruling.ts";
import { TEXT_MAX } from "./item.ts";

export function textOf({ title, body }: { title: string; body: string }): number {
  return title.length + body.length;
}

/** @param more characters that come on top of what the room has */
export function refuseTooMuchText(room: Room, more: number): Refused | null {
  if (more <= 0) return null;
  const all = room.backlog.items.reduce((sum, item) => sum + textOf(item), more);
  if (all <= TEXT_MAX) return null;
  const message = `All items together can have at most ${TEXT_MAX} characters of text.`;
  return refused("limit_reached", message, { limit: TEXT_MAX });
}
