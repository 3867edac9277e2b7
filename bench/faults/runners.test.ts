import { expect, test } from "vitest";
import { committedTwice } from "./runners.ts";

test("work has one commit, and one more only where its line moved before it was done", () => {
  const line = "Bring in squadroom/plan-001";
  expect(committedTwice(["FIX-002: Fit", line, "DEV-001: Half"])).toBe(undefined);
  expect(committedTwice(["FIX-002: Fit", line, "FIX-002: Fit", line, "DEV-001: Half"])).toBe(
    undefined,
  );
  expect(committedTwice(["FIX-002: Fit", "FIX-002: Fit", line, "DEV-001: Half"])).toBe(
    "FIX-002: Fit",
  );
  const merged = ["Merge FIX-002: Half", "Merge FIX-002: Half", "DEV-001: Half"];
  expect(committedTwice(merged)).toBe(undefined);
});
