import { expect, test } from "vitest";
import { limitIn } from "./limits.ts";

const NOW = 1_790_000_000_000;

test.each([
  ["429 Too Many Requests, retry after 30 seconds", NOW + 30_000],
  ["Rate limit reached. Please try again in 6m 1.5s.", NOW + 361_500],
  ["usage limit: try again in 2 hours and 5 minutes", NOW + 7_500_000],
  ["rate_limit: retry in 250ms", NOW + 250],
  ["Claude AI usage limit reached|1790003600", 1_790_003_600_000],
  ["quota exceeded, resets at 2026-11-25T06:00:00Z", Date.parse("2026-11-25T06:00:00Z")],
  ["Overloaded", null],
])("reads a limit in %j", (failure, untilAt) => {
  expect(limitIn(failure, NOW)).toEqual({ untilAt });
});

test("another failure is no limit", () => {
  expect(limitIn("ENOENT: no such file, try again in 5 s", NOW)).toBeNull();
});
