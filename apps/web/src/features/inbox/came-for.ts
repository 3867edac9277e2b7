import type { InboxItem } from "@squadroom/core/inbox/contract";
import { useState } from "react";
import { idOf } from "../../live/inbox.ts";

/** The row that somebody came for, once it was there: it stays theirs when it is answered. */
export function useCameFor(wantedId: string | undefined, items: readonly InboxItem[]): string | undefined {
  const [came, setCame] = useState<{ wantedId: string; rowId: string } | null>(null);
  if (wantedId === undefined) return undefined;
  if (came?.wantedId === wantedId) return came.rowId;
  const row = items.find((item) => isAbout(item, wantedId));
  if (!row) return undefined;
  setCame({ wantedId, rowId: idOf(row) });
  return idOf(row);
}

/** Rooms without an agent in a role are one row. */
function isAbout(item: InboxItem, id: string): boolean {
  if (item.kind === "empty_roles") return item.asked.some(({ decision }) => decision.id === id);
  return idOf(item) === id;
}
