import fc from "fast-check";
import { shareOf } from "./property-runs.fixture.ts";

/** What `npm test` begins with, so that the same state gives the same result; any whole number would do. */
const SEED = 20_261_122;

/** Of a property that does not say how many it has. */
const RUNS = 100;

/** Before each test file: properties go through the histories of this seed, or of `PROPERTY_SEED`. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? SEED), numRuns: shareOf(RUNS) });
