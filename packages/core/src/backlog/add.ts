import { actingOn } from "../agent/acting.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import type { ItemDraft } from "./command.ts";
import { hasEnded, ITEMS_MAX, type NewItem } from "./item.ts";
import { lastPlaces } from "./move.ts";
import { refuseTooMuchText, textOf } from "./text-limit.ts";

/** New items come last, in the order given. */
export function decideAdd(
  room: Room,
  { by, items: drafts, type }: CommandOf<"addItems"> | CommandOf<"importItems">,
): RulingOn<"importItems"> {
  const acting = actingOn(room, by, { anyAgent: true });
  if (!acting.ok) return acting;
  const { number, items: live } = room.backlog;
  const coming = drafts.filter(({ state = "open" }: ItemDraft) => !hasEnded({ state })).length;
  if (live.length + coming > ITEMS_MAX) {
    const message = `A backlog can have at most ${ITEMS_MAX} items that are neither closed nor dropped.`;
    return refused("limit_reached", message, { limit: ITEMS_MAX, has: live.length });
  }
  const more = drafts.reduce((sum, { title, body = "" }) => sum + textOf({ title, body }), 0);
  const tooMuch = refuseTooMuchText(room, more);
  if (tooMuch) return tooMuch;
  const positions = lastPlaces(room.backlog, drafts.length);
  const { kind, id, name, role } = acting.createdBy;
  const items = drafts.map((draft: ItemDraft, i): NewItem => {
    return {
      id: number + 1 + i,
      title: draft.title,
      body: draft.body ?? "",
      priority: draft.priority ?? "medium",
      labels: draft.labels ?? [],
      value: draft.value ?? null,
      complexity: draft.complexity ?? null,
      position: positions[i] ?? "",
      origin: {
        kind: kind === "agent" ? "agent" : "person",
        id,
        name,
        ...(role === undefined ? {} : { role }),
        isImport: type === "importItems",
      },
      state: draft.state ?? "open",
      reason: draft.reason ?? "",
    };
  });
  const added: ActedFact = { type: "backlog.added", data: { items }, actor: acting.actor };
  return accept([...acting.events, added], {
    items: items.map((item) => ({ id: item.id, title: item.title })),
  });
}
