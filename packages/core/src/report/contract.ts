import * as z from "zod";
import { RoomParam, routesOf } from "../kernel/route.ts";
import type { SessionReport } from "./report.ts";

const defineRoute = routesOf("sessions");

export const getReport = defineRoute("GET /rooms/:room/sessions/:sessionId/report", {
  summary:
    "What an ended session came to: asked, decided, done and by whom, findings, checks, errors, cost, time, and what is open; also as markdown, which is all of the answer where `Accept: text/markdown` asks for it.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: { name: "read_report", description: "What an ended session came to." },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) }),
  refuses: ["session_unknown", "session_state"],
  reply: z.object({
    /** As of the session's end: nothing later is in it. */
    report: z.custom<SessionReport>(),
    markdown: z.string(),
    seq: z.number(),
  }),
});
