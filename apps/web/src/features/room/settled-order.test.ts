import { expect, it } from "vitest";
import { settleOrder } from "./settled-order.ts";

it("follows the wanted order while nobody points at the list", () => {
  expect(settleOrder(["a", "b", "c"], ["c", "a", "b"], false)).toEqual(["c", "a", "b"]);
});

it("moves nothing under the pointer; new entries come last, removed ones go", () => {
  expect(settleOrder(["a", "b", "c"], ["d", "c", "a"], true)).toEqual(["a", "c", "d"]);
});
