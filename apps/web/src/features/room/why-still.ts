import { createStore } from "../../store/store.ts";

/** A person asks why nothing moves: here, or in all rooms. */
export const whyStill = createStore(false);
