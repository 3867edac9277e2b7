import { describe, expect, it } from "vitest";
import { stayMs } from "./pace.ts";

describe("the pace of a replay", () => {
  it("follows the log's own, times the speed", () => {
    expect(stayMs(800, 1)).toBe(800);
    expect(stayMs(800, 4)).toBe(200);
  });

  it("shortens long silences, and passes no event unseen", () => {
    expect(stayMs(3_600_000, 16)).toBe(1_500);
    expect(stayMs(0, 1)).toBe(40);
    expect(stayMs(100, 16)).toBe(40);
  });
});
