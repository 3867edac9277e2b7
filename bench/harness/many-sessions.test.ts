import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { expect, test } from "vitest";
import { FullRoom } from "./many-sessions.ts";
import type { Seat } from "./squad.ts";

test("a room gets sessions from idea to done, eleven decisions each, and leaves the last ones open", () => {
  const { view } = new SessionDriver();
  const seats = Object.values(view.agents).map(
    ({ id, role }): Seat => ({
      roomId: view.roomId,
      agentId: id,
      role,
      token: "",
      connection: 1,
      held: null,
    }),
  );
  const room = new FullRoom(view, seats);
  room.wholeSession(1);
  room.wholeSession(2);
  room.create(3);
  expect(room.decisions).toBe(22);
  expect(room.view.sessions.ended.map(({ id, end }) => [id, end])).toEqual([
    [2, "completed"],
    [1, "completed"],
  ]);
  expect(room.view.sessions.live).toMatchObject([{ id: 3, step: "scout" }]);
});
