import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, FenceInt, line, RoleNameText, TaskIdText, text } from "../kernel/text.ts";
import { FAN_OUT_MAX, TIER_S_MAX, TIER_S_MIN, TIERS } from "../team/tiers.ts";
import { BRANCH_OUTCOMES } from "./fanout.ts";

const defineRoute = routesOf("fanouts");

/** Longest brief of a branch, code points. */
const BRIEF_MAX = 20_000;
const TITLE_MAX = 200;

const BranchBody = z.strictObject({
  role: RoleNameText,
  /** Only this agent of the role. */
  agentId: AgentUuid.optional(),
  title: line(TITLE_MAX).optional(),
  /** Everything that its agent reads: the others' briefs and results are not in it. */
  instruction: text(BRIEF_MAX, 1),
});

const TaskParam = RoomParam.extend({ taskId: TaskIdText });

export const FanoutRow = z.object({
  id: z.number(),
  /** The user's message that it answers. */
  messageId: z.string().nullable(),
  title: z.string(),
  /** Who asked. */
  by: z.string(),
  tier: z.enum(TIERS).nullable(),
  /** Seconds that each branch has. */
  branchS: z.number(),
  openedAt: z.number(),
  /** The task that gets all results. */
  joinTaskId: z.string(),
  /** Every branch has an outcome. */
  isSettled: z.boolean(),
  branches: z.array(
    z.object({
      taskId: z.string(),
      role: z.string(),
      title: z.string(),
      /** When its time is up; `null` once it has an outcome. */
      dueAt: z.number().nullable(),
      canRetry: z.boolean(),
      /** The newest last. */
      attempts: z.array(
        z.object({
          since: z.number(),
          takenAt: z.number().nullable(),
          endedAt: z.number().nullable(),
          /** `null`: it is under way. */
          outcome: z.enum(BRANCH_OUTCOMES).nullable(),
          /** The result, cut if long, or why there is none. */
          text: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type FanoutRow = z.infer<typeof FanoutRow>;

export const fanOut = defineRoute("POST /rooms/:room/tasks/:taskId/fanout", {
  creates: ({ room }) => `/rooms/${room}/fanouts`,
  summary:
    "Asks several agents at once, each with a brief of its own. The task in hand waits until every branch has an outcome, and then has all results.",
  access: { who: "agent" },
  tool: {
    name: "fan_out",
    description: "Asks several agents; you get all results.",
    endsTask: true,
    leaves: ["branchS", "agentId", "title"],
  },
  params: TaskParam,
  body: z.strictObject({
    fence: FenceInt,
    branches: z.array(BranchBody).min(2).max(FAN_OUT_MAX),
    /** Seconds that each branch has; by default what the message's tier gives, otherwise 120. */
    branchS: z.number().int().min(TIER_S_MIN).max(TIER_S_MAX).optional(),
  }),
  act: true,
  refuses: [
    "task_unknown",
    "lease_lost",
    "task_state",
    "role_unknown",
    "agent_unknown",
    "target_not_allowed",
    "limit_reached",
  ],
  reply: z.object({
    fanoutId: z.number(),
    joinTaskId: z.string(),
    branchS: z.number(),
    branches: z.array(z.object({ taskId: z.string(), role: z.string(), available: z.boolean() })),
    seq: z.number(),
  }),
});

export const listFanouts = defineRoute("GET /rooms/:room/fanouts", {
  command: {
    usage: "fanout list",
    help: "list fan-outs with the state of each branch, newest first",
  },
  summary: "Requests to several agents at once, the newest first, with what each branch brought.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject(paging(20, 100)),
  reply: pageOf(FanoutRow).extend({ seq: z.number() }),
});

export const retryBranch = defineRoute("POST /rooms/:room/tasks/:taskId/branch/retry", {
  command: {
    usage: "fanout retry <task>",
    help: "try one branch without a result again: the id of its task",
    says: "{taskId} waits for another attempt. The results are joined again once it ends.",
  },
  summary: "Tries a branch without result again, alone. Its results are joined again once it has an outcome.",
  access: { who: "room", persons: "approver", agents: true },
  tool: { name: "retry_branch", description: "Retries a failed branch." },
  params: TaskParam,
  act: true,
  refuses: ["task_unknown", "task_state", "forbidden"],
  reply: z.object({ fanoutId: z.number(), taskId: z.string(), seq: z.number() }),
});
