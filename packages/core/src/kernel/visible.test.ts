import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLine, spelled, visible } from "./visible.ts";

const ACTING = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
/** One sign of each kind that nobody sees. */
const UNSEEN = [
  ..."\u001b\r\u0007\u009b\u007f\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u200f",
  ..."\u2028\u2029\u202a\u202e\u2060\u2064\u2066\u2069\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9",
  ..."\u{1d173}\u{e0001}\u{e0041}\u{e0067}\u{e007f}\u{e0100}\u{e0fff}",
  "\ud800",
];
const SPACES = [..."\u00a0\u1680\u2000\u2003\u2009\u200a\u202f\u205f\u3000"];
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...UNSEEN, ...SPACES, "\n", "\t", "a", "1", "🏴", "👩", "خ", "क", "漢", "/"),
    fc.string({ unit: "grapheme", maxLength: 2 }),
  ),
});

test("what acts on who reads is shown as a sign, and everything else stays", () => {
  expect(visible("\u001b[31mred\u0007\tok\r\nnext\rover\u202e\u009b")).toBe("␛[31mred␇\tok\nnext␍over⟨U+202E⟩⟨U+009B⟩");
  expect(visible("a\u200bb\u00adc\u{e0041}d\ufe0fe\u3164f")).toBe("a⟨U+200B⟩b⟨U+00AD⟩c⟨U+E0041⟩d⟨U+FE0F⟩e⟨U+3164⟩f");
});

test.each([
  ["pictures", "ümläut 🎉 👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 1️⃣ ☺︎ 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["Arabic, Persian and Hebrew", "عربي، می‌خواهم. שלום!\u200f \u2068שלום (1)\u2069 ok"],
  ["Indic letters", "क्‍ष क्‌ष ශ්‍රී"],
  ["Japanese, and spaces of typesetters", "葛󠄀城　市 « 10\u00a0% »"],
])("prose stays as it is written: %s", (_, said) => {
  expect(visible(said)).toBe(said);
});

test.each([
  ["a joiner between plain letters", "or\u200digin", "or⟨U+200D⟩igin"],
  ["selectors in a row behind a picture", "🎉\ufe0f\ufe01\u{e0101}", "🎉\ufe0f⟨U+FE01⟩⟨U+E0101⟩"],
  ["words in tags behind a flag", "🏴\u{e0068}\u{e0069}", "🏴⟨U+E0068⟩⟨U+E0069⟩"],
  ["what isolates nothing", "\u2068ab\u2069 \u2068א", "⟨U+2068⟩ab⟨U+2069⟩ ⟨U+2068⟩א"],
  ["a turn inside of another", "\u2068א\u202eb\u2069", "⟨U+2068⟩א⟨U+202E⟩b⟨U+2069⟩"],
  ["a mark of direction among plain letters", "a\u200fb", "a⟨U+200F⟩b"],
])("prose hides nothing either: %s", (_, said, shown) => {
  expect(visible(said)).toBe(shown);
});

test("a long text is read once, whatever stands in it", () => {
  for (const part of ["a…", "\u200b", "\u2068א", "א\u2069", `\u2068${"x".repeat(999)}`]) {
    const said = part.repeat(200_000 / part.length);
    expect(visible(said).length).toBeGreaterThanOrEqual(said.length - part.length);
  }
});

test.each([...UNSEEN, ...SPACES])("in a command nobody misses %j", (sign) => {
  const code = sign.codePointAt(0) ?? 0;
  const shown = spelled(`git push origin${sign}main 👩${sign} خ${sign}`);
  expect(shown).not.toContain(sign);
  const name = code < 0x20 ? String.fromCodePoint(0x2400 + code) : code.toString(16).toUpperCase();
  expect(shown).toContain(name);
});

test("nothing that is printed acts, as text, as code or as JSON, and JSON says what it said", () => {
  fc.assert(
    fc.property(text, (said) => {
      expect(visible(said)).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066\u2067]/u);
      expect(visible(visible(said))).toBe(visible(said));
      expect(spelled(said)).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cs}|[^\P{Zs} ]/u);
      expect(spelled(said)).not.toMatch(ACTING);
      const json = jsonLine({ said });
      expect(json).not.toMatch(ACTING);
      expect(JSON.parse(json)).toEqual({ said });
    }),
  );
});

test("a long text is read in one pass, whatever stands in it", () => {
  for (const one of ["word …", "\u2068", "\u2069", "\u2068א", "א\u2069", "a\u200d"])
    expect(visible(one.repeat(20_000)).length).toBeGreaterThanOrEqual(20_000);
});
