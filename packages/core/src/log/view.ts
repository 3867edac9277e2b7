import { emptyBacklog } from "../backlog/backlog.ts";
import { NO_ERRORS } from "../error/reported-error.ts";
import { NO_FANOUTS } from "../fanout/fanout.ts";
import type { Fence, RoomId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { NO_LOCKS } from "../lock/lock.ts";
import { NO_OPEN } from "../message/open.ts";
import { DEFAULT_POLICY } from "../policy/policy.ts";
import { NO_RETENTION } from "../retention/periods.ts";
import { NO_RECORD } from "../routing/correction.ts";
import { NO_RUNS } from "../run/run.ts";
import { emptyScouts } from "../scout/scout.ts";
import { emptySessions } from "../session/record/session.ts";
import { NO_WISDOM } from "../wisdom/wisdom.ts";
import { DEFAULT_OPTIONS } from "./options.ts";

/** Raised whenever `apply` or the view's shape changes: snapshots and projections of another version are rebuilt. */
export const REDUCER_VERSION = 50;

/** Minutes of activity that the view keeps. */
export const ACTIVITY_MINUTES = 60;

export function emptyView(roomId: RoomId): RoomView {
  return {
    roomId,
    seq: 0,
    at: 0,
    name: "",
    demo: false,
    createdAt: 0,
    removedAt: null,
    paused: null,
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
