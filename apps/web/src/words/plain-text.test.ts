import { describe, expect, it } from "vitest";
import { firstLine, plainText, questionLine } from "./plain-text.ts";

describe("lines without formatting", () => {
  it("drops the marks and keeps what looks like them", () => {
    expect(plainText("**half up** or `half even`")).toBe("half up or half even");
    expect(plainText("## Title")).toBe("Title");
    expect(plainText("edit src/**/*.ts")).toBe("edit src/**/*.ts");
  });

  it("finds the first line that says something, and the one that asks", () => {
    expect(firstLine("\n\n- one\ntwo")).toBe("one");
    expect(questionLine("All done.\n\nShall I go on?\nYes or no.")).toBe("Shall I go on?");
    expect(questionLine("Tell me more.")).toBe("Tell me more.");
    expect(firstLine("")).toBe("");
  });
});
