import type { ErrorRow } from "../error/contract.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { StandingMessage } from "../message/state.ts";
import type { Discussion, DiscussionVerdict } from "../session/record/discussion.ts";
import { NO_USAGE } from "../usage/usage.ts";
import type { CarriedTask, SessionData } from "./session-data.ts";

export const AT = Date.parse("2024-01-15T10:00:00Z");
const minutes = (n: number) => AT + n * 60_000;
const builder = { agentId: "0197a000-0000-7000-8000-0000000000b1", name: "Bea", role: "builder" };

export function aCarriedTask(more: Partial<CarriedTask> = {}): CarriedTask {
  return {
    id: "DEV-001",
    role: "builder" as RoleName,
    agentId: null,
    state: "in_progress",
    title: "User search",
    instruction: "Create a REST API endpoint.\nSupport pagination.\n",
    priority: "high",
    requires: [],
    waitsFor: [],
    attempts: 0,
    createdAt: minutes(30),
    endedAt: null,
    holder: null,
    lastHolder: null,
    fromTaskId: null,
    sessionId: 1,
    branchOf: null,
    intent: null,
    result: null,
    unreviewed: false,
    usage: null,
    timeoutS: 300,
    boundaries: { allowed: ["backend/src/routes/users.*"], forbidden: ["frontend/**", ".env"] },
    outputs: ["backend/src/routes/users.ts", "backend/src/routes/users.test.ts"],
    successCriteria: ["Tests achieve 80% coverage"],
    createdBy: { kind: "agent", id: "p", name: "Pia" },
    reviews: [],
    progress: {
      percent: 75,
      action: "Implementing pagination logic",
      at: minutes(35),
      completed: ["Created route structure"],
      remaining: ["Add database query", "Unit tests"],
      artifacts: [{ path: "backend/src/routes/users.ts", status: "created", lines: 86, stage: "draft" }],
      checks: [
        { name: "typescript", passed: true, value: 0 },
        { name: "tests", value: 0 },
      ],
      blockers: [
        {
          id: 1,
          description: "Need clarification on pagination limits",
          requiresAgent: "product-manager",
          since: minutes(34),
        },
      ],
    },
    ...more,
  };
}

function aMessage(): StandingMessage {
  return {
    id: "0197a000-0000-7000-8000-0000000000aa" as MessageId,
    from: { kind: "agent", id: "a" as never, name: "Uma", role: "ui" as RoleName },
    to: { kind: "role", role: "builder" as RoleName },
    body: "The search endpoint spec shows a 'limit' parameter but no 'offset'.\nHow?\n",
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId: "DEV-001" as TaskId,
    at: minutes(36),
    kind: "question",
    subject: "API contract",
    priority: "high",
    about: { component: "UserSearch", file: "frontend/src/components/UserSearch.tsx" },
    responseBy: minutes(45),
    state: "raised",
    raisedTo: "critical",
  };
}

function told(type: string, minute: number, data: object): RoomEvent {
  const actor = { kind: "server" };
  return { roomId: "r", seq: minute, type, v: 1, at: minutes(minute), actor, data } as never;
}

export function anError(): ErrorRow {
  return {
    id: 1,
    severity: "error",
    type: "TypeScriptCompilationError",
    message: "Type 'string' is not assignable to type 'number'",
    file: "backend/src/routes/users.ts",
    line: 45,
    column: 12,
    attemptedFixes: [{ fix: "Changed type annotation", outcome: "failed", note: "A new error" }],
    requiresIntervention: true,
    suggestedAgent: "reviewer",
    taskId: "DEV-001",
    sessionId: 1,
    runId: null,
    by: builder,
    at: minutes(38),
    count: 1,
    stopped: false,
  };
}

