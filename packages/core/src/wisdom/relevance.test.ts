import { expect, test } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import { relevantTo } from "./relevance.ts";
import type { WisdomEntry } from "./wisdom.ts";

const entry = (id: number, files: string[]): WisdomEntry => ({
  id,
  kind: "learning",
  text: `What ${id} says.`,
  files,
  labels: [],
  roles: [],
  scope: "room",
  by: { kind: "person", id: "p", name: "Lea" } as never,
  taskId: null,
  sessionId: null,
  runId: null,
  at: 0,
  promoted: null,
  supersedes: null,
  source: null,
});
const hostile = (n: number) => Array.from({ length: 20 }, (_, i) => `${"*a".repeat(20)}${n}-${i}`);
const reader = {
  role: "builder" as RoleName,
  sessionId: null,
  labels: [],
  files: [...Array.from({ length: 40 }, (_, i) => `${"a".repeat(150)}${i}`), "src/refund/*.ts"],
};

test("what is new keeps its match, whatever old entries cost to compare", () => {
  const old = Array.from({ length: 900 }, (_, i) => entry(i + 1, hostile(i)));
  const [first] = relevantTo([...old, entry(901, ["src/refund/a.ts"])], reader);
  expect(first).toMatchObject({ entry: { id: 901 }, reasons: ["files", "room"] });
});

test("is found once for the text and the facts of a delivery, and again for another reader", () => {
  const live = [entry(1, ["docs/**"]), entry(2, ["src/refund/a.ts"])];
  const all = relevantTo(live, reader);
  expect(relevantTo(live, { ...reader, files: [...reader.files] })).toBe(all);
  expect(relevantTo(live, { ...reader, files: ["docs/a.md"] }).map((one) => one.entry.id)).toEqual([1, 2]);
  expect(relevantTo([...live], reader)).toEqual(all);
});
