import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaskId } from "../../kernel/ids.ts";
import { isInside } from "../../kernel/inside.ts";
import type { PlanTask } from "../../reply/shapes.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { boundedAs } from "../record/bounded.ts";
import { outputsOf } from "./assignment.ts";

const SESSION = { allowed: ["src/**", "docs/**"], forbidden: ["src/generated/**"] };

/** One task, planned with this, in a session with those boundaries. */
function planned(more: object, boundaries: typeof SESSION | null = SESSION): SessionDriver {
  const room = new SessionDriver();
  const words = { title: "One store", description: "Put both into one." };
  room.run({ type: "createSession", by: LEAD, ...words, itemId: null, boundaries });
  room.present("scout");
  room.present("triage");
  room.choose("triage", "skip");
  const task = { id: "t1", title: "Make it", instruction: "Make it.", role: "builder" };
  room.present("plan", { tasks: [{ ...task, successCriteria: ["it runs"], ...more }] });
  return room;
}

/** What a task of the log was made with. */
function charge(room: SessionDriver, id: string) {
  const made = room.log.flatMap((event) =>
    event.type === "session.plan_approved" || event.type === "session.reworked"
      ? event.data.tasks.map(({ task }) => task)
      : [],
  );
  const task = made.find((one) => one.id === id);
  if (!task) throw new Error(`nobody made ${id}`);
  const { title, priority, timeoutS, boundaries, outputs, successCriteria, reviewers } = task;
  return { id, title, priority, timeoutS, boundaries, outputs, successCriteria, reviewers };
}

const WHOLE = {
  priority: "high",
  timeoutS: 300,
  boundaries: { allowed: ["src/users/**"], forbidden: ["src/users/old/**"] },
  files: ["src/users/a.ts", "src/users/b.ts"],
  outputs: { endpoint: "src/users/a.ts", tests: "src/users/a.test.ts" },
};

