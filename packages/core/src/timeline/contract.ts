import * as z from "zod";
import { RoomParam, routesOf } from "../kernel/route.ts";
import type { Timeline } from "./timeline.ts";

const defineRoute = routesOf("sessions");

export const getTimeline = defineRoute("GET /rooms/:room/sessions/:sessionId/timeline", {
  command: {
    usage: "session timeline <session>",
    help: "show who worked when in a session, what waited, and where the time went",
    more: "What is under *ahead* is an estimate by what tasks like these took in this room.",
    hasPages: true,
  },
  summary:
    "Who worked when in a session: each role's attempts and discussions, what waited and for what, where the time went, and what is left.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) }),
  refuses: ["session_unknown"],
  reply: z.object({ timeline: z.custom<Timeline>(), seq: z.number() }),
});
