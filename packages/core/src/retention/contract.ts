import * as z from "zod";
import { type CommandDef, NoBody, RoomParam, routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";
import { SESSION_ENDS } from "../session/record/session.ts";
import { DELETE_MIN_S, HOLD_REASON_MAX, PERIOD_MAX_S, PERIOD_MIN_S, RETENTION_STATES } from "./periods.ts";

const defineRoute = routesOf("sessions");

const Seconds = z.number().int().min(PERIOD_MIN_S).max(PERIOD_MAX_S);
const PeriodBody = z.strictObject({
  archiveAfterS: Seconds,
  deleteAfterS: Seconds.min(DELETE_MIN_S),
});
const PeriodsBody = z.strictObject({ completed: PeriodBody, failed: PeriodBody });
const SessionParam = RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) });

/** An ended session, and what happens to it next. */
export const RetainedSession = z.object({
  sessionId: z.number(),
  title: z.string(),
  end: z.enum(SESSION_ENDS),
  endedAt: z.number(),
  state: z.enum(RETENTION_STATES),
  stateAt: z.number(),
  held: z.object({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
  /** When it is archived or, once archived, deleted; `null`: it is held. */
  dueAt: z.number().nullable(),
});
export type RetainedSession = z.infer<typeof RetainedSession>;

export const getRetention = defineRoute("GET /rooms/:room/retention", {
  command: {
    usage: "retention show",
    help: "show how long sessions are kept, which go next and when, and which are held",
  },
  summary:
    "How long a room keeps ended sessions, which of them are archived or deleted next and when, which are held. It changes nothing: a dry run.",
  access: { who: "room", persons: "viewer", agents: false },
  reply: z.object({
    /** In seconds: `archiveAfterS` from its end, `deleteAfterS` from when it was archived. */
    periods: PeriodsBody,
    /** Nobody set anything else. */
    isDefault: z.boolean(),
    /** Those archived next, soonest first; 100 at most. */
    next: z.array(RetainedSession),
    /** Those archived and not held, the next to be deleted first; 100 at most. */
    archived: z.array(RetainedSession),
    held: z.array(RetainedSession),
    /** How many ended sessions there are in each state. */
    counts: z.object({
      kept: z.number(),
      archived: z.number(),
      deleted: z.number(),
      held: z.number(),
    }),
    /** What `runRetention` would do now. */
    due: z.object({ archived: z.number(), deleted: z.number() }),
    /** The database's clock. */
    now: z.number(),
    seq: z.number(),
  }),
});

export const setRetention = defineRoute("PUT /rooms/:room/retention", {
  summary:
    "Sets how long a room keeps completed or stopped sessions, and failed ones, until they are archived, and from then on until they are deleted.",
  access: { who: "room", persons: "owner", agents: false },
  body: PeriodsBody,
  act: true,
  reply: z.object({ periods: PeriodsBody, seq: z.number() }),
});

export const runRetention = defineRoute("POST /rooms/:room/retention/run", {
  summary: "Archives and deletes now what is due; otherwise it happens by itself within minutes.",
  repeat: "What is archived stays archived, what is deleted is gone; nothing happens twice.",
  access: { who: "room", persons: "lead", agents: false },
  reply: z.object({
    archived: z.array(z.number()),
    deleted: z.array(z.number()),
    seq: z.number(),
  }),
});

const onSession = <B extends z.ZodType>(action: string, summary: string, body: B, command?: CommandDef) =>
  defineRoute(`POST /rooms/:room/sessions/:sessionId/${action}`, {
    summary,
    ...(command ? { command } : {}),
    access: { who: "room", persons: "lead", agents: false },
    params: SessionParam,
    body,
    keyed: true,
    refuses: ["session_unknown"],
    reply: z.object({ sessionId: z.number(), seq: z.number() }),
  });

export const holdSession = onSession(
  "hold",
  "Holds an ended session: it is neither archived nor deleted until it is released.",
  z.strictObject({ reason: text(HOLD_REASON_MAX, 1) }),
  {
    usage: "retention hold <session>",
    help: "keep an ended session until it is released",
    options: { reason: "why it is kept" },
    says: "Session {sessionId} is held: nothing archives or deletes it.\nRelease it: `squadroom retention release {sessionId}`",
  },
);
export const releaseSession = onSession("release", "Releases a held session.", NoBody, {
  usage: "retention release <session>",
  help: "release a held session",
  says: "Session {sessionId} is released.",
});
export const restoreSession = onSession(
  "restoration",
  "Brings an archived session back into the lists; the time until it is archived begins again.",
  NoBody,
  {
    usage: "retention restore <session>",
    help: "list an archived session again",
    says: "Session {sessionId} is no longer archived, and listed again.",
  },
);
