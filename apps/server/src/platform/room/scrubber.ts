/** Loads the shapes of all events, which only a deletion needs. */
export { createScrubber } from "@squadroom/core/retention/scrub";
