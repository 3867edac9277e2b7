import { expect, it } from "vitest";
import { barsOf } from "./sparkline.tsx";

it("keeps a foot for empty minutes and never fills the whole height", () => {
  expect(barsOf([0, 0], 40)).toEqual([1.5, 1.5]);
  expect(barsOf([10, 5], 40)).toEqual([32, 16]);
});

it("does not blow up a single event to a full bar", () => {
  expect(barsOf([1, 0], 40)).toEqual([8, 1.5]);
});
