import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { forecastOf } from "./forecast.ts";
import type { TimelineTask, Told } from "./read.ts";
import { type TimelineFacts, timelineOf } from "./timeline.ts";

const team = {
  roles: [
    { name: "writer", prefix: "DRAFT" },
    { name: "planner", prefix: "PLAN" },
  ],
} as never;
const NOTHING_TOLD: Omit<Told, "type" | "at"> = {
  taskId: null,
  agent: "",
  how: null,
  reason: "",
  more: null,
  blockers: null,
  blockerId: null,
  sinceAt: null,
  lockId: null,
  paths: null,
  behind: null,
  advances: null,
  dispatched: null,
  why: null,
};
const told = (at: number, type: Told["type"], taskId: string | null, more: Partial<Told> = {}) => ({
  ...NOTHING_TOLD,
  at,
  type,
  taskId,
  ...(type === "task.claimed" ? { agent: "Wim" } : {}),
  ...more,
});
const task = (id: string, more: Partial<TimelineTask> = {}): TimelineTask => ({
  id,
  title: `Make ${id}`,
  role: (id.startsWith("PLAN") ? "planner" : "writer") as never,
  createdAt: 0,
  endedAt: null,
  isHeld: false,
  ...more,
});
const STEPS = [
  { id: "DRAFT-001", title: "Draft", requires: [] },
  { id: "CHECK", title: "Go on?", requires: ["DRAFT-001"], isCheckpoint: true },
  { id: "PLAN-001", title: "Plan", requires: ["CHECK"] },
];
const session = (more: object = {}) =>
  ({
    flow: "pipeline",
    pipeline: { steps: STEPS },
    passed: {},
    execution: { tasks: { "DRAFT-001": "DRAFT-001" }, open: ["DRAFT-001"], outcomes: {} },
    ...more,
  }) as never;
const timeline = (facts: Partial<TimelineFacts> = {}) =>
  timelineOf({
    title: "Refunds",
    from: 0,
    to: null,
    now: 100,
    session: session(),
    team,
    tasks: [task("DRAFT-001", { isHeld: true })],
    told: [],
    asked: [],
    blocked: [],
    ahead: [],
    cut: 0,
    ...facts,
  });
const barsOf = (facts: Partial<TimelineFacts>) => timeline(facts).rows.flatMap(({ bars }) => bars);
const D = "DRAFT-001";

it("counts steps as the session's page does: no checkpoints, and nothing that was done again", () => {
  const steps = [...STEPS, { ...STEPS[0], id: "DRAFT-001-R1" }];
  const tasks = { [D]: D, "DRAFT-001-R1": "DRAFT-001-R1" };
  const execution = { tasks, open: ["DRAFT-001-R1"], outcomes: {} };
  expect(timeline({ session: session({ pipeline: { steps }, execution }) })).toMatchObject({
    done: 0,
    all: 2,
  });
});

describe("attempts", () => {
  it("has a row for each role of the pipeline, also of what is behind a checkpoint", () => {
    expect(timeline().rows).toEqual([
      { role: "writer", prefixes: ["DRAFT"], agents: [], bars: [] },
      { role: "planner", prefixes: ["PLAN"], agents: [], bars: [] },
    ]);
  });

  it("shows a killed worker as an attempt of its own, and the wait for the next one", () => {
    const { rows, waits } = timeline({
      told: [
        told(10, "task.claimed", D),
        told(30, "task.attempt_ended", D, { how: "expired", reason: "silent" }),
        told(40, "task.claimed", D, { agent: "Ann" }),
      ],
    });
    expect(rows[0]?.agents).toEqual(["Wim", "Ann"]);
    expect(rows[0]?.bars).toMatchObject([
      { from: 10, to: 30, end: "expired", attempt: 1, note: "silent" },
      { from: 40, to: null, end: null, attempt: 2, agent: "Ann" },
    ]);
    expect(waits).toMatchObject([{ kind: "agent", from: 30, to: 40, taskId: D, text: "silent" }]);
  });

  it.each<[Told["type"], object]>([
    ["task.completed", { end: "done" }],
    ["task.submitted", { end: "done" }],
    ["handoff.delivered", { end: "done" }],
    ["session.discussion_opened", { end: "done" }],
    ["task.released", { end: "released" }],
    ["task.cancelled", { end: "cancelled" }],
  ])("%s ends what is in hand", (type, ended) => {
    const said = [told(10, "task.claimed", D), told(20, type, D)];
    expect(barsOf({ told: said })).toMatchObject([{ from: 10, to: 20, ...ended }]);
  });

  it("ends with the task, or the session, where the log says nothing of it", () => {
    const said = [told(10, "task.claimed", D)];
    expect(barsOf({ told: said, tasks: [task(D, { endedAt: 50 })] })).toMatchObject([{ to: 50 }]);
    expect(barsOf({ told: said, to: 60 })).toMatchObject([{ to: 60, end: "cancelled" }]);
  });

  it("a cancelled task takes along what depends on it", () => {
    const tasks = [task(D), task("PLAN-001")];
    const said = [told(5, "task.claimed", "PLAN-001"), told(9, "task.cancelled", D, { more: ["PLAN-001"] })];
    expect(barsOf({ tasks, told: said })).toMatchObject([{ to: 9, end: "cancelled" }]);
  });
});

