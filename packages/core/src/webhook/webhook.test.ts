import { describe, expect, it } from "vitest";
import { ATTEMPTS_MAX, retryDelay } from "../kernel/retry.ts";
import { isDelivered, OFF_AFTER_MS } from "./webhook.ts";

describe("the attempts of a delivery", () => {
  it("gives up well before the webhook itself is switched off", () => {
    const all = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => retryDelay(n + 1, 1) ?? 0);
    expect(all.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(OFF_AFTER_MS);
  });
});

describe("an attempt", () => {
  it.each([
    [200, null, true],
    [204, null, true],
    [302, "redirect", false],
    [500, "It answered 500.", false],
    [null, "No answer.", false],
  ])("that was answered %s delivered: %s, %s", (status, error, delivered) => {
    expect(isDelivered({ at: 0, status, error, latencyMs: 1, response: "" })).toBe(delivered);
  });
});
