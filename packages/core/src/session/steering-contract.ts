import * as z from "zod";
import { WholeBudget } from "../budget/contract.ts";
import { BoundariesBody } from "../kernel/assignment.ts";
import { type CommandDef, NoBody, routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";
import { Angle, boundaryOptions, Changed, Id, SessionParam } from "./record/route-parts.ts";

const defineRoute = routesOf("sessions");

export const moveSession = defineRoute("POST /rooms/:room/sessions/:sessionId/place", {
  command: {
    usage: "session move <session>",
    help: "move a session in the queue",
    options: {
      "to=first": ["--first", "to the front of the queue"],
      "to=last": ["--last", "to the end of the queue"],
      "to.before": ["--before <session>", "before this session"],
      "to.after": ["--after <session>", "after this session"],
    },
    says: "Session {sessionId} is moved.",
  },
  summary: "Moves a queued session before or after another, or to either end of the queue.",
  access: { who: "room", persons: "lead", agents: false },
  params: SessionParam,
  body: z.strictObject({
    to: z.union([z.enum(["first", "last"]), z.strictObject({ before: Id }), z.strictObject({ after: Id })]),
  }),
  act: true,
  reply: Changed,
});

const steer = <B extends z.ZodType>(action: string, summary: string, body: B, command?: CommandDef) =>
  defineRoute(`POST /rooms/:room/sessions/:sessionId/${action}`, {
    summary,
    ...(command ? { command } : {}),
    access: { who: "room", persons: "lead", agents: false },
    params: SessionParam,
    body,
    act: true,
    reply: Changed,
  });

export const pauseSession = steer(
  "pause",
  "Pauses a session: it gets no work until resumed; `park` lets other sessions run meanwhile.",
  z
    .strictObject({ reason: text(2_000).default(""), park: z.boolean().default(false) })
    .default({ reason: "", park: false }),
  {
    usage: "session pause <session>",
    help: "pause a session: it gets no work until you resume it",
    options: { park: "let other sessions run meanwhile", reason: "why; kept in the log" },
    says: "Session {sessionId} is [park?parked|paused].",
  },
);
export const resumeSession = steer("resumption", "Resumes a paused or parked session where it left off.", NoBody, {
  usage: "session resume <session>",
  help: "resume a paused session where it left off",
  says: "Session {sessionId} is resumed.",
});
export const startSession = steer(
  "start",
  "Starts a queued session, whatever its place; refused while another one is running.",
  /** The point of view of its scout, and what its tasks may change: in place of what was set before. */
  z.strictObject({ angle: Angle.optional(), boundaries: BoundariesBody.optional() }).optional(),
  {
    usage: "session start <session>",
    help: "start a queued session now, whatever its place",
    options: { angle: ["--angle <words>", "the angle its scout looks from"], ...boundaryOptions },
    says: "Session {sessionId} is started.",
  },
);
export const renewScout = steer(
  "scout",
  "Scouts the project again for a session at triage, even if it was served a saved scout; then triage is shown again.",
  NoBody,
  {
    usage: "session scout <session>",
    help: "scout the project again, even if the session was served a saved scout",
    says: "Session {sessionId} is being scouted again.",
  },
);
export const setBudget = defineRoute("PUT /rooms/:room/sessions/:sessionId/budget", {
  summary:
    "Sets what a session may use: tokens, cost, runs; `null` removes the limits. A higher limit resumes a session that its budget paused.",
  access: { who: "room", persons: "lead", agents: false },
  params: SessionParam,
  body: z.strictObject({ budget: WholeBudget.nullable() }),
  act: true,
  reply: Changed,
});
export const stopSession = steer(
  "stop",
  "Stops a session for good: its tasks are cancelled, finished work stays.",
  z.strictObject({ reason: text(2_000).default("") }).default({ reason: "" }),
  {
    usage: "session stop <session>",
    help: "end a session for good; finished work stays",
    options: { reason: "why; kept in the log" },
    says: "Session {sessionId} is stopped.",
  },
);
