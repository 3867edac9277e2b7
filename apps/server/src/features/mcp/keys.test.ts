import type { AgentId } from "@squadroom/core/kernel/ids";
import { expect, test } from "vitest";
import { createKeys, type Wish } from "./keys.ts";

const wish = (more: Partial<Wish> = {}): Wish => ({
  agentId: "an-agent" as AgentId,
  asked: ["sendMessage", { body: { to: "user", body: "Hello." } }],
  id: 1,
  endsTask: false,
  ...more,
});

test("a call whose answer did not get out is the same one, under whatever number it comes again", () => {
  const { keyOf } = createKeys();
  const { key, sent } = keyOf(wish());
  expect(keyOf(wish({ id: 2 })).key).toBe(key);
  sent();
  expect(keyOf(wish({ id: 1 })).key).toBe(key);
});

test("the same words after an answer are a new wish, unless under the same number", () => {
  const { keyOf } = createKeys();
  const first = keyOf(wish());
  first.sent();
  const second = keyOf(wish({ id: 2 }));
  expect(second.key).not.toBe(first.key);
  second.sent();
  expect(keyOf(wish({ id: 1 })).key).toBe(first.key);
});

test("other words, or another agent's, are another wish", () => {
  const { keyOf } = createKeys();
  const keys = [wish(), wish({ asked: "other" }), wish({ agentId: "another" as AgentId })];
  expect(new Set(keys.map((one) => keyOf(one).key)).size).toBe(3);
});

test("the end of a task has one key, in every process and at any time", () => {
  const end = wish({ endsTask: true });
  const { key, sent } = createKeys().keyOf(end);
  sent();
  expect(createKeys().keyOf({ ...end, id: 9 }).key).toBe(key);
  expect(createKeys().keyOf(wish({ endsTask: true, asked: "under another fence" })).key).not.toBe(key);
});

test("a client that has keys of its own is taken at its word", () => {
  const { keyOf } = createKeys();
  expect(keyOf(wish({ own: "its-key" })).key).toBe("its-key");
});