describe("a task of a plan", () => {
  it("gets what its plan says: priority, time limit, boundaries, named outputs, criteria", () => {
    const room = planned(WHOLE);
    expect(room.decision("plan").reason).toContain(
      "t1 Make it (priority high; time limit 5 min; changes only src/users/**; must not change src/users/old/**)",
    );
    room.choose("plan", "approve");
    expect(room.task("DEV-001" as TaskId)).toMatchObject({
      priority: "high",
      timeoutS: 300,
      successCriteria: ["it runs"],
      outputs: [
        { name: "endpoint", path: "src/users/a.ts" },
        { name: "tests", path: "src/users/a.test.ts" },
        "src/users/b.ts",
      ],
      boundaries: {
        allowed: ["src/users/**"],
        forbidden: ["src/generated/**", "src/users/old/**"],
        within: SESSION.allowed,
      },
    });
  });

  it("is as before where the plan says nothing of it", () => {
    const room = planned({ files: ["src/a.ts"] });
    expect(room.decision("plan").reason).toMatch(/t1 Make it$/);
    room.choose("plan", "approve");
    const { priority, timeoutS, boundaries, outputs } = room.task("DEV-001" as TaskId);
    expect({ priority, timeoutS, boundaries, outputs }).toEqual({
      priority: "medium",
      timeoutS: 3_600,
      boundaries: SESSION,
      outputs: ["src/a.ts"],
    });
  });

  it("keeps a result inside both lists, its own and its session's", () => {
    const room = planned({ ...WHOLE, boundaries: { allowed: ["**/*.ts"], forbidden: [] } });
    room.choose("plan", "approve");
    const { id, lease } = room.claim(room.builder);
    const done = (path: string) => ({
      type: "complete" as const,
      by: room.builder,
      taskId: id,
      fence: lease.fence,
      next: false,
      result: {
        summary: "done",
        criteria: [{ criterion: 1, met: true }],
        artifacts: [{ path, status: "modified" as const }],
      },
    });
    for (const path of ["lib/a.ts", "src/a.md", "src/generated/a.ts"])
      expect(room.refused(done(path)).code).toBe("outside_boundaries");
    expect(room.run(done("src/a.ts"))).toMatchObject({ state: "in_review" });
  });

  it("is noted before approval where it makes what it may not change", () => {
    const room = planned({
      boundaries: { allowed: ["src/users/**", "../x/**"], forbidden: [] },
      files: ["src/a.ts"],
      outputs: ["tests=lib/a.test.ts"],
    });
    const { reason } = room.decision("plan");
    expect(reason).toContain("- src/a.ts of t1 is outside what the plan lets that task change.");
    expect(reason).toContain("- lib/a.test.ts of t1 is outside what this session may change.");
    expect(reason).toContain("- ../x/** of t1 is not inside the repository.");
  });

  it.each([
    [{ priority: "urgent" }, "tasks[0].priority", "one of critical, high, medium, low"],
    [{ timeoutS: 0 }, "tasks[0].timeoutS", "at least 1"],
    [{ timeoutS: "soon" }, "tasks[0].timeoutS", "a number"],
    [{ boundaries: "src" }, "tasks[0].boundaries", "an object"],
    [{ boundaries: { allowed: ["src/{a,b}"] } }, "tasks[0].boundaries.allowed[0]", "patterns know"],
    [{ outputs: [true] }, "tasks[0].outputs[0]", "a path"],
  ])("is refused by its field where the plan's %j can't be read", (more, place, why) => {
    const room = planned({});
    room.choose("plan", "revise", { note: "Say more." });
    const task = { id: "t1", title: "Make it", instruction: "Make it.", role: "builder", ...more };
    const { state, message } = room.reply({ type: "plan", tasks: [task] });
    expect(state).toBe("reply_refused");
    expect(message).toContain(`\`${place}\`: expected`);
    expect(message).toContain(why);
  });

  it("reads what is beyond doubt: other case, numbers as texts, one text for a list", () => {
    const room = planned({
      priority: "High",
      timeoutS: "300",
      outputs: "tests=src/a.test.ts",
      boundaries: { allowed: "src/**", forbidden: null },
    });
    room.choose("plan", "approve");
    expect(room.task("DEV-001" as TaskId)).toMatchObject({
      priority: "high",
      timeoutS: 300,
      outputs: [{ name: "tests", path: "src/a.test.ts" }],
      boundaries: { allowed: ["src/**"], within: SESSION.allowed },
    });
  });

  it("keeps its charge when a person has its work done again", () => {
    const room = planned({ ...WHOLE, priority: "critical", successCriteria: [] });
    room.choose("plan", "approve");
    const taskId = "DEV-001" as TaskId;
    room.run({ type: "cancelTask", by: LEAD, taskId, cascade: false, reason: "" });
    room.choose("gate_failed", "redo");
    const { id, ...first } = charge(room, "DEV-001");
    expect(charge(room, "DEV-002")).toEqual({ ...first, id: "DEV-002" });
    expect(first).toMatchObject({ priority: "critical", timeoutS: 300 });
  });

  it("may change a path where both lists let it, and never more", () => {
    const glob = fc.constantFrom("**", "src/**", "src/*", "*.ts", "**/*.ts", "src/a/**", "docs/a.md");
    const lists = fc.record({
      allowed: fc.array(glob, { maxLength: 2 }),
      forbidden: fc.array(
        glob.filter((one) => one !== "**"),
        { maxLength: 1 },
      ),
    });
    const paths = fc.constantFrom("a.ts", "src/a.ts", "src/a/b.ts", "src/a/b.md", "docs/a.md", "x");
    fc.assert(
      fc.property(lists, lists, paths, (session, own, path) => {
        const { boundaries } = boundedAs({ boundaries: session }, own);
        if (!boundaries) throw new Error("nothing binds it");
        expect(isInside(boundaries, path)).toBe(isInside(session, path) && isInside(own, path));
      }),
      { numRuns: shareOf(500) },
    );
  });
});

it("names each path once, by the name that it was given", () => {
  const task: Pick<PlanTask, "files" | "outputs"> = {
    files: ["a.ts", "b.ts"],
    outputs: [{ name: "main", path: "b.ts" }],
  };
  expect(outputsOf(task)).toEqual([{ name: "main", path: "b.ts" }, "a.ts"]);
});
