import { SECRETS } from "@squadroom/core/redaction/corpus.fixture";
import { HARMLESS } from "@squadroom/core/redaction/look-alikes.fixture";
import { redact } from "@squadroom/core/redaction/redact";
import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createToldText } from "./told-text.ts";

/** What is stored of a text that comes in these pieces, chunk by chunk. */
function stored(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const told = createToldText();
  const chunks = [0, ...at].map((from, i) => {
    told.add(text.slice(from, at[i]));
    return told.take(false);
  });
  return [...chunks, told.take(true)];
}

const before = fc.constantFrom("", "Look: ", "I see\n", "The pass, the key and the token\nare ");
const after = fc.constantFrom("", "\nand the rest of it", "\n\nI found it.");
const cuts = fc.array(fc.nat(5_000), { minLength: 1, maxLength: 12 });

test("a secret is in no chunk, nor is a word of one, wherever its text is cut", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SECRETS), before, after, cuts, (sample, first, last, at) => {
      const { text, secret } = sample;
      const all = stored(`${first}${text}${last}`, at).join("");
      const words = secret.split(/\s+/).filter(({ length }) => length > 4);
      for (const part of [secret, ...words, ...words.map((word) => word.slice(-8))]) expect(all).not.toContain(part);
    }),
    { numRuns: shareOf(3_000) },
  );
});

const fillers = ["x", "word ", '{"key":"value","n":[1,2]},', "password: hunter2hunter2 ", "é𝒳 ", "a=b&token=&"];
const filler = fc
  .tuple(fc.constantFrom(...fillers), fc.integer({ min: 0, max: 70_000 }))
  .map(([unit, length]) => unit.repeat(length / unit.length));

test("nor is there one in a line of any length, however it comes, or where its middle is left out", () => {
  const sample = fc.constantFrom(...SECRETS);
  const pieces = fc.integer({ min: 900, max: 400_000 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(filler, sample), { minLength: 1, maxLength: 12 }),
      filler,
      pieces,
      fc.integer({ min: 1, max: 8 }),
      (parts, last, size, looks) => {
        const text = `${parts.map(([fill, one]) => `${fill} ${one.text.replaceAll("\n", "\\n")} `).join("")}${last}`;
        const told = createToldText();
        let all = "";
        for (let at = 0, n = 0; at < text.length; at += size, n++) {
          told.add(text.slice(at, at + size));
          if (n % looks === 0) all += told.take(false);
        }
        all += told.take(true);
        const whole = redact(text);
        for (const [, { secret }] of parts)
          for (const word of secret.split(/\s+/).filter(({ length }) => length > 15)) {
            expect(all.includes(word)).toBe(false);
            expect(all.includes(word.slice(-12))).toBe(whole.includes(word.slice(-12)));
          }
      },
    ),
    { numRuns: shareOf(40) },
  );
});

test("what comes by the megabyte is bounded, and says what was left out", () => {
  const told = createToldText();
  for (const unit of ["x", "password=", "line\n", "-----BEGIN PRIVATE KEY-----", "\0", "\ud800"]) {
    for (let n = 0; n < 60; n++) told.add(unit.repeat(1_000_000 / unit.length));
    const all = told.take(true);
    expect(all.length).toBeLessThan(4_000_000);
    expect(all).toMatch(/\[[\d,]+ characters left out\]/);
  }
  expect(told.take(true)).toBe("");
});

test("cut after every letter, a text is what it is in one piece", () => {
  const each = (text: string) => Array.from(text, (_, at) => at);
  for (const { text } of SECRETS) {
    const whole = `I found ${text} there.\nSo it is.`;
    expect(stored(whole, each(whole)).join("")).toBe(redact(whole));
  }
  for (const text of HARMLESS) expect(stored(text, each(text)).join("")).toBe(redact(text));
});

test("words are given on as they come, lines that may have a secret once they end", () => {
  const told = createToldText();
  const say = (piece: string) => {
    told.add(piece);
    return told.take(false);
  };
  expect(say("I set the gree")).toBe("I set the ");
  expect(say("ting. The pass")).toBe("greeting. The ");
  expect(say("word: hunter2")).toBe("");
  expect(say("hunter2 is gone.\nNext ")).toBe("password: [redacted:assignment] is gone.\nNext ");
  expect(told.take(true)).toBe("");
});

test("a text without an end is given on all the same", () => {
  const told = createToldText();
  told.add("-----BEGIN PRIVATE KEY-----\n");
  const word = "x".repeat(80_000);
  told.add(word);
  expect(told.take(false).length).toBeGreaterThan(0);
  const line = "word ".repeat(30_000);
  told.add(`\n${line}`);
  expect(told.take(false).length).toBeGreaterThan(100_000);
});
