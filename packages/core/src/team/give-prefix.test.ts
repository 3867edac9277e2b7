import { expect, it } from "vitest";
import { givePrefix } from "./give-prefix.ts";
import { readRoleSpec } from "./spec.ts";
import { SPEC_CORPUS } from "./spec-corpus.fixture.ts";

const WHOLE = SPEC_CORPUS.filter(({ text }) => readRoleSpec(text).problems.every(({ level }) => level !== "error"));

it.each(WHOLE)("gives a role another prefix, and nothing else: $path", ({ text }) => {
  const { spec: before } = readRoleSpec(text);
  const { spec, problems } = readRoleSpec(givePrefix(text, "NEW-ONE"));
  expect(problems.filter(({ level }) => level === "error")).toEqual([]);
  expect(spec).toEqual({
    ...before,
    additionalPrefixes: [...before.additionalPrefixes, "NEW-ONE"],
    body: spec.body,
  });
  expect(spec.body.trim()).toBe(before.body.replaceAll("\r", "").trim());
});

it.each([
  ["# How\n", "---\nadditional_prefixes: [QA]\n---\n\n# How\n"],
  ["---\nprefix: DEV # mine\n---\nDo.", "---\nprefix: DEV # mine\nadditional_prefixes: [QA]\n---\nDo."],
  ["---\nadditional-prefixes: [A, B]\n---\n", "---\nadditional-prefixes: [A, B, QA]\n---\n"],
  ["---\nadditional_prefixes: A, B\n---\n", "---\nadditional_prefixes: [A, B, QA]\n---\n"],
  [
    "---\nadditional_prefixes:\n  - A # first\nprefix: DEV\n---\n",
    "---\nadditional_prefixes:\n  - A # first\n  - QA\nprefix: DEV\n---\n",
  ],
  ["---\nadditional_prefixes:\nprefix: DEV\n---\n", "---\nadditional_prefixes: [QA]\nprefix: DEV\n---\n"],
])("writes it as the list is written: %j", (before, after) => {
  expect(givePrefix(before, "QA")).toBe(after);
});
