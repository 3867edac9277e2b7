import type { RoomCard } from "@squadroom/core/room/card";
import { describe, expect, it } from "vitest";
import { changeCards } from "./rooms.ts";

const card = (roomId: string, seq: number): RoomCard => ({ roomId, seq, name: roomId }) as unknown as RoomCard;
const ids = (cards: readonly RoomCard[]) => cards.map(({ roomId, seq }) => `${roomId}${seq}`);

describe("changed cards", () => {
  it("replace, add and remove by room", () => {
    const before = [card("a", 1), card("b", 1)];
    expect(
      ids(
        changeCards(before, {
          cards: [card("b", 2), card("c", 1)],
          removed: ["a"],
          complete: false,
        }),
      ),
    ).toEqual(["b2", "c1"]);
  });

  it("are all there is when they are complete", () => {
    expect(
      ids(
        changeCards([card("a", 1), card("b", 1)], {
          cards: [card("b", 1)],
          removed: [],
          complete: true,
        }),
      ),
    ).toEqual(["b1"]);
  });

  it("never put an older card over a newer one", () => {
    expect(ids(changeCards([card("a", 5)], { cards: [card("a", 3)], removed: [], complete: true }))).toEqual(["a5"]);
  });
});
