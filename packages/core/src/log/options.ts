import type { RoomModels } from "../run/model.ts";

/** What a room does one way or the other. */
export interface RoomOptions {
  /** A person is asked before the next session starts; else it starts by itself. */
  askBeforeNext: boolean;
  /** Which models its runs work with; left out: nobody said. */
  models?: RoomModels;
}

export const DEFAULT_OPTIONS: RoomOptions = { askBeforeNext: false };
