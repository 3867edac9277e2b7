import { describe, expect, it } from "vitest";
import { behindLine, firstLine, plainText, questionLine, unended } from "./plain-text.ts";

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

  it("leaves out the line that stands above already, where the text begins with it", () => {
    const text = "\n**Done.** What next?\n\n- one\n- two\n";
    expect(behindLine(text, questionLine(text))).toBe("- one\n- two");
    expect(behindLine("All done.\n\nGo on?", "Go on?")).toBe("All done.\n\nGo on?");
    expect(behindLine("Go on?", "Go on?")).toBe("");
    const code = "```\nlet a;\n```";
    expect(behindLine(code, firstLine(code))).toBe(code);
    expect(behindLine("", "")).toBe("");
  });

  it("ends a line that goes on in a sentence without its full stop", () => {
    expect(unended("Fix `refunds`. ")).toBe("Fix refunds");
    expect(unended("Really?")).toBe("Really?");
  });
});
