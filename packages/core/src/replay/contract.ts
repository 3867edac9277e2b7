import { z } from "zod";
import { defineRoute, RoomParam } from "../contract/route.ts";
import type { RoomView } from "../log/view.ts";

/** A room as it was: the view to fold the following events from. */
export interface ReplayBase {
  view: RoomView;
  /** The newest event that there is. */
  head: number;
}

export const getReplayBase = defineRoute({
  id: "getReplayBase",
  method: "GET",
  path: "/rooms/:room/replay",
  tag: "rooms",
  summary: "The room as it was at a seq, folded from its log.",
  access: { who: "room", persons: "viewer", agents: false },
  params: RoomParam,
  query: z.strictObject({ at: z.coerce.number().int().min(0) }),
  reply: z.custom<ReplayBase>(),
});
