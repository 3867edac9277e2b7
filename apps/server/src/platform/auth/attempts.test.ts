import { expect, test } from "vitest";
import { createAttempts, neighbourhoodOf } from "./attempts.ts";

function aClock() {
  let at = 0;
  return { now: () => at, pass: (ms: number) => (at += ms) };
}

test("allows a burst, then one at a time", () => {
  const clock = aClock();
  const attempts = createAttempts(clock, { burst: 3, everyMs: 60_000 });

  expect([1, 2, 3].map(() => attempts.take("a"))).toEqual([null, null, null]);
  expect(attempts.take("a")).toBe(60);
  clock.pass(45_000);
  expect(attempts.take("a")).toBe(15);
  clock.pass(15_000);
  expect(attempts.take("a")).toBeNull();
  expect(attempts.take("a")).toBe(60);
});

test("counts each key by itself, and never above the burst", () => {
  const clock = aClock();
  const attempts = createAttempts(clock, { burst: 1, everyMs: 1000 });
  attempts.take("a");

  expect(attempts.take("b")).toBeNull();
  clock.pass(3_600_000);
  expect(attempts.take("a")).toBeNull();
  expect(attempts.take("a")).toBe(1);
});

test("what was given back can be taken again", () => {
  const attempts = createAttempts(aClock(), { burst: 1, everyMs: 1000 });
  attempts.take("a");
  attempts.giveBack("a");
  attempts.giveBack("a");

  expect(attempts.take("a")).toBeNull();
  expect(attempts.take("a")).toBe(1);
});

test("forgets whom it saw longest ago, and nobody else", () => {
  const attempts = createAttempts(aClock(), { burst: 1, everyMs: 1000 }, 2);
  for (const key of ["a", "b", "a", "c"]) attempts.take(key);

  expect(attempts.take("a")).toBe(1);
  expect(attempts.take("b")).toBeNull();
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:0db8:0000:0002::6", "2001:db8:0:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s stands for %s", (address, neighbourhood) => {
  expect(neighbourhoodOf(address)).toBe(neighbourhood);
});
