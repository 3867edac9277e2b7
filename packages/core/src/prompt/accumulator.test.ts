import { expect, it } from "vitest";
import type { Room } from "../kernel/room.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { reportedIn } from "../testing/earlier.fixture.ts";
import { accumulatorPart } from "./accumulator.ts";

it("repeats no summary of a version that was done again", () => {
  const room = new Discussions();
  room.finish(room.analyst);
  room.judge();
  room.finish(room.writer, { summary: "the first draft" });
  room.judge([{ missing: ["R-14"] }]);
  room.finish(room.writer, { summary: "the second draft" });
  room.judge();
  const task = room.claim(room.writer);
  expect(task.id).toBe("DRAFT-002");
  const read = (redone: string[]) =>
    accumulatorPart(room.view as Room, task, reportedIn(room.log, 1), false, {
      told: new Set(),
      redone: new Set(redone),
    })?.write(Number.POSITIVE_INFINITY);
  expect(read([])).toContain("the first draft");
  expect(read(["DRAFT-001"])).toMatch(/- DRAFT-001 \(blocked HIGH [^)]+\): done again\./);
  expect(read(["DRAFT-001"])).not.toContain("the first draft");
  expect(read(["DRAFT-001"])).toContain("the second draft");
});
