import { describe, expect, it } from "vitest";
import { NO_ERRORS } from "../error/reported-error.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { type WorkerReport, type WorkerResult, workersOf } from "./workers.ts";
import { workerKindText } from "./workers-text.ts";

const STEPS = ["DRAFT-001", "DRAFT-002", "CHECKPOINT-1", "PLAN-001"];
const team = {
  roles: [
    { name: "writer", prefix: "DRAFT" },
    { name: "planner", prefix: "PLAN" },
  ],
} as never;

interface Case {
  /** Steps whose tasks have ended. */
  done?: string[];
  /** Steps with an open task, in these states. */
  open?: Record<string, "pending" | "in_progress">;
  passed?: boolean;
  isOver?: boolean;
  steps?: string[];
  rounds?: readonly unknown[];
}

function reports({ done = [], open = {}, passed = false, isOver = false, steps = STEPS, rounds = [] }: Case) {
  const author = { agentId: "w", name: "Wim", role: "writer" };
  const outcome = (id: string, isDone: boolean) => ({
    title: `Write ${id}`,
    state: isDone ? "passed" : "open",
    workMs: isDone ? 60_000 : 0,
    author: isDone ? author : null,
    usage: { ...NO_USAGE, runs: isDone ? 1 : 0 },
  });
  const all = [...done, ...Object.keys(open)];
  return workersOf({
    errors: NO_ERRORS,
    session: {
      id: 1,
      pipeline: {
        steps: steps.map((id) => ({ id, requires: [], isCheckpoint: id.startsWith("CHECK") })),
      },
      execution: {
        tasks: Object.fromEntries(all.map((id) => [id, id])),
        open: Object.keys(open),
        outcomes: Object.fromEntries(all.map((id) => [id, outcome(id, done.includes(id))])),
      },
      discussions: rounds,
      passed: passed ? { "CHECKPOINT-1": { by: "Ada", at: 1 } } : {},
    } as never,
    tasks: Object.entries(open).map(([id, state]) => ({
      id,
      state,
      sessionId: 1,
      role: id.startsWith("PLAN") ? "planner" : "writer",
    })) as never,
    team,
    isOver,
    results: [],
  });
}
const kinds = (all: WorkerReport[]) => all.map(({ role, kind, left }) => [role, kind, left]);

describe("whether a role's report is idle, under way or final", () => {
  it.each<[string, Case, unknown[]]>([
    ["nothing was taken", { open: { "DRAFT-001": "pending" } }, ["idle", 2]],
    ["one is in hand", { open: { "DRAFT-001": "in_progress" } }, ["working", 2]],
    ["one is done, the next waits", { done: ["DRAFT-001"], open: { "DRAFT-002": "pending" } }, ["working", 1]],
    ["one is done, the next is no task yet", { done: ["DRAFT-001"] }, ["working", 1]],
    ["all are done", { done: ["DRAFT-001", "DRAFT-002"] }, ["final", 0]],
    ["the session ended in the middle", { done: ["DRAFT-001"], isOver: true }, ["final", 1]],
    ["the session ended before it took anything", { open: { "DRAFT-001": "pending" }, isOver: true }, ["idle", 2]],
    ["what was revised is not left", { done: ["DRAFT-002"], steps: [...STEPS, "DRAFT-001-R1"] }, ["working", 1]],
  ])("%s", (_name, given, [kind, left]) => {
    expect(kinds(reports(given))[0]).toEqual(["writer", kind, left]);
  });

  it("lists a revision behind what it revises", () => {
    const steps = [...STEPS, "DRAFT-001-R1"];
    const [writer] = reports({ done: ["DRAFT-001", "DRAFT-002", "DRAFT-001-R1"], steps });
    const ids = writer?.tasks.map(({ taskId }) => taskId);
    expect(ids).toEqual(["DRAFT-001", "DRAFT-001-R1", "DRAFT-002"]);
  });

  it("counts what is behind a checkpoint as left, and says nothing of checkpoints", () => {
    expect(kinds(reports({ done: ["DRAFT-001", "DRAFT-002"] }))).toEqual([
      ["writer", "final", 0],
      ["planner", "idle", 1],
    ]);
  });

  it("adds up tasks, agents, time and tokens over all of a role's prefixes", () => {
    const [writer] = reports({ done: ["DRAFT-001", "DRAFT-002"] });
    expect(writer).toMatchObject({
      prefixes: ["DRAFT"],
      agents: ["Wim"],
      workMs: 120_000,
      usage: { runs: 2 },
      tasks: [{ taskId: "DRAFT-001", title: "Write DRAFT-001", state: "passed" }, { taskId: "DRAFT-002" }],
    });
  });
});