/** A pipeline, as far as what its tasks came to rests on it: all of them are steps; each verdict is of a round about a task. */
export function aPipelineOf(
  tasks: readonly CarriedTask[],
  verdicts: { taskId: string; verdict: Partial<DiscussionVerdict> }[] = [],
): Pick<SessionData, "tasks" | "session"> {
  const outcomes = Object.fromEntries(tasks.map(({ id }) => [id, {}]));
  const discussions = verdicts.map(({ taskId, verdict }, i) =>
    aDiscussion({ id: i + 1, taskId: taskId as TaskId, verdict: { ...BLOCKED, ...verdict } }),
  );
  const session = { flow: "pipeline", pipeline: { steps: [] }, execution: { outcomes }, discussions };
  return { tasks: [...tasks], session: { ...session, answers: {}, sections: {} } as never };
}

const BLOCKED: DiscussionVerdict = {
  outcome: "blocked",
  severity: "high",
  averageRating: 2,
  advice: "revise",
  skipped: [{ name: "risk", why: "Nobody was there." }],
  next: "revise",
  at: minutes(50),
};

/** A round with two points of view, of which nobody gave the second. */
export function aDiscussion(more: Partial<Discussion> = {}): Discussion {
  const view = { persona: "tech lead", focus: "feasibility", tool: "codex", refusals: [] };
  return {
    id: 1,
    round: "DISCUSS-002",
    step: "DRAFT-001",
    taskId: "DRAFT-001" as TaskId,
    by: builder as never,
    artifact: "spec/brief.md",
    result: null,
    rest: [],
    openedAt: minutes(40),
    perspectives: [
      {
        ...view,
        name: "technical",
        taskId: "VIEW-001" as TaskId,
        by: "Rhea",
        reply: {
          rating: 2,
          summary: "It can't be built.",
          convergent: ["Tickets are the measure"],
          divergent: ["Two stores"],
          missing: ["Recovery"],
          actionItems: ["Say who recovers"],
          risks: [{ risk: "Lock-out", severity: "high" }],
        },
      },
      { ...view, name: "risk", taskId: "VIEW-002" as TaskId, by: null, reply: null },
    ],
    verdict: BLOCKED,
    ...more,
  };
}

/** A completed task with what it came to. */
export function aDoneTask(
  id: string,
  result: Partial<NonNullable<CarriedTask["result"]>>,
  more: Partial<CarriedTask> = {},
): CarriedTask {
  return aCarriedTask({
    id,
    state: "completed",
    endedAt: minutes(60),
    progress: null,
    ...more,
    result: {
      summary: "As asked.",
      keyDecisions: [],
      artifacts: [],
      criteria: [],
      warnings: [],
      ...result,
    },
  });
}

/** A running session that has one of each. */
export function aSessionData(more: Partial<SessionData> = {}): SessionData {
  return {
    roomId: "0197a000-0000-7000-8000-000000000001",
    room: "shop",
    row: {
      id: 1,
      title: "Find users",
      status: "active",
      step: "execute",
      isParked: false,
      level: "exploration",
      batch: null,
      createdAt: AT,
      startedAt: AT,
      endedAt: null,
      endReason: null,
      createdBy: { kind: "person", id: "p", name: "Ada" },
      splitOf: null,
      itemId: null,
      position: "m",
      usage: NO_USAGE,
      budget: null,
      archivedAt: null,
      deletedAt: null,
    },
    progress: {
      phase: "implementation",
      tasksTotal: 2,
      tasksCompleted: 1,
      gates: {
        requirements: "passed",
        design: "overridden",
        implementation: "in_progress",
        quality: "pending",
      },
    },
    description: "Search by name.",
    session: null,
    batches: [],
    reviews: [],
    decided: [],
    entries: [],
    proposals: [],
    tasks: [
      aCarriedTask(),
      aCarriedTask({
        id: "DEV-002",
        state: "pending",
        requires: ["DEV-001"],
        waitsFor: ["DEV-001"],
        progress: null,
        createdAt: minutes(31),
      }),
    ],
    messages: [aMessage()],
    told: [
      told("task.claimed", 32, { taskId: "DEV-001" }),
      told("message.raised", 46, { messageId: aMessage().id, priority: "critical", mailTo: [] }),
    ],
    errors: [anError()],
    decisions: [],
    locks: [],
    wisdom: [],
    files: [],
    summary: null,
    ...more,
  };
}
