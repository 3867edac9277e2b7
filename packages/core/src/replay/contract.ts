import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import type { RoomView } from "../kernel/view.ts";

const defineRoute = routesOf("rooms");

/** A room as it was: the view from which to fold the following events. */
export interface ReplayBase {
  view: RoomView;
  /** The newest event that there is. */
  head: number;
}

export const getReplayBase = defineRoute("GET /rooms/:room/replay", {
  summary: "The room as it was at one event, replayed from its log.",
  access: { who: "room", persons: "viewer", agents: false },
  query: z.strictObject({ at: z.coerce.number().int().min(0) }),
  reply: z.custom<ReplayBase>(),
});

/** What is marked on the line of a room's past: a person was asked, the ball was passed, something went wrong. */
export const OUTLINE_MARKS = ["decision", "handoff", "reroute", "failure"] as const;
export type OutlineMark = (typeof OUTLINE_MARKS)[number];

/** A room's log from far away. */
export const ReplayOutline = z.strictObject({
  /** The newest event that there is. */
  head: z.number().int(),
  /** Evenly spread over the log, from the first event to the newest: which one, and when, epoch ms. */
  samples: z.array(z.strictObject({ seq: z.number().int(), at: z.number() })),
  /** The newest, in the log's order. */
  marks: z.array(z.strictObject({ seq: z.number().int(), at: z.number(), kind: z.enum(OUTLINE_MARKS) })),
});
export type ReplayOutline = z.infer<typeof ReplayOutline>;

export const getReplayOutline = defineRoute("GET /rooms/:room/replay/outline", {
  summary: "How busy the room was over time, with its decisions, handoffs and failures.",
  access: { who: "room", persons: "viewer", agents: false },
  reply: ReplayOutline,
});
