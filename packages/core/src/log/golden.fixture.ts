import { createHash } from "node:crypto";
import { join } from "node:path";
import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "./apply.ts";
import { emptyView } from "./view.ts";

/** A log as it was once written, and the hash of the room after each event. Logs stay, hashes follow the reducer. */
export interface Golden {
  reducer: number;
  events: RoomEvent[];
  hashes: string[];
}

export const GOLDEN = join(import.meta.dirname, "golden");

/** The rooms on the way, the empty one not among them. */
export function foldAll(events: readonly RoomEvent[]): RoomView[] {
  const views: RoomView[] = [];
  for (const event of events) views.push(apply(views.at(-1) ?? emptyView(event.roomId), event));
  return views;
}

/** Of the room as JSON, keys in order: equal rooms have equal hashes. */
export function hashOf(view: RoomView): string {
  const ordered = JSON.stringify(view, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(ordered).digest("hex").slice(0, 16);
}