describe("waits", () => {
  it("names the lock, and for which task it is held; it ends when it is granted", () => {
    const tasks = [task(D, { isHeld: true }), task("PLAN-001", { isHeld: true })];
    const of = { lockId: 1 as never, paths: ["src/a.ts"] };
    const waiting = { ...of, lockId: 2 as never, behind: [1 as never] };
    const { waits } = timeline({
      tasks,
      told: [
        told(1, "task.claimed", D),
        told(2, "lock.taken", D, of),
        told(3, "task.claimed", "PLAN-001"),
        told(4, "lock.awaited", "PLAN-001", waiting),
        told(9, "lock.granted", null, { lockId: 2 as never }),
      ],
    });
    const text = `the lock on src/a.ts, held for ${D}`;
    expect(waits).toMatchObject([{ kind: "lock", taskId: "PLAN-001", from: 4, to: 9, text }]);
  });

  it("a blocker lasts until its agent reports without it, or somebody closes it", () => {
    const blocker = (id: number) => ({ id, description: `No key ${id}`, since: 10 + id });
    const { waits } = timeline({
      told: [
        told(5, "task.claimed", D),
        told(11, "task.progressed", D, { blockers: [blocker(1), blocker(2)] }),
        told(20, "task.progressed", D, { blockers: [blocker(2)] }),
        told(30, "task.blocker_closed", D, { blockerId: 2 }),
      ],
    });
    expect(waits).toMatchObject([
      { kind: "blocker", text: "No key 1", from: 11, to: 20 },
      { kind: "blocker", text: "No key 2", from: 12, to: 30 },
    ]);
  });

  it("what nobody has says why, since its last attempt ended", () => {
    const { waits } = timeline({
      tasks: [task(D)],
      told: [told(5, "task.claimed", D), told(8, "task.released", D)],
      blocked: [{ taskId: D, text: "No Writer is connected." }],
    });
    expect(waits.at(-1)).toMatchObject({ kind: "blocked", from: 8, to: null, role: "writer" });
  });

  it("an unanswered question goes on; a pause ends with the session", () => {
    const wait = { about: "done", question: "Go on?", from: 20, to: 100, isOpen: true };
    const { waits } = timeline({ asked: [wait] });
    expect(waits).toMatchObject([{ kind: "person", taskId: null, from: 20, to: null }]);
    const paused = timeline({ to: 70, told: [told(40, "session.paused", null)] });
    expect(paused.waits).toMatchObject([{ kind: "paused", from: 40, to: 70 }]);
  });
});

describe("the coordinator", () => {
  const asks = (at: number, ...taskIds: string[]) =>
    told(at, "session.ruled", null, { advances: [{ rule: "coordinator", taskIds }] });
  const goes = (at: number, why: Told["why"], ...taskIds: string[]) =>
    told(at, "session.dispatched", null, {
      why,
      dispatched: taskIds.map((taskId) => ({ taskId })),
    });

  it("is awake from when several could start until it says which go, also where it leaves one", () => {
    const { woken } = timeline({ told: [asks(10, "A", "B"), goes(25, "told", "A")] });
    expect(woken).toEqual([{ from: 10, to: 25, taskIds: ["A", "B"], why: "told" }]);
  });

  it("is asked until all went on without it, and only told that all may be complete", () => {
    const complete = told(70, "session.ruled", null, { advances: [{ rule: "complete" }] });
    const said = [asks(10, "A", "B"), goes(20, "in_turn", "A"), goes(60, "no_answer", "B"), complete];
    expect(timeline({ told: said }).woken).toEqual([
      { from: 10, to: 60, taskIds: ["A", "B"], why: "no_answer" },
      { from: 70, to: 70, taskIds: [], why: null },
    ]);
  });

  it("is asked still while nothing went on, and until the end of a session that ended so", () => {
    const waits = { from: 10, taskIds: ["A", "B"], why: null };
    expect(timeline({ told: [asks(10, "A", "B")] }).woken).toEqual([{ ...waits, to: null }]);
    expect(timeline({ told: [asks(10, "A", "B")], to: 90 }).woken).toEqual([{ ...waits, to: 90 }]);
  });

  it("is not woken where one follows another by itself", () => {
    const one = told(5, "session.ruled", null, {
      advances: [{ rule: "dispatched", taskIds: ["A"] }],
    });
    expect(timeline({ told: [one] }).woken).toEqual([]);
  });
});

