import { describe, expect, it } from "vitest";
import { countChanges, diffWords, type Piece } from "./word-diff.ts";

const read = (pieces: readonly Piece[], without: Piece["kind"]): string =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();

describe("the difference of two texts", () => {
  it("names the words that came and those that went", () => {
    expect(diffWords("They open a dialog then.", "They keep the later then.")).toEqual([
      { kind: "same", text: "They " },
      { kind: "removed", text: "open a dialog " },
      { kind: "added", text: "keep the later " },
      { kind: "same", text: "then." },
    ]);
  });

  it("finds nothing between a text and itself, and all between a text and none", () => {
    expect(diffWords("One store.", "One store.")).toEqual([{ kind: "same", text: "One store." }]);
    expect(diffWords("", "One store.")).toEqual([{ kind: "added", text: "One store." }]);
    expect(diffWords("One store.", "")).toEqual([{ kind: "removed", text: "One store." }]);
    expect(diffWords("", "")).toEqual([]);
  });

  it("can be read as either version", () => {
    const before = "Each entry has a clock.\n\n- one\n- two\n\nThe server breaks ties.";
    const after = "Each entry carries a clock.\n\n- two\n- three\n\nThe lower id wins ties, always.";
    const pieces = diffWords(before, after);
    expect(read(pieces, "added")).toBe(before.replace(/\s+/g, " "));
    expect(read(pieces, "removed")).toBe(after.replace(/\s+/g, " "));
  });

  it("keeps the paragraphs of the later version", () => {
    const after = "One.\n\nTwo and a half.\n\nThree.";
    const later = diffWords("One.\n\nTwo.\n\nThree.", after).filter(({ kind }) => kind !== "removed");
    expect(later.map(({ text }) => text).join("")).toBe(after);
  });

  it("counts what changed in one place as one change", () => {
    expect(countChanges(diffWords("a b c d e", "a x c d y"))).toBe(2);
    expect(countChanges(diffWords("same", "same"))).toBe(0);
  });

  it("takes paragraphs of very long texts as they are", () => {
    const long = Array.from({ length: 500 }, (_, i) => `Sentence number ${i} stays.`).join("\n");
    const pieces = diffWords(long, `${long}\nOne more.`);
    expect(read(pieces, "added")).toBe(long.replace(/\s+/g, " "));
    expect(pieces.at(-1)).toEqual({ kind: "added", text: "One more." });
  });
});
