import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLine, visible } from "./visible.ts";

const ACTING = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "\u001b",
      "\r",
      "\n",
      "\t",
      "\u0007",
      "\u009b",
      "\u007f",
      "\u202e",
      "\u{e0041}",
    ),
    fc.string({ unit: "grapheme", maxLength: 2 }),
  ),
});

test("what acts on a terminal is shown as a sign, and everything else stays", () => {
  expect(visible("\u001b[31mred\u0007\tok\r\nnext\rover\u202e\u009b")).toBe(
    "␛[31mred␇\tok\nnext␍over⟨U+202E⟩⟨U+009B⟩",
  );
  expect(visible("ümläut 🎉 👩‍👩‍👧 عربي")).toBe("ümläut 🎉 👩‍👩‍👧 عربي");
});

test("nothing that is printed acts, as text or as JSON, and JSON says what it said", () => {
  fc.assert(
    fc.property(text, (said) => {
      expect(visible(said)).not.toMatch(ACTING);
      const json = jsonLine({ said });
      expect(json).not.toMatch(ACTING);
      expect(JSON.parse(json)).toEqual({ said });
    }),
  );
});
