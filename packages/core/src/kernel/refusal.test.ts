import { describe, expect, it } from "vitest";
import { adviceTo } from "./advice.ts";
import { RefusalError, refusal, refuse } from "./refusal.ts";
import { refusalCodes } from "./refusal-code.ts";
import { refusalTable } from "./refusal-table.ts";
import { accept, refused } from "./ruling.ts";

describe("the table of refusals", () => {
  it.each(refusalCodes)("%s has a status of refusal, an exit code that the CLI knows and advice", (code) => {
    const { status, exit, advice } = refusalTable[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect([2, 3, 4, 5, 6, 70]).toContain(exit);
    expect(advice).toMatch(/^[A-Z].*[.`]$/);
    // The command shows a sentence, not what the answer has beside it.
    expect(advice).not.toContain("`details");
  });

  it.each(refusalCodes)("%s advises on what is allowed only where something is", (code) => {
    const { advice } = refusalTable[code];
    for (const reader of ["agent", "person"] as const) {
      const bare = adviceTo(reader, advice, {});
      expect(bare).toMatch(/^[A-Z].*[.`]$/);
      expect(bare).not.toContain("`allowed`");
      expect(adviceTo(reader, advice, { allowed: [] })).toBe(bare);
      const half = adviceTo(reader, advice, { allowed: ["wait"] });
      expect(half.includes("`allowed`") ? half : bare).toBe(half);
    }
  });

  it("without anything allowed, what else the advice says is left", () => {
    const { advice } = refusalTable.session_state;
    expect(adviceTo("agent", advice, {})).toBe("Its state: `squadroom session status ID`.");
  });

  it("tells by the exit code whether to send the same again", () => {
    for (const code of refusalCodes) {
      const { status, exit } = refusalTable[code];
      const isForLater = [429, 503].includes(status) && exit !== 70;
      expect(exit === 6).toBe(isForLater);
    }
  });
});

describe("a refusal", () => {
  it("has what is allowed instead only where there is such a list", () => {
    expect(refusal("task_unknown", "There is none.")).toEqual({
      code: "task_unknown",
      message: "There is none.",
      details: {},
    });
    expect(refused("task_state", "No.", { a: 1 }, [])).toEqual({
      ok: false,
      refusal: { code: "task_state", message: "No.", details: { a: 1 }, allowed: [] },
    });
  });

  it("travels as an error through code that can only throw", () => {
    const error = refuse("forbidden", "Not yours.");
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({ name: "RefusalError", message: "Not yours.", code: "forbidden" });
  });

  it("is no acceptance", () => {
    expect(accept([1], { a: 2 })).toEqual({ ok: true, events: [1], reply: { a: 2 } });
  });
});
