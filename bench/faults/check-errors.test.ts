import type { RoomEvent } from "@squadroom/core/kernel/event";
import { expect, it } from "vitest";
import { checkErrors } from "./check-errors.ts";
import type { Evidence } from "./evidence.ts";

const actor = { kind: "agent", id: "bo", name: "Bo" };
const third = {
  type: "error.reported",
  at: 5,
  actor,
  data: { error: { id: 3, taskId: "DEV-001" }, count: 3, stops: true },
};
const ended = {
  type: "task.attempt_ended",
  at: 5,
  data: { taskId: "DEV-001", final: true, how: "stopped" },
};
const asked = (at = 5) => ({
  type: "decision.opened",
  at,
  seq: 9,
  data: { decision: { kind: "task_failed", subject: { kind: "task", taskId: "DEV-001" } } },
});
const retried = { type: "task.retried", at: 8, data: { taskId: "DEV-001" } };
const claimed = {
  type: "task.claimed",
  at: 9,
  seq: 12,
  data: { agentId: "bo", taskId: "DEV-002" },
};

function found(events: object[], reply = { id: 3, count: 3, stopped: true }): string[] {
  const told = { kind: "acknowledged", roomId: "room", op: "reportError", reply };
  const room = { roomId: "room", events: events as RoomEvent[] };
  const evidence = { rooms: [room], history: { told: [told] } };
  return checkErrors(evidence as unknown as Evidence).map(({ what }) => what);
}

it("takes a stop that a person is asked about once for right, and work after the answer", () => {
  expect(found([third, ended, asked(), retried, claimed])).toEqual([]);
});

it("takes a stop for right whose task the session lets go at once, and nobody else", () => {
  const cancelled = (at: number, kind: string) => ({
    type: "task.cancelled",
    at,
    actor: { kind },
    data: { taskId: "DEV-001", cascade: [] },
  });
  expect(found([third, ended, cancelled(5, "server"), claimed])).toEqual([]);
  for (const other of [cancelled(6, "server"), cancelled(5, "person")])
    expect(found([third, ended, other])).toEqual([expect.stringContaining("nobody was asked")]);
});

it("finds a stop that nobody or somebody twice or late is asked about, and one that stops nothing", () => {
  expect(found([third, ended, retried])).toEqual([expect.stringContaining("nobody was asked")]);
  expect(found([third, ended])).toEqual([expect.stringContaining("nobody was asked")]);
  expect(found([third, ended, asked(), asked()])).toEqual([expect.stringContaining("was asked 2 times")]);
  expect(found([third, ended, asked(7)])).toEqual([expect.stringContaining("asked 2 ms later")]);
  expect(found([third, asked()])).toEqual([expect.stringContaining("DEV-001 goes on")]);
  expect(found([third, ended, asked(), claimed, retried])).toEqual(["event 12: Bo gets work, DEV-001 still waits"]);
  const events = [third, ended, asked()];
  expect(found(events, { id: 3, count: 2, stopped: false })).toEqual([expect.stringContaining("the log differs")]);
});
