import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { listed, secondsText } from "../kernel/words.ts";
import { bullets, document, fenced, inline, isoMinute, itemLines, section } from "./markdown.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** Lines that a reader of CommonMark takes as the end of a fence that was opened with `open`. */
function closes(open: string, line: string): boolean {
  const run = /^ {0,3}(`{3,})[ \t]*$/.exec(line);
  return (run?.[1]?.length ?? 0) >= open.length;
}

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "`",
      "``",
      "```",
      "````",
      "~~~",
      "\n",
      "\r",
      "\r\n",
      "\u2028",
      "\u0085",
      "#",
      "- ",
      "> ",
      "|",
      "  ",
    ),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  ),
  maxLength: 60,
});

describe("fenced text of others", () => {
  it("never ends its own fence, whatever it contains", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = fenced(text).split(/\r\n?|[\n\u2028\u2029\u0085]/);
        const open = lines[0]?.replace(/text$/, "") ?? "";
        expect(open).toMatch(/^`{3,}$/);
        const end = lines.findIndex((line, i) => i > 0 && closes(open, line));
        expect(end).toBe(lines.length - 1);
      }),
    );
  });

  it("keeps the text as it is, but for line ends", () => {
    expect(fenced("a\r\n```\nb\n\n", "sh")).toBe("````sh\na\n```\nb\n````");
  });
});

describe("inline text of others", () => {
  it("stays on one line and in one span, whatever it contains", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = inline(text);
        expect(shown).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
        const span = /^(`+)([\s\S]*[^`]|[^`])?\1$/.exec(shown);
        if (shown.includes("`")) {
          const runs = [...(span?.[2] ?? "").matchAll(/`+/g)].map((run) => run[0]);
          expect(span).not.toBeNull();
          expect(runs).not.toContain(span?.[1]);
        } else {
          expect(shown).not.toMatch(/[*_#<>[\]|\\~!]/);
        }
      }),
    );
  });

  it("leaves ordinary words alone and puts markdown into a code span", () => {
    expect(inline("Limit the rate of sign-ins")).toBe("Limit the rate of sign-ins");
    expect(inline("fix `a` in a_b.ts")).toBe("``fix `a` in a_b.ts``");
    expect(inline("`x`")).toBe("`` `x` ``");
    expect(inline("1. not a list")).toBe("`1. not a list`");
    expect(inline("one\n## two")).toBe("`one ## two`");
  });
});

describe("pieces of a document", () => {
  it("leaves out sections without content", () => {
    expect(document([section("Empty", "", null, bullets([])), "text"])).toBe("text\n");
  });

  it("says times to the minute and durations in the largest unit that divides them", () => {
    expect(isoMinute(Date.UTC(2026, 10, 2, 9, 5, 59))).toBe("2026-11-02T09:05Z");
    expect([45, 60, 90, 120, 900, 3600, 5400, 7200].map(secondsText)).toEqual([
      "45 s",
      "60 s",
      "90 s",
      "2 min",
      "15 min",
      "1 h",
      "90 min",
      "2 h",
    ]);
  });

  it("lists words as a sentence does", () => {
    expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")]).toEqual([
      "",
      "a",
      "a and b",
      "a, b or c",
    ]);
  });
});

it("a text of several lines keeps them as an item, and none of them leaves it", () => {
  const text = "Refunds are idempotent\n\n**What:** Each has a key.\r\n## Not a heading";
  expect(itemLines(text, "[Keaton]")).toBe(
    "Refunds are idempotent [Keaton]\n  What: Each has a key.\n  `## Not a heading`",
  );
});
