import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ServerMessage } from "@squadroom/core/live/protocol";
import type { RoomCard } from "@squadroom/core/room/card";
import { anId, aRoom } from "@squadroom/core/testing/builders.fixture";
import { expect, test } from "vitest";
import { createCardBoard } from "./card-board.ts";
import { createKeptCards, type KeptCard } from "./kept-cards.ts";
import type { Client } from "./viewer.ts";

const [SEEN, SECRET] = [anId(1) as RoomId, anId(2) as RoomId];
const aCard = (roomId: RoomId): KeptCard => ({ roomId, seq: 1, card: { roomId } as RoomCard });

test("that a room is gone is told to those who had its card, and to nobody else", async () => {
  const told = new Map<Client, ServerMessage[]>();
  const viewer = (...rooms: RoomId[]) => {
    const client = { socket: { bufferedAmount: 0 }, principal: rooms, cards: null } as never;
    told.set(client, []);
    return client as Client;
  };
  const owner = viewer(SEEN, SECRET);
  const guest = viewer(SEEN);
  let cards = [aCard(SEEN), aCard(SECRET)];
  const roomsOf = (principal: unknown) => principal as RoomId[];
  const board = createCardBoard(
    {
      roomsOf: async (principal) => roomsOf(principal),
      cardsOf: async (ids) => cards.filter(({ roomId }) => ids.includes(roomId)),
      mayWatch: (principal, roomId) => roomsOf(principal).includes(roomId),
      log: { warn: () => undefined },
    },
    new Set(told.keys()),
    {
      send: (client, message) => void told.get(client)?.push(message),
      write: (client, frame) => void told.get(client)?.push(...JSON.parse(frame.toString())),
      hold: () => undefined,
    },
  );
  await board.show(owner);
  await board.show(guest);
  cards = [aCard(SEEN)];
  board.note(SECRET);
  await board.flush();

  expect(told.get(owner)?.at(-1)).toMatchObject({ removed: [SECRET], complete: false });
  expect(told.get(guest)).toHaveLength(1);
  expect(JSON.stringify(told.get(guest))).not.toContain(SECRET);
});

test("rooms are loaded once for their cards, however many look and however often", async () => {
  const heads = new Map(Array.from({ length: 200 }, (_, n) => [anId(n) as RoomId, { seq: 3 }]));
  const ids = [...heads.keys()];
  let loads = 0;
  let underWay = 0;
  let most = 0;
  const { of } = createKeptCards({
    heads: async () => heads,
    isInMemory: () => false,
    async viewOf(roomId) {
      loads++;
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return { ...aRoom(), roomId, seq: heads.get(roomId)?.seq ?? 0 } as RoomView;
    },
    cardOf: ({ roomId, seq }) => ({ roomId, seq }) as never,
  });
  const all = await Promise.all(Array.from({ length: 20 }, () => of(ids)));
  expect(all.every((cards) => cards.length === 200)).toBe(true);
  expect({ loads, most }).toEqual({ loads: 200, most: 1 });

  heads.set(ids[7] as RoomId, { seq: 4 });
  expect((await of(ids))[7]).toMatchObject({ seq: 4 });
  expect(loads).toBe(201);
});
