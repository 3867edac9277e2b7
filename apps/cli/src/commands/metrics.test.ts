import { expect, it } from "vitest";
import { groupName } from "./metrics.ts";

it("calls a run by its number, and says what was used outside of runs", () => {
  expect(groupName("run", "019ac0de-0000-7000-8000-000000000001/2")).toBe("run 2");
  expect(groupName("run", null)).toBe("outside of runs");
  expect(groupName("model", "large")).toBe("large");
});
