import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { cut, isStorable, storable, storableJson } from "./storable.ts";
import { line, RoleNameText, TaskIdText, text } from "./text.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

/** Any unit of UTF-16, halves of pairs among them. */
const utf16 = fc.oneof(
  fc.constantFrom("\u0000", "\ud83d", "\ude00", "a"),
  fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
);

describe("text that can be stored", () => {
  it("is made of any text, and of every text within JSON, and stays itself where it was one", () => {
    fc.assert(
      fc.property(fc.string({ unit: utf16, maxLength: 20 }), (value) => {
        expect(isStorable(storable(value))).toBe(true);
        expect(storable(value)).toHaveLength(value.length);
        if (isStorable(value)) expect(storable(value)).toBe(value);
        expect(isStorable(cut(storable(value), 7))).toBe(true);
      }),
    );
    expect(storableJson({ "a\u0000": ["\ud800", 1, null, { b: "😀" }] })).toEqual({
      "a\ufffd": ["\ufffd", 1, null, { b: "😀" }],
    });
  });

  it("is all but NUL and unpaired surrogates", () => {
    fc.assert(
      fc.property(fc.string({ unit: utf16, maxLength: 20 }), (value) => {
        const isFine = !value.includes("\u0000") && Buffer.from(value, "utf8").toString("utf8") === value;
        expect(isStorable(value)).toBe(isFine);
        expect(accepts(text(100), value)).toBe(isFine);
      }),
    );
    expect(["a\u0000b", "\ud800", "a\udc00", "\udc00\ud800"].map(isStorable)).toEqual([false, false, false, false]);
    expect(["", "😀", "\u0001\u007f\ufeff\u202e", "\r\n\t"].map(isStorable)).toEqual([true, true, true, true]);
  });

  it("is kept as it is", () => {
    expect(text(100).parse("  two\r\nlines \u200d ")).toBe("  two\r\nlines \u200d ");
  });

  it("has its bounds in code points", () => {
    expect([2, 1].map((max) => text(max).safeParse("😀😀").success)).toEqual([true, false]);
    expect([text(4, 1).safeParse("").success, text(4).safeParse("").success]).toEqual([false, true]);
  });

  it("says which refusal it is", () => {
    expect(text(9).safeParse("\u0000").error?.issues[0]).toMatchObject({
      params: { code: "invalid_text" },
    });
    expect(line(9).safeParse("a\ud800").error?.issues[0]).toMatchObject({
      params: { code: "invalid_text" },
    });
  });
});

describe("a line", () => {
  it("is trimmed, not empty, and has no control characters", () => {
    expect(line(9).parse("  a b ")).toBe("a b");
    for (const bad of ["", "   ", "a\nb", "a\u001bb", "a\u007f", "a\u0000", "ten letters"])
      expect(accepts(line(9), bad)).toBe(false);
  });
});

describe("names", () => {
  it.each(["planner", "b", "dev-2", "a".repeat(32)])("%s is a role name", (name) => {
    expect(accepts(RoleNameText, name)).toBe(true);
  });
  it.each(["", "Planner", "2dev", "-a", "a b", "a_b", "a".repeat(33), "rôle", "planner\n"])(
    "%j is not a role name",
    (name) => {
      expect(accepts(RoleNameText, name)).toBe(false);
    },
  );
  it.each(["DEV-001", "DEV-FE-1000", "A-123456789"])("%s is a task id", (id) => {
    expect(accepts(TaskIdText, id)).toBe(true);
  });
  it.each(["DEV", "DEV-1", "dev-001", "-001", "DEV-001\n", "DEV 001", "DEV-1234567890"])(
    "%j is not a task id",
    (id) => {
      expect(accepts(TaskIdText, id)).toBe(false);
    },
  );
});
