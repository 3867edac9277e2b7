import { expect, it } from "vitest";
import { markQuestions } from "./question-marks.ts";

it("tells kept, reworded and new questions apart, and counts those that went", () => {
  const before = [
    { id: "q1", text: "Which store?" },
    { id: "q2", text: "Should holidays delay it?" },
    { id: "q3", text: "Which currency?" },
  ];
  const now = [
    { id: "q1", text: "Which store? " },
    { id: "q2", text: "On a holiday it is paid…" },
    { id: "q4", text: "How far ahead?" },
  ];
  const { marks, dropped } = markQuestions(now, before);
  expect([...marks]).toEqual([
    ["q1", { mark: "kept", was: "Which store?" }],
    ["q2", { mark: "reworded", was: "Should holidays delay it?" }],
    ["q4", { mark: "new", was: "" }],
  ]);
  expect(dropped).toBe(1);
});
