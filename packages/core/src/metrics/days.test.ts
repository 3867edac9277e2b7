import { describe, expect, it } from "vitest";
import { dayStarts, dayText, isZone, monthOf } from "./days.ts";

const HOUR = 3_600_000;

describe("days of a zone", () => {
  it("begin at its midnight, also where clocks change", () => {
    const now = Date.parse("2026-03-30T10:00:00Z");
    const starts = dayStarts("Europe/Berlin", 2, now);
    expect(starts.map((at) => new Date(at).toISOString())).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
      "2026-03-30T22:00:00.000Z",
    ]);
    expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBe(23 * HOUR);
    expect(dayText("Europe/Berlin", starts[2] ?? 0)).toBe("2026-03-30");
  });

  it.each([
    ["America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["America/Havana", "2026-03-08T05:00:00.000Z"],
    ["Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  ])("begin at 01:00 in %s where clocks go forward at midnight", (zone, start) => {
    const [today = 0] = dayStarts(zone, 0, Date.parse(start) + 3 * HOUR);
    expect(new Date(today).toISOString()).toBe(start);
    expect(dayText(zone, today - 1)).not.toBe(dayText(zone, today));
  });

  it("go over the ends of months and years", () => {
    const now = Date.parse("2027-01-01T03:00:00Z");
    expect(dayStarts("UTC", 1, now).map((at) => dayText("UTC", at))).toEqual([
      "2026-12-31",
      "2027-01-01",
      "2027-01-02",
    ]);
    expect(dayText("America/New_York", now)).toBe("2026-12-31");
    expect(monthOf("America/New_York", now)).toEqual({
      start: Date.parse("2026-12-01T05:00:00Z"),
      end: Date.parse("2027-01-01T05:00:00Z"),
    });
  });

  it("have a zone that is known", () => {
    expect(["UTC", "Asia/Kathmandu", "Nowhere/Else", "x".repeat(64)].map(isZone)).toEqual([true, true, false, false]);
  });
});