describe("where the time went", () => {
  it("counts what falls together once: work before discussion before waiting", () => {
    const discussions = [{ id: 1, step: D, taskId: D, round: "D-1", openedAt: 40, perspectives: [] }].map((one) => ({
      ...one,
      verdict: { at: 60 },
    }));
    const { spent, rows } = timeline({
      session: session({ discussions }),
      told: [told(10, "task.claimed", D), told(40, "session.discussion_opened", D)],
      asked: [{ about: "done", question: "Go on?", from: 50, to: 80, isOpen: false }],
    });
    expect(rows[0]?.bars.map(({ kind }) => kind)).toEqual(["work", "discussion"]);
    expect(spent).toEqual({ work: 30, discussion: 20, person: 20, rest: 30 });
  });

  it("all of it adds up, whatever the log says", () => {
    const types = ["task.claimed", "task.attempt_ended", "task.completed", "lock.awaited"] as const;
    const event = fc.record({
      type: fc.constantFrom(...types),
      at: fc.nat(100),
      id: fc.constantFrom(D, "PLAN-001", "DRAFT-404"),
    });
    fc.assert(
      fc.property(fc.array(event), fc.boolean(), (events, isOver) => {
        const sorted = events.toSorted((a, b) => a.at - b.at);
        const said = sorted.map(({ type, at, id }) =>
          told(at, type, id, { how: "failed", lockId: 1 as never, paths: ["a"] }),
        );
        const made = timeline({
          tasks: [task(D, { isHeld: true }), task("PLAN-001")],
          told: said,
          to: isOver ? 100 : null,
        });
        const { work, discussion, person, rest } = made.spent;
        expect(work + discussion + person + rest).toBe(100);
        for (const { from, to } of [...made.waits, ...made.rows.flatMap(({ bars }) => bars)])
          expect(to ?? 100).toBeGreaterThanOrEqual(from);
        if (isOver)
          expect(made.rows.flatMap(({ bars }) => bars)).not.toContainEqual(expect.objectContaining({ to: null }));
      }),
      { numRuns: shareOf(150) },
    );
  });
});

describe("what is ahead", () => {
  const known = (taken: [string, number][]) => ({
    taken: taken.map(([taskId, workMs]) => ({ taskId, workMs })) as never,
    team,
    hands: () => 1,
  });
  const of = { pipeline: { steps: STEPS }, execution: null } as never;
  const took: [string, number][] = [
    ["DRAFT-009", 10],
    ["PLAN-009", 20],
  ];

  it("follows what each step needs, over a checkpoint that is answered at once", () => {
    expect(forecastOf(of, new Map(), known(took), 100)).toMatchObject([
      { taskId: D, from: 100, to: 110, isRest: false },
      { taskId: "PLAN-001", from: 110, to: 130, needs: ["CHECK"], role: "planner" },
    ]);
  });

  it("of a step in hand has the rest, and one role does one thing after the other", () => {
    const lease = { claimedAt: 95 };
    const working = { kind: "working", revisedAs: null, task: { role: "writer", lease } };
    const steps = [...STEPS, { id: "DRAFT-002", title: "Second", requires: [] }];
    const ahead = forecastOf(
      { pipeline: { steps }, execution: null } as never,
      new Map([[D, working as never]]),
      known(took),
      100,
    );
    expect(ahead.map(({ taskId, from, to }) => [taskId, from, to])).toEqual([
      [D, 100, 105],
      ["DRAFT-002", 105, 115],
      ["PLAN-001", 105, 125],
    ]);
  });

  it("leaves out what nothing is known of, and all behind it", () => {
    expect(forecastOf(of, new Map(), known([["PLAN-009", 20]]), 100)).toEqual([]);
  });
});
