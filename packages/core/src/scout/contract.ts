import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, text } from "../kernel/text.ts";
import { ScoutReply } from "../reply/shapes.ts";
import { ANGLE_MAX } from "./scout.ts";

const defineRoute = routesOf("scouts");

const REPLY_TEXT_MAX = 200_000;

/** A scout as the room keeps it. */
export const ScoutRow = z.object({
  id: z.number(),
  /** What it looked for. */
  angle: z.string(),
  found: ScoutReply,
  by: z.object({ agentId: z.string(), name: z.string(), role: z.string() }),
  at: z.number(),
  /** The session that it was made for; `null`: an agent saved it on its own. */
  sessionId: z.number().nullable(),
  /** Nothing has changed since: a session with this angle gets it. */
  isCurrent: z.boolean(),
  /** What changed since, the latest first. */
  changes: z.array(
    z.object({
      at: z.number(),
      kind: z.enum(["task", "rescout"]),
      taskId: z.string().nullable(),
      sessionId: z.number().nullable(),
      /** In one sentence. */
      text: z.string(),
    }),
  ),
});
export type ScoutRow = z.infer<typeof ScoutRow>;

export const listScouts = defineRoute("GET /rooms/:room/scouts", {
  command: {
    usage: "scout show [angle...]",
    help: "show what was found from an angle, and what changed since; without one, list the angles",
    leaves: ["cursor", "limit"],
  },
  summary:
    "What scouts found, one for each angle, latest first, and what changed since; `angle` filters, ignoring case and spacing.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_scouts",
    description: "What scouts found, by angle.",
    leaves: ["cursor"],
  },
  query: z.strictObject({ angle: line(ANGLE_MAX).optional(), ...paging(50, 100) }),
  reply: pageOf(ScoutRow).extend({ seq: z.number() }),
});

export const saveScout = defineRoute("POST /rooms/:room/scouts", {
  summary:
    "Saves what an agent found from an angle, replacing what was saved before. Sessions with that angle use it until something changes.",
  access: { who: "agent" },
  tool: {
    name: "save_scout",
    description: 'Saves what you found: {"type":"scout","angle":…} as JSON.',
  },
  body: z.strictObject({
    /** In the form of a session's scout reply: `{type: "scout", angle, …}` as JSON, bare, fenced or in prose. */
    reply: text(REPLY_TEXT_MAX, 1),
  }),
  act: true,
  reply: z.object({
    scoutId: z.number(),
    angle: z.string(),
    /** How much was found. */
    files: z.number(),
    patterns: z.number(),
    /** The scout that it replaced. */
    replaced: z.number().nullable(),
    /** How many repairs it took to read it. */
    repairs: z.number(),
    seq: z.number(),
  }),
});
