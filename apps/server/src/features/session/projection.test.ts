import { apply } from "@squadroom/core/log/apply";
import type { RoomEvent } from "@squadroom/core/log/event";
import { emptyView, type RoomView } from "@squadroom/core/log/view";
import { LEAD } from "@squadroom/core/testing/builders.fixture";
import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { expect, test } from "vitest";
import { sessionProjection } from "./projection.ts";

/** The conversation of all sessions that a log becomes. */
function conversation(log: readonly RoomEvent[]) {
  const [first] = log;
  if (!first) return [];
  let view: RoomView = emptyView(first.roomId);
  return log.flatMap((event) => {
    const before = view;
    view = apply(before, event);
    return sessionProjection(event, before, view).flatMap((row) =>
      row.table === "sessionEntries" ? row.row : [],
    );
  });
}

test("an answer that is taken back stands in the conversation behind it", () => {
  const room = new SessionDriver();
  room.toDesign();
  const approved = room.choose("design_section", "approve");
  room.run(room.undo(approved));
  expect(conversation(room.log).slice(-2)).toMatchObject([
    { kind: "choice", step: "design", content: "Approve: The store", by: LEAD.name },
    {
      sessionId: 1,
      kind: "undone",
      step: "design",
      role: "person",
      content: "Took back “Approve”.",
      by: LEAD.name,
    },
  ]);
});

test("what is taken back outside a session is in no conversation", () => {
  const room = new SessionDriver();
  room.toDesign();
  const before = conversation(room.log).length;
  room.say("Hello.");
  room.run({ type: "leave", by: room.planner, reason: "" });
  room.pass(3 * 60_000);
  room.tick();
  const waiting = room.choose("role_unavailable", "wait");
  room.run(room.undo(waiting));
  expect(room.log.at(-1)?.type).toMatch(/^decision\./);
  expect(conversation(room.log)).toHaveLength(before);
});
