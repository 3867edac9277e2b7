import { expect, it } from "vitest";
import { timelineText } from "./session-timeline.ts";

const AT = Date.UTC(2026, 4, 4, 12);
const timeline = (woken: Parameters<typeof timelineText>[0]["woken"]) => ({
  title: "Refunds",
  from: AT,
  to: null,
  now: AT,
  rows: [],
  waits: [],
  woken,
  checkpoints: [],
  counted: "steps" as const,
  ahead: [],
  done: 0,
  all: 2,
  cut: 0,
  spent: { work: 0, discussion: 0, person: 0, rest: 0 },
});

it("says when the coordinator was woken, about what, and what came of it", () => {
  const text = timelineText(
    timeline([
      { from: AT, to: AT + 60_000, taskIds: ["TEST-001", "REVIEW-001"], why: "no_answer" },
      { from: AT + 90_000, to: null, taskIds: ["TEST-002", "DEV-002"], why: null },
      { from: AT + 120_000, to: AT + 120_000, taskIds: [], why: null },
    ]),
  );
  const [head, first = "", second = "", third = ""] = text.split("\n").slice(-4);
  expect(head).toBe("The coordinator was woken:");
  expect(first).toMatch(/for 60 s +which go of TEST-001, REVIEW-001 +no answer$/);
  expect(second).toMatch(/until now +which go of TEST-002, DEV-002$/);
  expect(third).toMatch(/all may be done$/);
  expect(timelineText(timeline([]))).not.toContain("coordinator");
  expect(text).toContain("Refunds: 0 of 2 steps done;");
});
