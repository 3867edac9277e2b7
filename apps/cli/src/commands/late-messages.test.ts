import { expect, test } from "vitest";
import { lateIn, lateText } from "./decisions.ts";

const one = { messageId: "m1" as never, from: "Bob", to: "Ben", subject: "Which clock?" };
const due = {
  ...one,
  priority: "critical" as const,
  responseBy: null,
  isRaised: false,
  asksAt: null,
};

test("what nobody read in time is listed with the call that prints it", () => {
  const late = lateIn("shop", {
    first: [{ ...due, isLate: true } as const, { ...due, isLate: false } as const],
  });
  expect(lateText(late)).toMatch(
    /^\n1 message was not read in time\.\nshop, Bob to Ben, critical:\n.*Which clock\?.*message show m1 --room shop/s,
  );
  expect(lateText([])).toBe("");
});
