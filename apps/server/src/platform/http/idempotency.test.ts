import { describe, expect, it } from "vitest";
import { commandKey, KEY_RETENTION_MS, partOfKey } from "./idempotency.ts";

const NOW = 1_800_000_000_000;
const asked = { route: "sendMessage", roomId: "r", params: {}, body: { body: "hello" } };
const keyOf = (key: string) => commandKey(key, "credential", asked, "secret", NOW);
const uuidv7At = (at: number) => {
  const hex = Math.trunc(at).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab`;
};
const codeOf = (key: string) => {
  try {
    keyOf(key);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("an idempotency key", () => {
  it.each([
    ["one letter", "a"],
    ["a random UUID", "3f2a1c9e-4b7d-4e0a-9c1f-0a1b2c3d4e5f"],
    ["an order's number", "order-2026/0001:try#1"],
    ["all that is visible", String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i))],
    ["255 characters", "k".repeat(255)],
    ["a UUIDv7 of the future", uuidv7At(NOW + 3_600_000_000)],
    ["a UUIDv7 of almost seven days", uuidv7At(NOW - KEY_RETENTION_MS + 60_000)],
  ])("may be %s", (_, key) => {
    expect(keyOf(key)?.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(keyOf(key)?.key).toBe(keyOf(key)?.key);
  });

  it.each([
    ["nothing", ""],
    ["256 characters", "k".repeat(256)],
    ["two, as one header", "a, b"],
    ["a letter that proxies may change", "schlüssel"],
    ["a control character", "a\tb"],
  ])("may not be %s", (_, key) => expect(codeOf(key)).toBe("key_invalid"));

  it("that says itself that it is older than keys are remembered is refused", () => {
    expect(codeOf(uuidv7At(NOW - KEY_RETENTION_MS - 1))).toBe("key_expired");
    expect(codeOf(uuidv7At(NOW - KEY_RETENTION_MS - 1).toUpperCase())).toBe("key_expired");
  });

  it("is not stored as it came, and differs by the server's secret", () => {
    const key = "order-1";
    expect(JSON.stringify(keyOf(key))).not.toContain(key);
    const elsewhere = commandKey(key, "credential", asked, "another secret", NOW);
    expect(elsewhere?.key).not.toBe(keyOf(key)?.key);
    expect(keyOf("Order-1")?.key).not.toBe(keyOf("order-1")?.key);
  });

  it("has parts of its own, always the same for the same part", () => {
    const whole = keyOf("bulk");
    if (!whole) throw new Error("no key");
    expect(partOfKey(whole, "a")).toEqual(partOfKey(whole, "a"));
    expect(partOfKey(whole, "a").key).not.toBe(partOfKey(whole, "b").key);
    expect(partOfKey(whole, "a").key).not.toBe(whole.key);
  });
});
