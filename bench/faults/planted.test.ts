import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PLANTS } from "./planted.ts";
import { RUNNER_PLANTS } from "./planted-runners.ts";

const changes = Object.entries({ ...PLANTS, ...RUNNER_PLANTS }).flatMap(([name, plant]) =>
  plant.changes.map((change) => ({ name, ...change })),
);

test.each(changes)("there is a place to plant $name in: $from", ({ file, from }) => {
  expect(readFileSync(file, "utf8")).toContain(from);
});
