import { expect, test } from "vitest";
import { freeLanes, LANES, LANES_FAILING, LANES_OF_ROOM, type Lane } from "./lanes.ts";

const lane = (room: number, webhook: number, isFailing = false): Lane => ({
  roomId: `room ${room}`,
  webhookId: `webhook ${room}.${webhook}`,
  isFailing,
});
const lanes = (rooms: number, each: number, isFailing = false) =>
  Array.from({ length: rooms * each }, (_, i) => lane(Math.floor(i / each), i % each, isFailing));

test("a room has a few lanes, however many of its webhooks wait, and a webhook has one", () => {
  const waiting = [...lanes(1, 20), lane(7, 1)];
  expect(freeLanes(waiting, [])).toEqual([...lanes(1, LANES_OF_ROOM), lane(7, 1)]);
  expect(freeLanes([lane(7, 1), lane(7, 2)], [lane(7, 1)])).toEqual([lane(7, 2)]);
});

test("those that fail leave lanes for the others, and nobody gets more than there are", () => {
  const failing = lanes(30, 1, true);
  expect(freeLanes(failing, [])).toHaveLength(LANES_FAILING);
  expect(freeLanes([...failing, lane(99, 1)], [])).toContainEqual(lane(99, 1));
  expect(freeLanes(lanes(40, 1), [])).toHaveLength(LANES);
  expect(freeLanes([lane(99, 1)], lanes(LANES, 1))).toEqual([]);
});
