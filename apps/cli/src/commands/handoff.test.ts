import { expect, it } from "vitest";
import { handedText } from "./handoff.ts";

const REPLY = {
  handoffId: null,
  to: "reviewer",
  intent: "work" as const,
  taskId: "DEV-001",
  variant: "",
  unreviewed: false,
  rerouted: null,
  queuedAnyway: false,
  seq: 9,
};

it("says of a plan's task that it went to another role as it is", () => {
  expect(handedText("DEV-001", REPLY)).toBe("DEV-001 keeps its place in the plan; reviewer has it now.\n");
  expect(handedText("DEV-001", { ...REPLY, queuedAnyway: true })).toBe(
    "DEV-001 keeps its place in the plan and waits until somebody fills reviewer.\n",
  );
});

it("says of any other which task the next role has", () => {
  const reply = { ...REPLY, handoffId: "h", taskId: "REVIEW-002" };
  expect(handedText("DEV-001", reply)).toBe("DEV-001 is done; reviewer has the ball with REVIEW-002 (work).\n");
});
