import { join } from "node:path";
import { expect, it } from "vitest";
import { readShapes } from "./shapes.fixture.ts";

/** A line for each, so that two changes meet in one only where they are of one thing. */
function lines(entries: Record<string, unknown>): string {
  const each = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${each.map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)},\n`).join("")}}`;
}

it("are what the types and comments of the source say", async () => {
  const { types, events, named, routes } = readShapes();
  await expect(`import type { Shapes } from "./shape.ts";

/**
 * What TypeScript knows of the contract, as JSON schemas: \`npx vitest run packages/core/src/contract/shapes.test.ts -u\`
 * writes it, out of types and comments.
 */
export const shapes: Shapes = {
types: ${lines(types)},
events: ${lines(events)},
named: ${lines(named)},
routes: ${lines(routes)},
};
`).toMatchFileSnapshot(join(import.meta.dirname, "shapes.ts"));
});
