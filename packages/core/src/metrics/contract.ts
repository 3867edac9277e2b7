import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { AgentUuid, line, RoleNameText, Uuid } from "../kernel/text.ts";
import { TIERS } from "../team/tiers.ts";
import { UsageSum } from "../usage/contract.ts";
import { isZone, METRIC_DAYS_MAX } from "./days.ts";
import { USAGE_GROUPS } from "./usage-groups.ts";
import { WORK_OUTCOMES, WORKLOG_FORMATS } from "./work-outcomes.ts";

const defineRoute = routesOf("metrics");

/** Most lines of an export. */
export const EXPORT_LINES_MAX = 50_000;

const period = {
  /** Left out: all rooms that you may see. */
  room: Uuid.optional(),
  /** Up to today. */
  days: z.coerce.number().int().min(1).max(METRIC_DAYS_MAX).default(14),
  /** Where days begin, such as `Europe/Paris`. */
  zone: line(64).refine(isZone, { message: "is no time zone" }).default("UTC"),
};

const UsageGroupRow = z.object({
  /** `null`: for usage that nobody attributed, and for the rest. */
  key: z.string().nullable(),
  /** Empty if the key is its name, or has none. */
  name: z.string(),
  /** Its room, if the key belongs to one. */
  roomId: z.string().nullable(),
  /** How many groups this one sums up; 0: it is a single one. */
  rest: z.number(),
  usage: UsageSum,
  /** Day by day: known cost in millionths of a dollar, and tokens. None by run. */
  costs: z.array(z.number()),
  tokens: z.array(z.number()),
});
export type UsageGroupRow = z.infer<typeof UsageGroupRow>;

const Month = z.object({
  spentUsdMicros: z.number(),
  /** `null`: nothing to judge by. */
  expectedUsdMicros: z.number().nullable(),
  /** What a day cost on average lately. */
  perDayUsdMicros: z.number().nullable(),
  /** The number of whole days in the average. */
  fromDays: z.number(),
  /** Tokens of the month without a price. */
  unpricedTokens: z.number(),
  /** When it ends, epoch ms. */
  end: z.number(),
});

export const getMetrics = defineRoute("GET /metrics", {
  summary:
    "What rooms used and how work went, day by day: by model, agent, role, session, room, person who asked and run.",
  access: { who: "signed_in" },
  query: z.strictObject(period),
  reply: z.object({
    /** When each day begins, and the last one ends, epoch ms. */
    starts: z.array(z.number()),
    now: z.number(),
    total: UsageSum,
    groups: z.object({
      model: z.array(UsageGroupRow),
      agent: z.array(UsageGroupRow),
      role: z.array(UsageGroupRow),
      session: z.array(UsageGroupRow),
      room: z.array(UsageGroupRow),
      /** Who asked for it. */
      person: z.array(UsageGroupRow),
      run: z.array(UsageGroupRow),
    }),
    /** For the month so far, with days like the latest until its end. */
    month: Month,
    /** For the room's sessions that have not ended: from the recent cost of tasks of the same roles. */
    sessions: z.array(
      z.object({
        sessionId: z.number(),
        title: z.string(),
        usage: UsageSum,
        expectedUsdMicros: z.number().nullable(),
        tasksLeft: z.number(),
        judgedBy: z.number(),
      }),
    ),
    days: z.array(
      z.object({
        /** Completed tasks, by their first claim: the fastest tenth, the median, the slowest tenth. */
        completed: z.number(),
        cycle: z.object({ lowMs: z.number(), medianMs: z.number(), highMs: z.number() }).nullable(),
        /** How long somebody waited for a person, and how long the day has lasted. */
        waitedMs: z.number(),
        ofMs: z.number(),
        /** What people settled, and how long that had waited. */
        settled: z.number(),
        medianWaitMs: z.number().nullable(),
      }),
    ),
    medianWaitMs: z.number().nullable(),
    /** Tasks that passed their reviews, by how often they were sent back: never, once, twice, more often. */
    sentBack: z.array(z.number()),
    availability: z.array(
      z.object({
        agentId: z.string(),
        roomId: z.string(),
        name: z.string(),
        role: z.string(),
        onlineMs: z.number(),
        /** How much of the period it has existed for, ms. */
        ofMs: z.number(),
      }),
    ),
  }),
});

/** What figures are made of. */
export const METRIC_KINDS = ["usage", "completed", "sent_back", "waiting", "presence"] as const;

