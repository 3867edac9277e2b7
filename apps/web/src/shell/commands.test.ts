import { describe, expect, it } from "vitest";
import { markTitle, matchTitle, type PaletteCommand, rank } from "./commands.ts";

const command = (title: string, effect = ""): PaletteCommand => ({
  id: title,
  group: "do",
  icon: "plus",
  title,
  effect,
  run: () => undefined,
});

describe("palette search", () => {
  it("finds all words in any order, at starts of words first", () => {
    expect(matchTitle("Answer Planner in checkout-web", "web ans")).toEqual([
      [0, 3],
      [27, 30],
    ]);
    expect(matchTitle("Replay", "x")).toBeNull();
    expect(matchTitle("there or here", "he")).toEqual([[9, 11]]);
  });

  it("marks what matched, once, and is not confused by signs of expressions", () => {
    expect(markTitle("New room", matchTitle("New room", "ro") ?? [])).toEqual([
      { text: "New ", hit: false },
      { text: "ro", hit: true },
      { text: "om", hit: false },
    ]);
    expect(matchTitle("a (b)", "(b")).toEqual([[2, 4]]);
    expect(
      markTitle("aa", [
        [0, 2],
        [0, 1],
      ]),
    ).toEqual([{ text: "aa", hit: true }]);
  });

  it("puts titles that begin with the query in front, effects last", () => {
    const list = [command("Show rooms"), command("Rooms"), command("Demo", "makes rooms")];
    expect(rank(list, "rooms").map((hit) => hit.title)).toEqual(["Rooms", "Show rooms", "Demo"]);
    expect(rank(list, "").map((hit) => hit.title)).toEqual(["Show rooms", "Rooms", "Demo"]);
  });
});
