import { describe, expect, it } from "vitest";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { preflightOf } from "./preflight.ts";

const task = (id: string, more: object = {}) => ({
  id,
  requires: [],
  files: [],
  role: "builder",
  successCriteria: ["it runs"],
  ...more,
});

function warningsOf(room: SessionDriver, ...tasks: ReturnType<typeof task>[]): string[] {
  return preflightOf(room.view, tasks).map(({ kind, text }) => `${kind}: ${text}`);
}

describe("the preflight of a plan", () => {
  const room = new SessionDriver();

  it("finds nothing where there is nothing", () => {
    expect(warningsOf(room, task("t1"), task("t2", { requires: ["t1"] }))).toEqual([]);
  });

  it("finds files that tasks change which may run at once", () => {
    const files = ["src/a.ts"];
    expect(warningsOf(room, task("t1", { files }), task("t2", { files }))).toEqual([
      "shared_file: t1 and t2 may run at once and change src/a.ts.",
    ]);
  });

  it("says of a file that several change only which of them may run at once", () => {
    const files = ["src/a.ts"];
    const after = { files, requires: ["t1"] };
    expect(warningsOf(room, task("t1", { files }), task("t2", after), task("t3", { files }))).toEqual([
      "shared_file: t1 and t3, and t2 and t3, may run at once and change src/a.ts.",
    ]);
  });

  it("finds reviewers that the team has not: what they were to judge is judged without them", () => {
    const reviewers = ["security", "planner"];
    expect(warningsOf(room, task("t1", { reviewers }), task("t2", { reviewers }))).toEqual([
      "no_reviewer: The team has no role security: t1 and t2 are reviewed without it.",
    ]);
  });

  it("says whom a plan adds as reviewers", () => {
    const driver = new SessionDriver();
    driver.toDesign();
    for (let i = 0; i < 3; i++) driver.choose("design_section", "approve");
    const [first, second] = REPLIES.plan.tasks;
    driver.present("plan", { tasks: [{ ...first, reviewers: ["planner", "security"] }, second] });
    const { reason } = driver.decision("plan");
    expect(reason).toContain("- The team has no role security: t1 is reviewed without it.");
    expect(reason).toContain("\nt1 Make it (planner reviews it too)\nt2 Read it");
  });

  it.each(["/etc/passwd", "../other/a.ts", "src/../../a.ts", "C:/a.ts", "src\\a.ts"])(
    "finds what is not inside the repository: %s",
    (path) => {
      expect(warningsOf(room, task("t1", { files: [path] }))).toEqual([
        `outside: ${path} of t1 is not inside the repository.`,
      ]);
    },
  );

  it("finds roles that the team has not, and roles that nobody fills", () => {
    expect(warningsOf(room, task("t1", { role: "painter" }))).toEqual([
      "no_role: The team has no role painter: Builder gets t1.",
    ]);
    const alone = new SessionDriver();
    alone.run({ type: "leaveRoom", by: alone.builder, reason: "" });
    expect(warningsOf(alone, task("t1"), task("t2", { role: undefined }))).toEqual([
      "nobody_there: No Builder is connected, and t1 and t2 need one.",
    ]);
  });

  it("finds tasks without success criteria", () => {
    expect(warningsOf(room, task("t1"), task("t2", { successCriteria: [] }))).toEqual([
      "no_criteria: t2 has no success criteria.",
    ]);
  });

  it("is in the decision about the plan, as the room is then", () => {
    const driver = new SessionDriver();
    driver.toPlan();
    const { reason, version } = driver.decision("plan");
    expect(reason).toBe(
      "2 tasks; no estimate, as no task like these has ended here.\n\nNo blockers, 1 thing to note:\n- t1 and t2 have no success criteria.\n\nt1 Make it\nt2 Read it",
    );
    driver.run({ type: "leaveRoom", by: driver.builder, reason: "" });
    expect(driver.decision("plan").reason).toContain("No Builder is connected");
    expect(driver.decision("plan").version).toBe(version);
  });
});
