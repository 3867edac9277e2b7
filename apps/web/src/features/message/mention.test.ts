import { describe, expect, it } from "vitest";
import { completeMention, completions, markMentions, mentionAt } from "./mention.ts";

const TEAM = [
  { role: "planner", title: "Planner" },
  { role: "builder", title: "Builder" },
  { role: "reviewer", title: "Reviewer" },
];

describe("mentionAt", () => {
  it("opens at a lone @ and follows the typing", () => {
    expect(mentionAt("@", 1)).toEqual({ start: 0, query: "" });
    expect(mentionAt("ask @Bui", 8)).toEqual({ start: 4, query: "bui" });
    expect(mentionAt("(@re", 4)).toEqual({ start: 1, query: "re" });
  });

  it("is closed inside addresses, paths and once a space follows", () => {
    expect(mentionAt("me@here", 7)).toBeNull();
    expect(mentionAt("src/@types", 10)).toBeNull();
    expect(mentionAt("@builder ", 9)).toBeNull();
  });

  it("looks only at what stands in front of the caret", () => {
    expect(mentionAt("@bu and more", 3)).toEqual({ start: 0, query: "bu" });
  });
});

describe("completions", () => {
  it("offers everyone for an empty query and starts before parts", () => {
    expect(completions(TEAM, "").map((target) => target.role)).toEqual(["planner", "builder", "reviewer"]);
    expect(completions(TEAM, "re").map((target) => target.role)).toEqual(["reviewer"]);
    expect(completions(TEAM, "er").map((target) => target.role)).toEqual(["planner", "builder", "reviewer"]);
    expect(completions(TEAM, "zzz")).toEqual([]);
  });
});

describe("completeMention", () => {
  it("writes the name and puts the caret behind a space", () => {
    expect(completeMention("ask @bu", { start: 4, query: "bu" }, "builder")).toEqual({
      text: "ask @builder ",
      caret: 13,
    });
  });

  it("does not double a space that is there", () => {
    expect(completeMention("@bu please", { start: 0, query: "bu" }, "builder")).toEqual({
      text: "@builder please",
      caret: 9,
    });
  });
});

describe("markMentions", () => {
  it("marks known roles only, whole words", () => {
    expect(markMentions("hi @Builder, @nobody", ["builder"])).toEqual([
      { text: "hi ", mention: false },
      { text: "@Builder", mention: true },
      { text: ", @nobody", mention: false },
    ]);
    expect(markMentions("@builders", ["builder"])).toEqual([{ text: "@builders", mention: false }]);
  });
});
