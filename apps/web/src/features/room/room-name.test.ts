import { RoomName } from "@squadroom/core/kernel/text";
import { describe, expect, it } from "vitest";
import { isRoomName, slugOf } from "./room-name.ts";

describe("room names", () => {
  it("turns what people type into an address", () => {
    expect(slugOf("Checkout Web")).toBe("checkout-web");
    expect(slugOf("  Café & Bar!")).toBe("cafe-bar-");
    expect(slugOf("--x")).toBe("x");
  });

  it("agrees with the contract about what is a name", () => {
    for (const name of [
      "a",
      "a-b",
      "checkout-web",
      "0",
      "a".repeat(40),
      "",
      "-a",
      "a-",
      "A",
      "a b",
      "a".repeat(41),
      "ä",
    ]) {
      expect([name, isRoomName(name)]).toEqual([name, RoomName.safeParse(name).success]);
    }
  });
});
