import { expect, test } from "vitest";
import { samplePlaces } from "./outline.ts";

test("samples begin at the first event, end at the newest, and name none twice", () => {
  expect(samplePlaces(0)).toEqual([]);
  expect(samplePlaces(3)).toEqual([1, 2, 3]);
  for (const head of [240, 241, 500, 100_000]) {
    const places = samplePlaces(head);
    expect([places.length, places[0], places.at(-1)]).toEqual([240, 1, head]);
    expect(new Set(places).size).toBe(240);
  }
});
