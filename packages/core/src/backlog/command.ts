import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { BacklogItem, ItemFields, ItemId, NewItem, WorkflowMode } from "./item.ts";

/** An item as its creator describes it. */
export interface ItemDraft extends Partial<ItemFields> {
  title: string;
  /** Of an import. */
  state?: NewItem["state"];
  reason?: string;
}

/** Where an item goes: before or behind another one, or to an end of the order. */
export type ItemPlace = { before: ItemId } | { after: ItemId } | "first" | "last";

type By = AgentCaller | PersonCaller;

export type BacklogCommand =
  | { type: "addItems"; by: By; items: ItemDraft[]; isImport: boolean }
  | { type: "editItem"; by: By; itemId: ItemId; changes: Partial<ItemFields> }
  | {
      type: "moveItem";
      by: By;
      itemId: ItemId;
      to: ItemPlace;
      /** Goes there with another priority: items stand by priority first. */
      priority: ItemFields["priority"] | null;
    }
  | { type: "pickItem"; by: By; itemId: ItemId }
  | { type: "deferItem"; by: By; itemId: ItemId; reason: string }
  | { type: "finishItem"; by: By; itemId: ItemId; summary: string }
  | { type: "putBackItem"; by: By; itemId: ItemId; reason: string }
  | { type: "closeItem"; by: By; itemId: ItemId; reason: string }
  | { type: "dropItem"; by: By; itemId: ItemId; reason: string }
  | {
      type: "reopenItem";
      by: By;
      itemId: ItemId;
      reason: string;
      /** As the table has it, for one that the room has forgotten. */
      stored: BacklogItem | null;
    }
  | { type: "setMode"; by: PersonCaller; mode: WorkflowMode }
  | { type: "resumeClearing"; by: PersonCaller };

interface OfItem {
  itemId: ItemId;
}

export interface BacklogReplies {
  addItems: { items: { id: ItemId; title: string }[] };
  editItem: OfItem;
  moveItem: OfItem;
  pickItem: OfItem & { taskId: TaskId; to: RoleName };
  deferItem: OfItem;
  finishItem: OfItem;
  putBackItem: OfItem;
  closeItem: OfItem;
  dropItem: OfItem;
  reopenItem: OfItem;
  setMode: { workflowMode: WorkflowMode };
  resumeClearing: { workflowMode: WorkflowMode };
}