const MetricEvent = z.object({
  roomId: z.string(),
  room: z.string(),
  seq: z.number(),
  at: z.number(),
  /** What it says: a model, a task, a question, whether somebody came or went. */
  what: z.string(),
  /** Who, if it is an agent. */
  agent: z.string(),
  usage: UsageSum.nullable(),
});
export type MetricEvent = z.infer<typeof MetricEvent>;

export const listMetricEvents = defineRoute("GET /metrics/events", {
  summary: "The events behind a figure, the newest first; each is in its room's log at `seq`.",
  access: { who: "signed_in" },
  query: z.strictObject({
    room: Uuid.optional(),
    since: z.coerce.number().int().min(0),
    until: z.coerce.number().int().min(0),
    kind: z.enum(METRIC_KINDS),
    /** For usage: only one group, by its key; without a key, what has none. */
    by: z.enum(USAGE_GROUPS).optional(),
    key: line(200).optional(),
    ...paging(50, 500),
  }),
  reply: pageOf(MetricEvent),
});

export const exportMetrics = defineRoute("GET /metrics/export", {
  summary: "Usage as CSV, a line for each day, room, agent, role, session, model, person, run and basis of the cost.",
  access: { who: "signed_in" },
  refuses: ["limit_reached"],
  query: z.strictObject(period),
  reply: z.object({ format: z.literal("csv"), count: z.number(), content: z.string() }),
});

/** Most rows of one export. */
export const WORKLOG_ROWS_MAX = 10_000;

/** Why a role has a task. */
const WorkWhy = z.object({
  /** Named in a message, by a rule, undecided, everything goes to the entry point, handed on, asked with others … */
  kind: z.enum([
    ...(["mention", "rule", "undecided", "corrected", "entry_point", "handoff"] as const),
    ...(["fanout", "session", "backlog", "task"] as const),
  ]),
  /** Who sent, handed or created it. */
  by: z.string(),
  byRole: z.string().nullable(),
  /** The task that was handed on to make it. */
  from: z.string().nullable(),
  /** What in the message decided. */
  found: z.array(z.string()),
  /** 0 to 1; `null`: nothing was judged. */
  confidence: z.number().nullable(),
  sessionId: z.number().nullable(),
});
export type WorkWhy = z.infer<typeof WorkWhy>;

/** One task: who had it, why, with what, and its outcome. */
export const WorkRow = z.object({
  taskId: z.string(),
  title: z.string(),
  role: z.string(),
  /** Who had it last; `null`: nobody yet. */
  agentId: z.string().nullable(),
  agent: z.string(),
  why: WorkWhy,
  /** For a message to a routed team. */
  tier: z.enum(TIERS).nullable(),
  /** As reported with its usage. */
  models: z.array(z.string()),
  runs: z.array(z.string()),
  outcome: z.enum(WORK_OUTCOMES),
  /** How the last attempt without a result ended; `null`: there was none, or the task was completed since. */
  lastEnd: z.string().nullable(),
  /** Attempts that ended without a result, including those before a retry. */
  attempts: z.number(),
  /** The beginning of its result. */
  summary: z.string(),
  /** Paths, the first ones; `fileCount` has how many there are. */
  files: z.array(z.string()),
  fileCount: z.number(),
  usage: UsageSum,
  createdAt: z.number(),
  /** When it was first claimed. */
  claimedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});
export type WorkRow = z.infer<typeof WorkRow>;

const worklogFilter = {
  role: RoleNameText.optional(),
  /** Who had it last. */
  agentId: AgentUuid.optional(),
  outcome: z.enum(WORK_OUTCOMES).optional(),
  sessionId: z.coerce.number().int().min(1).optional(),
  /** Created from this time on, epoch ms, and before `until`. */
  since: z.coerce.number().int().min(0).optional(),
  until: z.coerce.number().int().min(0).optional(),
};

export const listWorklog = defineRoute("GET /rooms/:room/worklog", {
  access: { who: "room", persons: "viewer", agents: true },
  summary: "Each task with who had it and why, tier, models, files, outcome, tokens, cost and time, newest first.",
  query: z.strictObject({ ...worklogFilter, ...paging(50, 200) }),
  reply: pageOf(WorkRow),
});

export const exportWorklog = defineRoute("GET /rooms/:room/worklog/export", {
  access: { who: "room", persons: "viewer", agents: true },
  summary: "The work log as CSV, JSON or a markdown table.",
  refuses: ["limit_reached"],
  query: z.strictObject({ ...worklogFilter, format: z.enum(WORKLOG_FORMATS).default("csv") }),
  reply: z.object({ format: z.enum(WORKLOG_FORMATS), count: z.number(), content: z.string() }),
});
