import type { RoomView } from "@squadroom/core/kernel/view";
import type { Overlap } from "@squadroom/core/run/radar";
import type { Run, RunId } from "@squadroom/core/run/run";
import type { RoomState } from "../../live/room-state.ts";

/** Where the branches of runs at work will meet. */
export interface Radar {
  overlaps: readonly Overlap<RunId>[];
  live: readonly Run[];
  tasks: RoomView["tasks"];
  room: string;
}

export function radarOf({ view, observations }: RoomState): Radar {
  return {
    overlaps: observations.overlaps,
    live: view.runs.live ?? [],
    tasks: view.tasks,
    room: view.name,
  };
}
