import { expect, test } from "vitest";
import { YearRoom } from "./year-room.ts";

test("a room has a year of everything behind it: pieces of work, archived sessions, and one that waits for a person", () => {
  const to = Date.UTC(2026, 10, 1);
  const from = to - 365 * 86_400_000;
  const { view, events } = new YearRoom({
    seed: 1,
    name: "year-0000",
    from,
    to,
    events: 1_500,
    sessions: 4,
  }).play();
  expect(view.seq).toBe(events.length);
  const types = new Set(events.map(({ type }) => type));
  const wanted = ["handoff.delivered", "usage.reported", "task.attempt_ended", "message.sent"];
  expect([...types]).toEqual(expect.arrayContaining([...wanted, "backlog.closed"]));
  expect(events.filter(({ type }) => type === "session.ended")).toHaveLength(3);
  expect(events.filter(({ type }) => type === "retention.archived")).toHaveLength(3);
  expect(Object.values(view.decisions).map(({ kind }) => kind)).toEqual(["triage"]);
  const [, second] = events;
  const late = events.filter(({ at }) => at > (from + to) / 2).length;
  expect(second?.at).toBeLessThan(from + 86_400_000);
  expect(late / events.length).toBeCloseTo(0.5, 1);
});