it("a worker's report has its artifacts, decisions, warnings, and each round with rating and action items", () => {
  const room = new Discussions();
  room.finish(room.analyst, { files: ["spec/research.md"] });
  room.judge([
    { rating: 2, divergent: ["The limit"], actionItems: ["Measure it"] },
    { rating: 5, actionItems: ["Measure it", "Ask support"] },
    { rating: 5 },
  ]);
  const results: WorkerResult[] = [
    {
      taskId: "RESEARCH-001",
      artifacts: ["spec/research.md"],
      keyDecisions: ["One store"],
      warnings: ["The limit is a guess"],
    },
  ];
  const { team: of, tasks } = room.view;
  const all = workersOf({
    session: room.session,
    team: of,
    tasks,
    errors: NO_ERRORS,
    results,
    isOver: false,
  });
  const [analyst, writer] = all;
  expect(analyst).toMatchObject({
    role: "analyst",
    kind: "final",
    agents: ["Ann"],
    artifacts: ["spec/research.md"],
    keyDecisions: [{ taskId: "RESEARCH-001", text: "One store" }],
    warnings: [{ taskId: "RESEARCH-001", text: "The limit is a guess" }],
    discussions: [
      {
        taskId: "RESEARCH-001",
        outcome: "blocked",
        severity: "medium",
        averageRating: 4,
        actionItems: ["Measure it", "Ask support"],
      },
    ],
  });
  expect(writer).toMatchObject({ role: "writer", kind: "idle", left: 4, tasks: [] });
});

it("what a round asked for is left no more once a revision of the work has passed", () => {
  const round = {
    taskId: "DRAFT-001",
    round: "DISCUSS-001",
    step: "DRAFT-001",
    perspectives: [{ name: "product", reply: { actionItems: ["Add partial refunds"] } }],
    verdict: { outcome: "blocked", severity: "medium", averageRating: 3.4 },
  };
  const toDo = (of: Case) =>
    reports({ steps: ["DRAFT-001", "DRAFT-001-R1", "PLAN-001"], rounds: [round], ...of })[0]?.discussions;
  const shown = { taskId: "DRAFT-001", round: "DISCUSS-001", outcome: "blocked" };
  const asked = [{ ...shown, actionItems: ["Add partial refunds"] }];
  expect(toDo({ done: ["DRAFT-001"] })).toMatchObject(asked);
  expect(toDo({ done: ["DRAFT-001"], open: { "DRAFT-001-R1": "in_progress" } })).toMatchObject(asked);
  expect(toDo({ done: ["DRAFT-001", "DRAFT-001-R1"] })).toMatchObject([{ ...shown, actionItems: [] }]);
});

it("a role whose spec is broken says so, with the line", () => {
  const spec = "---\nrole: writer\nprefix: DRAFT\ninner_loop: perhaps\n---\nWrite.";
  const session = {
    id: 1,
    pipeline: { steps: [{ id: "DRAFT-001", requires: [] }] },
    execution: null,
  } as never;
  const roles = [{ name: "writer", prefix: "DRAFT", spec }] as never;
  const facts = {
    session,
    team: { roles },
    tasks: [],
    errors: NO_ERRORS,
    results: [],
    isOver: false,
  };
  expect(workersOf(facts)).toMatchObject([
    {
      kind: "idle",
      broken: "Line 4 of its spec: Use true, false or dynamic.",
    },
  ]);
});

it.each([
  ["says so, and that a person decides", "pending", "stopped, 2 left."],
  ["is under way while another agent works as it", "in_progress", "under way, 2 left"],
])("a worker that errors stopped %s", (_name, state, text) => {
  const ids = ["DRAFT-001", "DRAFT-002"];
  const session = {
    id: 1,
    pipeline: { steps: ids.map((id) => ({ id, requires: [] })) },
    execution: { tasks: Object.fromEntries(ids.map((id) => [id, id])), open: ids, outcomes: {} },
  } as never;
  const of = { sessionId: 1, role: "writer" };
  const tasks = [
    { ...of, id: "DRAFT-001", state: "failed", lastEnd: { how: "stopped", reason: "", at: 7 } },
    { ...of, id: "DRAFT-002", state, lastEnd: null },
  ] as never;
  const stop = { taskId: "DRAFT-001", at: 7, errors: [{}, {}, {}] };
  const errors = { number: 3, workers: { w: { counted: [], stop } } } as never;
  const [writer] = workersOf({ session, team, tasks, errors, results: [], isOver: false });
  expect(writer && workerKindText(writer)).toContain(text);
  expect(writer?.stopped).toBe(
    state === "pending" ? "Stopped after 3 errors. A person decides what happens to DRAFT-001." : undefined,
  );
});
