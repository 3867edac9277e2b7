import { expect, test } from "vitest";
import { createUuidv7, timeOfUuidv7, uuidv7 } from "./uuidv7.ts";

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("makes ids of version 7 that carry the time", () => {
  const before = Date.now();
  const id = uuidv7();
  expect(id).toMatch(SHAPE);
  expect(timeOfUuidv7(id)).toBeGreaterThanOrEqual(before);
  expect(timeOfUuidv7(createUuidv7(() => 1_790_000_000_123)())).toBe(1_790_000_000_123);
});

test("grows within a millisecond, beyond the counter, and when the clock goes back", () => {
  let now = 1_790_000_000_000;
  const next = createUuidv7(() => now);
  const ids = Array.from({ length: 10_000 }, next);
  now -= 60_000;
  ids.push(next(), next());
  now += 120_000;
  ids.push(next());
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => SHAPE.test(id))).toBe(true);
});
