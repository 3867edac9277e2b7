import { expect, it } from "vitest";
import { keepWords, type MarkdownNode } from "./keep-words.ts";

function kept(...children: MarkdownNode[]): MarkdownNode[] | undefined {
  const root = { type: "root", children };
  keepWords(root);
  return root.children;
}

it("marks what a reference makes of its letters, in prose and in code", () => {
  expect(kept(words("a\u202eb"), { type: "inlineCode", value: "a\u00a0b" })).toEqual([
    words("a⟨U+202E⟩b"),
    { type: "inlineCode", value: "a⟨U+00A0⟩b" },
  ]);
});

const words = (value: string): MarkdownNode => ({ type: "text", value });

it("shows a block of HTML as a paragraph of its own", () => {
  expect(kept({ type: "html", value: "<Button />" })).toEqual([{ type: "paragraph", children: [words("<Button />")] }]);
});

it("shows HTML inside a sentence where it stands", () => {
  const sentence = {
    type: "paragraph",
    children: [words("use "), { type: "html", value: "<b>" }, words("bold")],
  };
  expect(kept(sentence)).toEqual([{ type: "paragraph", children: [words("use "), words("<b>"), words("bold")] }]);
});

it("makes an image a link in its own words, but no link inside a link", () => {
  const image = { type: "image", url: "https://example.org/a.png", alt: "a plan" };
  const link = { type: "link", url: "https://example.org/a.png", children: [words("a plan")] };
  expect(kept({ type: "paragraph", children: [image] })).toEqual([{ type: "paragraph", children: [link] }]);
  expect(kept({ type: "link", url: "https://example.org", children: [image] })).toEqual([
    { type: "link", url: "https://example.org", children: [words("a plan")] },
  ]);
  expect(kept({ type: "paragraph", children: [{ ...image, alt: "" }] })?.[0]?.children?.[0]).toEqual({
    ...link,
    children: [words("https://example.org/a.png")],
  });
});

it("keeps the words of a picture that is only referred to", () => {
  expect(kept({ type: "imageReference", alt: "a plan" })).toEqual([words("a plan")]);
});
