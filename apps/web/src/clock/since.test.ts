import { describe, expect, it } from "vitest";
import { clocksOf, sinceOf } from "./since.ts";

describe("sinceOf", () => {
  it("says now for what has just happened, also when clocks disagree a little", () => {
    expect(sinceOf(0)).toEqual({ unit: "now" });
    expect(sinceOf(-900)).toEqual({ unit: "now" });
    expect(sinceOf(4_999)).toEqual({ unit: "now" });
  });

  it("moves seconds in steps of five", () => {
    expect(sinceOf(5_000)).toEqual({ unit: "s", n: 5 });
    expect(sinceOf(9_999)).toEqual({ unit: "s", n: 5 });
    expect(sinceOf(59_999)).toEqual({ unit: "s", n: 55 });
  });

  it("takes the largest unit that still says something", () => {
    expect(sinceOf(60_000)).toEqual({ unit: "m", n: 1 });
    expect(sinceOf(41 * 60_000 + 59_000)).toEqual({ unit: "m", n: 41 });
    expect(sinceOf(3 * 3_600_000)).toEqual({ unit: "h", n: 3 });
    expect(sinceOf(47 * 3_600_000)).toEqual({ unit: "h", n: 47 });
    expect(sinceOf(72 * 3_600_000)).toEqual({ unit: "d", n: 3 });
  });
});

it("gives two times their seconds where they would be the same without", () => {
  const at = new Date(2026, 10, 27, 22, 35, 10).getTime();
  expect(clocksOf(at, at + 60_000)).toEqual({ from: "22:35", to: "22:36" });
  expect(clocksOf(at, at + 25_000)).toEqual({ from: "22:35:10", to: "22:35:35" });
});
