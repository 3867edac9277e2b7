import type { Shapes } from "./shape.ts";

/**
 * What TypeScript knows of the contract and of events, as JSON schemas. Whatever loads this file (the build,
 * vitest) takes what `scripts/shapes.mjs` reads from the source in its place.
 */
export declare const shapes: Shapes;
