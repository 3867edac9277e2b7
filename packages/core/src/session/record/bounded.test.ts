import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInside } from "../../kernel/inside.ts";
import { whole } from "../../prompt/context/budget.ts";
import { sessionBlocks } from "../../prompt/session.ts";
import { shapeText } from "../../reply/describe.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { preflightOf } from "../plan/preflight.ts";
import { boundedBy } from "./bounded.ts";

const BOUNDARIES = { allowed: ["src/**"], forbidden: ["src/generated/**"] };

function started(boundaries = BOUNDARIES): SessionDriver {
  const room = new SessionDriver();
  const words = { title: "One store", description: "Put both into one." };
  room.run({ type: "createSession", by: LEAD, ...words, itemId: null, boundaries });
  return room;
}

function promptOf(room: SessionDriver): string {
  const work = room.view.sessions.live.find((one) => one.work)?.work;
  if (!work) throw new Error("the session waits for nobody");
  return whole(sessionBlocks(room.room, room.task(work.taskId), [], shapeText));
}

/** The plan of two tasks with these files is presented and approved. */
function planned(room: SessionDriver, ...files: string[][]): void {
  room.present("scout");
  room.present("triage");
  room.choose("triage", "skip");
  const tasks = files.map((paths, i) => ({
    id: `t${i + 1}`,
    title: `Make ${i + 1}`,
    instruction: "Make it.",
    role: "builder",
    files: paths,
    requires: [],
    successCriteria: [],
  }));
  room.present("plan", { tasks });
}

describe("the boundaries of a session", () => {
  it("are in the prompts of its steps, and of its plan above all", () => {
    const room = started();
    const lines = "- Change only: `src/**`\n- Do not change: `src/generated/**`";
    expect(promptOf(room)).toContain(`Limits for this session's tasks, set by whoever started it:\n\n${lines}`);
    room.present("scout");
    room.present("triage");
    room.choose("triage", "skip");
    expect(promptOf(room)).toContain(lines);
    expect(promptOf(room)).toContain("Keep each task's files inside");
    const free = new SessionDriver();
    free.start();
    expect(promptOf(free)).not.toContain("Limits for this session");
  });

  it("are what the files of its plan are looked at against, in the decision about it", () => {
    const room = started();
    planned(room, ["src/a.ts", "docs/a.md"], ["src/generated/b.ts", "docs/a.md", "../x.ts"]);
    const { reason } = room.decision("plan");
    expect(reason).toContain("- docs/a.md of t1 and t2 is outside what this session may change.");
    expect(reason).toContain("- src/generated/b.ts of t2 is outside what this session may change.");
    expect(reason).not.toContain("src/a.ts of t1");
    expect(reason).toContain("../x.ts of t2 is not inside the repository.");
    expect(reason).not.toContain("../x.ts of t2 is outside what");
  });

  it("are those of each of its tasks, and of the rework that its reviews ask for", () => {
    const room = started();
    planned(room, ["src/a.ts"], ["src/b.ts"]);
    room.choose("plan", "approve");
    room.work();
    const finding = { severity: "high", file: "src/a.ts", issue: "It loses writes." };
    room.present("review", { passed: false, findings: [finding] });
    room.choose("review_failed", "retry");
    const made = room.log.flatMap((event) =>
      event.type === "session.plan_approved" || event.type === "session.reworked"
        ? event.data.tasks.map(({ task }) => task)
        : [],
    );
    expect(made.map(({ id }) => id)).toEqual(["DEV-001", "DEV-002", "FIX-001"]);
    for (const task of made) expect(task.boundaries).toEqual(BOUNDARIES);
  });

  it("hold for what is split off, too", () => {
    const room = started();
    room.present("scout");
    const splits = [{ title: "The readers", description: "They read it." }];
    room.present("triage", { splits });
    room.choose("triage", "agree");
    expect(room.session(2).boundaries).toEqual(BOUNDARIES);
  });

  it("may be said at the start of one that waits, in the place of those before", () => {
    const room = started();
    const words = { title: "Next", description: "", itemId: null, boundaries: BOUNDARIES };
    room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: true });
    room.run({ type: "createSession", by: LEAD, ...words });
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    const start = { type: "startSession" as const, by: LEAD, sessionId: 2 };
    const wrong = { allowed: ["/"], forbidden: [] };
    expect(room.refused({ ...start, boundaries: wrong }).code).toBe("boundary_invalid");
    const boundaries = { allowed: ["docs/"], forbidden: [] };
    room.run({ ...start, boundaries });
    expect(room.session(2)).toMatchObject({ state: "running", boundaries });
    expect(promptOf(room)).toContain("Change only: `docs/`");
  });

  it.each(["/etc/**", "../other/**", "src/../../a", "C:/a", "src\\a", "."])(
    "are refused where a pattern matches nothing: %s",
    (pattern) => {
      const room = new SessionDriver();
      const words = { title: "One", description: "", itemId: null };
      const boundaries = { allowed: ["src/**"], forbidden: [pattern] };
      const before = room.log.length;
      const refusal = room.refused({ type: "createSession", by: LEAD, ...words, boundaries });
      expect([refusal.code, refusal.details]).toEqual(["boundary_invalid", { patterns: [pattern] }]);
      expect(room.log).toHaveLength(before);
    },
  );

  it("allow what is warned of in no task, and warn of all else (property)", () => {
    const room = new SessionDriver();
    const part = fc.constantFrom("src", "docs", "a.ts", "b.md", ".github");
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const glob = fc.oneof(
      path,
      path.map((at) => `${at}/**`),
      fc.constant("**/*.md"),
    );
    const bounds = fc.record({ allowed: fc.array(glob), forbidden: fc.array(glob) });
    fc.assert(
      fc.property(bounds, fc.array(fc.array(path)), (said, all) => {
        const read = boundedBy(said);
        if (!read.ok) throw new Error(read.refusal.message);
        const tasks = all.map((files, i) => ({
          id: `t${i}`,
          files,
          requires: [],
          role: "builder",
          successCriteria: [],
        }));
        const warned = preflightOf(room.view, tasks, read.value.boundaries)
          .filter(({ kind }) => kind === "out_of_bounds")
          .map(({ what }) => what);
        const outside = new Set(all.flat().filter((file) => !isInside(said, file)));
        expect(new Set(warned)).toEqual(outside);
        expect(warned).toHaveLength(outside.size);
      }),
    );
  });
});
