import { LAST_LINE, type Overlap } from "@squadroom/core/run/radar";
import type { Run, RunId } from "@squadroom/core/run/run";
import { expect, test } from "vitest";
import { meetingsOf } from "./radar-lines.tsx";

const live = [1, 2, 3].map((id) => ({ id, name: `builder-${id}` }) as unknown as Run);
const told = (overlaps: Overlap<number>[], id: number) =>
  meetingsOf({ overlaps: overlaps as never, live, tasks: [], room: "harbour" }, id as RunId).map(
    ({ run, where }) => `${run.id} ${where}`,
  );
const file = (path: string, runs: number[], ...lines: [from: number, to: number][]) => ({
  path,
  runs,
  lines: lines.map(([from, to]) => ({ from, to, runs })),
});

test("each of two runs is told of the other, with the lines where they meet", () => {
  const radar = [file("a.ts", [1, 2], [10, 24], [30, 30]), file("b.ts", [2, 1], [7, 7])];
  expect(told(radar, 1)).toEqual(["2 a.ts, lines 10–24, 30; b.ts, line 7"]);
  expect(told(radar, 2)).toEqual(["1 a.ts, lines 10–24, 30; b.ts, line 7"]);
  expect(told(radar, 3)).toEqual([]);
});

test("lines of others are not theirs, and a file that nobody counted is named as a whole", () => {
  const other = { ...file("a.ts", [1, 2, 3], [1, 4]), lines: [{ from: 1, to: 4, runs: [2, 3] }] };
  expect(told([other], 1)).toEqual(["2 a.ts, in other lines", "3 a.ts, in other lines"]);
  expect(told([file("logo.png", [1, 2], [1, LAST_LINE])], 1)).toEqual(["2 logo.png, the whole file"]);
});

test("of many files some are named, the others counted", () => {
  const many = ["a", "b", "c", "d", "e"].map((path) => file(path, [1, 2], [1, 1]));
  expect(told(many, 1)).toEqual(["2 a, line 1; b, line 1; c, line 1; 2 more files"]);
});
