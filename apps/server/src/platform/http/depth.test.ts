import { expect, test } from "vitest";
import { DEPTH_MAX, refuseDeep } from "./depth.ts";

const nested = (depth: number, inside: (one: unknown) => unknown) => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = inside(value);
  return value;
};

test.each([
  ["lists", (one: unknown) => [one]],
  ["objects", (one: unknown) => ({ one })],
])("takes %s as deep as may be, and refuses deeper ones, however deep", (_, inside) => {
  expect(() => refuseDeep(nested(DEPTH_MAX, inside))).not.toThrow();
  for (const depth of [DEPTH_MAX + 1, 200_000])
    expect(() => refuseDeep(nested(depth, inside))).toThrow(/more than 100 levels deep/);
});

test("takes anything that isn't nested", () => {
  for (const body of [undefined, null, "x", 1, Array.from({ length: 100_000 }, () => ({ a: [] }))])
    expect(() => refuseDeep(body)).not.toThrow();
});
