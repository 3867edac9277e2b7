import { describe, expect, it } from "vitest";
import {
  addPart,
  dividePart,
  editPart,
  isChanged,
  mergeWithNext,
  movePart,
  partsOf,
  plainParts,
  removePart,
} from "./parts.ts";

const PROPOSED = [
  { title: "Store", description: "One store. Safe writes." },
  { title: "Rules", description: "Who wins." },
  { title: "Tests", description: "Cut the line." },
];
const titles = (parts: readonly { title: string }[]) => parts.map(({ title }) => title);

describe("an editable list of parts", () => {
  it("merges a part with the next one and loses no word of either", () => {
    const parts = partsOf(PROPOSED);
    const merged = mergeWithNext(parts, parts[0]?.key ?? 0);
    expect(plainParts(merged)).toEqual([
      { title: "Store, Rules", description: "One store. Safe writes.\nWho wins." },
      PROPOSED[2],
    ]);
    expect(mergeWithNext(parts, parts[2]?.key ?? 0)).toEqual(parts);
  });

  it("divides a part between its sentences", () => {
    const parts = partsOf(PROPOSED);
    const divided = dividePart(parts, parts[0]?.key ?? 0);
    expect(divided.map(({ description }) => description)).toEqual([
      "One store.",
      "Safe writes.",
      "Who wins.",
      "Cut the line.",
    ]);
    expect(new Set(divided.map(({ key }) => key)).size).toBe(4);
  });

  it("moves a part to a place, and no further than the ends", () => {
    const parts = partsOf(PROPOSED);
    const [first, , last] = parts.map(({ key }) => key);
    expect(titles(movePart(parts, last ?? 0, 0))).toEqual(["Tests", "Store", "Rules"]);
    expect(titles(movePart(parts, first ?? 0, 9))).toEqual(["Rules", "Tests", "Store"]);
    expect(titles(movePart(parts, first ?? 0, -1))).toEqual(titles(parts));
  });

  it("leaves out what is empty, and names what has no title after its first words", () => {
    const parts = addPart(partsOf(PROPOSED.slice(0, 1)));
    expect(plainParts(parts)).toEqual(PROPOSED.slice(0, 1));
    const described = editPart(parts, parts[1]?.key ?? 0, { description: "Move the old ones." });
    expect(plainParts(described)[1]).toEqual({
      title: "Move the old ones.",
      description: "Move the old ones.",
    });
  });

  it("knows whether anything was changed", () => {
    const parts = partsOf(PROPOSED);
    expect(isChanged(parts, PROPOSED)).toBe(false);
    expect(isChanged(removePart(parts, parts[1]?.key ?? 0), PROPOSED)).toBe(true);
    expect(isChanged(editPart(parts, parts[0]?.key ?? 0, { title: "A store" }), PROPOSED)).toBe(true);
    expect(isChanged(movePart(parts, parts[0]?.key ?? 0, 1), PROPOSED)).toBe(true);
  });
});
