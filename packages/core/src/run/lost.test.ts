import { expect, it } from "vitest";
import type { Room } from "../kernel/room.ts";
import type { AttemptEnd } from "../task/task.ts";
import { lostBecause } from "./lost.ts";
import type { Run } from "./run.ts";

const run = { taskId: "DEV-001", fence: 7, turnSince: 100 } as unknown as Run;
const room = (task: object | null, ended: object[] = []) =>
  ({ tasks: task ? [{ id: "DEV-001", ...task }] : [], ended }) as unknown as Room;
const gone = (how: AttemptEnd, at = 200) => room({ lease: null, lastEnd: { how, reason: "Over 30 s.", at } });

it("knows a turn that is for nothing by what became of its task", () => {
  expect(lostBecause(room({ lease: { fence: 7 }, lastEnd: null }), run)).toBeNull();
  for (const how of ["timed_out", "expired", "put_back", "stopped"] as const)
    expect(lostBecause(gone(how), run)).toBe("DEV-001 is no longer in its hand: Over 30 s.");
  for (const how of ["failed", "empty", "left"] as const) expect(lostBecause(gone(how), run)).toBeNull();
  // What ended before this turn is not about it; who is between turns has nothing to interrupt.
  expect(lostBecause(gone("timed_out", 50), run)).toBeNull();
  expect(lostBecause(gone("timed_out"), { ...run, turnSince: null })).toBeNull();
  expect(lostBecause(room(null, [{ id: "DEV-001", state: "cancelled" }]), run)).toBe("DEV-001 was cancelled.");
  expect(lostBecause(room(null, [{ id: "DEV-001", state: "completed" }]), run)).toBeNull();
});
