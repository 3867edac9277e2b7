import { CONTENT_MAX, CONTENTS_MAX } from "@squadroom/core/task/result";
import { expect, test } from "vitest";
import { contentOf, inOneCall } from "./content.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a text is reported as it is; what is no text, or too long, is not", () => {
  expect(contentOf(bytes("Größe\n"))).toEqual({ content: "Größe\n" });
  expect(contentOf(bytes("€".repeat(CONTENT_MAX)))).toEqual({ content: "€".repeat(CONTENT_MAX) });
  for (const other of [new Uint8Array(), Uint8Array.of(0xff, 0xfe), bytes("a\0b"), bytes("x".repeat(CONTENT_MAX + 1))])
    expect(contentOf(other)).toEqual({});
});

test("a call has room for so much; files beyond it are named without their contents", () => {
  const long = { path: "a.md", content: "x".repeat(CONTENTS_MAX) };
  const files: { path: string; content?: string }[] = [long, { path: "b.md", content: "y" }, { path: "c.png" }];
  expect(inOneCall(files)).toEqual([long, { path: "b.md" }, { path: "c.png" }]);
});
