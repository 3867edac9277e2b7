import { expect, test } from "vitest";
import { correctedText } from "./routing.ts";

test("a correction that is only kept says no more of the task than is true: it may have ended, or be joined", () => {
  const reply = { messageId: "m", taskId: "DEV-001", from: "builder", to: "tester", seq: 9 };
  expect(correctedText({ ...reply, how: "kept", available: true })).toBe(
    "Kept for the rules; DEV-001 isn't moved any more.",
  );
});
