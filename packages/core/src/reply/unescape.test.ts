import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unescapeText } from "./unescape.ts";

const none = () => {
  throw new Error("nothing is to be noted");
};

describe("a text with escapes", () => {
  it("means what it means to JSON, however long it is", () => {
    const unit = fc.constantFrom("a", '"', "\\", "/", "\n", "\t", "\u2028", "\ud83d", "\u{1f600}");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
        const written = JSON.stringify(text).slice(1, -1);
        expect(unescapeText(written, none)).toBe(text);
      }),
    );
    const long = 'a "b"\n'.repeat(20_000);
    expect(unescapeText(JSON.stringify(long).slice(1, -1), none)).toBe(long);
  });

  it("keeps the backslash of what is no escape, and says so", () => {
    const notes: string[] = [];
    const read = unescapeText("\\x\\u12g4\\'\\\\d", (message) => void notes.push(message));
    expect(read).toBe("\\x\\u12g4'\\d");
    expect(notes).toEqual([
      "A single backslash was kept.",
      "A single backslash was kept.",
      "A needless backslash was left out.",
    ]);
  });
});
