import type { Agent } from "../agent/agent.ts";
import { type Backlog, emptyBacklog } from "../backlog/backlog.ts";
import type { Branches } from "../branch/branch.ts";
import type { Budgets } from "../budget/scope.ts";
import type { AnsweredDecision, Decision, DecisionId, MootDecision } from "../decision/decision.ts";
import { NO_ERRORS, type ReportedErrors } from "../error/reported-error.ts";
import { type Fanouts, NO_FANOUTS } from "../fanout/fanout.ts";
import type { AgentId, Fence, MessageId, RoleName, RoomId } from "../kernel/ids.ts";
import { type Locks, NO_LOCKS } from "../lock/lock.ts";
import type { OpenQuestion } from "../message/message.ts";
import { NO_OPEN, type OpenMessages } from "../message/open.ts";
import { DEFAULT_POLICY, type Policy } from "../policy/policy.ts";
import { NO_RETENTION, type Retention } from "../retention/periods.ts";
import { NO_RECORD, type RoutingRecord } from "../routing/correction.ts";
import { NO_RUNS, type Runs } from "../run/run.ts";
import { emptyScouts, type Scouts } from "../scout/scout.ts";
import { emptySessions, type Sessions } from "../session/record/session.ts";
import type { LineComment } from "../task/comments.ts";
import type { EndedTask, Task } from "../task/task.ts";
import type { Team } from "../team/team.ts";
import { NO_WISDOM, type Wisdom } from "../wisdom/wisdom.ts";
import { DEFAULT_OPTIONS, type RoomOptions } from "./options.ts";

/** Raised whenever `apply` or the shape below changes: snapshots and projections of another version are rebuilt. */
export const REDUCER_VERSION = 48;

/** Minutes of activity that the view keeps. */
export const ACTIVITY_MINUTES = 60;

/**
 * The room at one `seq`: what rulings need and what the room's screen shows, bounded.
 * Folded by `apply` in the server, live in the browser and in replay.
 */
export interface RoomView {
  roomId: RoomId;
  /** Of the last event that went in; 0 before the first. */
  seq: number;
  /** Of the last event, epoch ms. */
  at: number;
  name: string;
  demo: boolean;
  createdAt: number;
  removedAt: number | null;
  options: RoomOptions;
  team: Team | null;
  /** Counts the changes of the team, from 1. */
  teamVersion: number;
  /** Since when it is this team; its roles are not missed for longer. */
  teamSince: number;
  agents: Record<AgentId, Agent>;
  /** Tasks that have not ended, and failed ones; in the order they were created. */
  tasks: readonly Task[];
  /** The latest first. */
  ended: EndedTask[];
  /** The last number given to each prefix. */
  numbers: Record<string, number>;
  /** The last fence given. */
  fence: Fence;
  /** What agents and the room wrote agents that has not arrived, or has no answer. */
  openMessages: OpenMessages;
  /** Mail for roles that nobody fills. */
  roleMail: Readonly<Record<RoleName, MessageId[]>>;
  questions: OpenQuestion[];
  /** Messages of users that have their answer while tasks of theirs are still open. */
  answeredMessages: MessageId[];
  /** Pending, at most one per subject and kind. */
  decisions: Record<DecisionId, Decision>;
  /** The latest first. */
  answered: AnsweredDecision[];
  /** Withdrawn and superseded ones, the latest first. */
  moot: MootDecision[];
  /** What leads and answers said of tool calls. */
  policy: Policy;
  /** Runners and their runs. */
  runs: Runs;
  /** What runs work on. */
  branches: Branches;
  /** Requests to several agents at once. */
  fanouts: Fanouts;
  /** What people said about how messages are routed. */
  routing: RoutingRecord;
  /** On lines of changes, the newest last. */
  comments: readonly LineComment[];
  /** What its team knows. */
  wisdom: Wisdom;
  /** Who holds and waits for which paths. */
  locks: Locks;
  /** Errors that count in a worker's run. */
  errors: ReportedErrors;
  /** How long ended sessions are kept. */
  retention: Retention;
  /** What the room, its agents and runs may use. */
  budgets: Budgets;
  backlog: Backlog;
  sessions: Sessions;
  scouts: Scouts;
  /** The result last delivered to the user. */
  lastDelivery: {
    by: string;
    role: RoleName;
    text: string;
    at: number;
    unreviewed: boolean;
  } | null;
  totals: {
    messages: number;
    handoffs: number;
    reroutes: number;
    completed: number;
    cancelled: number;
    claims: number;
  };
  /** Events by minute: `counts[ACTIVITY_MINUTES - 1]` is `minute` (epoch minutes), older ones in front. */
  activity: { minute: number; counts: number[] };
}

export function emptyView(roomId: RoomId): RoomView {
  return {
    roomId,
    seq: 0,
    at: 0,
    name: "",
    demo: false,
    createdAt: 0,
    removedAt: null,
    options: DEFAULT_OPTIONS,
    team: null,
    teamVersion: 0,
    teamSince: 0,
    agents: {},
    tasks: [],
    ended: [],
    numbers: {},
    fence: 0 as Fence,
    questions: [],
    answeredMessages: [],
    decisions: {},
    answered: [],
    moot: [],
    backlog: emptyBacklog(),
    sessions: emptySessions(),
    scouts: emptyScouts(),
    comments: [],
    budgets: {},
    branches: {},
    roleMail: {},
    openMessages: NO_OPEN,
    policy: DEFAULT_POLICY,
    runs: NO_RUNS,
    fanouts: NO_FANOUTS,
    routing: NO_RECORD,
    wisdom: NO_WISDOM,
    locks: NO_LOCKS,
    errors: NO_ERRORS,
    retention: NO_RETENTION,
    lastDelivery: null,
    totals: { messages: 0, handoffs: 0, reroutes: 0, completed: 0, cancelled: 0, claims: 0 },
    activity: { minute: 0, counts: new Array<number>(ACTIVITY_MINUTES).fill(0) },
  };
}
