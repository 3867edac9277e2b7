import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { BacklogItem, ItemFields, ItemId, NewItem } from "./item.ts";

/** An item as its creator describes it. */
export interface ItemDraft extends Partial<ItemFields> {
  title: string;
  /** Set by an import. */
  state?: NewItem["state"];
  reason?: string;
}

/** Where an item goes: before or after another one, or to either end of the order. */
export type ItemPlace = { before: ItemId } | { after: ItemId } | "first" | "last";

type By = AgentCaller | PersonCaller;

interface OfItem {
  itemId: ItemId;
}

declare module "../kernel/command.ts" {
  interface Commands {
    importItems: { by: By; items: ItemDraft[] };
    editItem: { by: By; itemId: ItemId; changes: Partial<ItemFields> };
    moveItem: {
      by: By;
      itemId: ItemId;
      to: ItemPlace;
      /** Gives it this priority as well: items are ordered by priority first. */
      priority: ItemFields["priority"] | null;
    };
    pickItem: { by: By; itemId: ItemId };
    deferItem: { by: By; itemId: ItemId; reason: string };
    finishItem: { by: By; itemId: ItemId; summary: string };
    putBackItem: { by: By; itemId: ItemId; reason: string };
    closeItem: { by: By; itemId: ItemId; reason: string };
    dropItem: { by: By; itemId: ItemId; reason: string };
    reopenItem: {
      by: By;
      itemId: ItemId;
      reason: string;
      /** The item as the table has it, if the room has forgotten it. */
      stored: BacklogItem | null;
    };
  }

  interface Replies {
    importItems: { items: { id: ItemId; title: string }[] };
    editItem: OfItem;
    moveItem: OfItem;
    pickItem: OfItem & { taskId: TaskId; to: RoleName };
    deferItem: OfItem;
    finishItem: OfItem;
    putBackItem: OfItem;
    closeItem: OfItem;
    dropItem: OfItem;
    reopenItem: OfItem;
  }
}
