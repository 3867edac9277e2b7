import { describe, expect, it } from "vitest";
import { capsOf, chooseShortcut, chordOf, isSingleKey, matchSequence } from "./chord.ts";

const press = (key: string, more: object = {}) =>
  chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe("chords", () => {
  it("names a key press the same way under Ctrl and ⌘", () => {
    expect(press("k", { ctrlKey: true })).toBe("Mod+k");
    expect(press("K", { metaKey: true })).toBe("Mod+k");
    expect(press("?")).toBe("?");
  });

  it("is no shortcut when only a modifier went down or Alt is held", () => {
    expect(press("Shift")).toBeUndefined();
    expect(press("j", { altKey: true })).toBeUndefined();
  });

  it("knows which shortcuts can be typed by accident", () => {
    expect(isSingleKey("j")).toBe(true);
    expect(isSingleKey("g r")).toBe(true);
    expect(isSingleKey("Mod+k")).toBe(false);
    expect(isSingleKey("Escape")).toBe(false);
  });

  it("waits for the second key of a sequence, also after other keys", () => {
    expect(matchSequence(["g"], "g r")).toBe("partial");
    expect(matchSequence(["g", "r"], "g r")).toBe("full");
    expect(matchSequence(["x", "g"], "g r")).toBe("partial");
    expect(matchSequence(["r"], "g r")).toBe("none");
    expect(matchSequence(["g", "j"], "j")).toBe("full");
  });

  it("is the whole sequence, also where its last key is a shortcut of what lies on top", () => {
    const shortcuts = [{ keys: "g r" }, { keys: "r" }, { keys: "j", of: "below" }, { keys: "j" }];
    expect(chooseShortcut(["g", "r"], shortcuts)).toEqual({ keys: "g r" });
    expect(chooseShortcut(["x", "r"], shortcuts)).toEqual({ keys: "r" });
    expect(chooseShortcut(["j"], shortcuts)).toBe(shortcuts[3]);
    expect(chooseShortcut(["g"], shortcuts)).toBeUndefined();
  });

  it("draws caps for the machine at hand", () => {
    expect(capsOf("Mod+k", false)).toEqual(["Ctrl K"]);
    expect(capsOf("Mod+Enter", true)).toEqual(["⌘↵"]);
    expect(capsOf("g r", false)).toEqual(["g", "r"]);
  });
});
