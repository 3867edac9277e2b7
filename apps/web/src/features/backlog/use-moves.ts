import type { BacklogItem } from "@squadroom/core/backlog/item";
import { useState } from "react";
import { moveItem } from "./send.ts";
import { useDrag } from "./use-drag.ts";

/** Open items in their order, moved by pointer, finger or keys. */
export function useMoves(room: string, open: readonly BacklogItem[]) {
  const [said, setSaid] = useState("");
  const move = (itemId: number, neighbour: BacklogItem | undefined, isAfter: boolean): void => {
    const item = open.find((one) => one.id === itemId);
    if (!item || !neighbour || neighbour.id === itemId) return;
    const to = isAfter ? { after: neighbour.id } : { before: neighbour.id };
    moveItem(room, item, to, neighbour.priority);
  };
  const step = (item: BacklogItem, by: 1 | -1): void => {
    const place = open.indexOf(item) + by;
    const neighbour = open[place];
    if (!neighbour) return;
    move(item.id, neighbour, by > 0);
    setSaid(`Item ${item.id} is now at place ${place + 1}.`);
  };
  const { drag, grip } = useDrag((itemId, over) =>
    move(
      itemId,
      open.find(({ id }) => id === over.itemId),
      over.isAfter,
    ),
  );
  return {
    said,
    /** Whether it is being dragged, or something is dropped beside it. */
    dragOf: ({ id }: BacklogItem) => {
      const isOver = drag?.over?.itemId === id && drag.itemId !== id;
      return {
        "data-drag": drag?.itemId === id || undefined,
        "data-over": isOver ? (drag.over?.isAfter ? "after" : "before") : undefined,
      };
    },
    gripOf: (item: BacklogItem, place: number) => {
      return {
        ...grip(item.id),
        label: `Move item ${item.id}, place ${place} of ${open.length}`,
        onStep: (by: 1 | -1) => step(item, by),
      };
    },
  };
}
