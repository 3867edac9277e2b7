import { SessionDriver } from "@squadroom/core/testing/session-driver.fixture";
import { describe, expect, it } from "vitest";
import { namesOf } from "../../live/names.ts";
import { nextWords } from "./next-words.ts";
import { stepName } from "./stepper.tsx";

const FOUND = { passed: false, mustFix: ["It is sent twice."] };

const next = (room: SessionDriver): string =>
  nextWords(room.view, room.session(), namesOf(new Map(), room.view.team, new Map()));
const now = (room: SessionDriver): string => stepName(room.session().step, room.session());

describe("who goes on after a person's answer, and with what", () => {
  it("is who presents the next step, and as much as the level asks for", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    room.present("triage");
    expect(next(room)).toBe("Planner, 3 to 5 questions");
    room.choose("triage", "agree");
    room.present("questions");
    expect(next(room)).toBe("Planner, 2 to 3 approaches");
    room.choose("questions", "done");
    room.present("approaches");
    expect(next(room)).toBe("Planner, 3 to 5 sections");
  });

  it("leaves out what the proposed level, or a person, leaves out", () => {
    const room = new SessionDriver();
    room.start();
    room.present("scout");
    const batches = ["One", "Two"].map((title) => ({ title, description: title }));
    room.present("triage", { level: "straightforward", batches });
    expect(next(room)).toBe("Planner, 1 to 2 sections");
    room.choose("triage", "skip");
    expect(now(room)).toBe("Plan 1 of 2");
  });

  it("is the next section, then the plan, then whoever the plan is for", () => {
    const room = new SessionDriver();
    room.toDesign();
    expect(next(room)).toBe("section 2 of 3");
    room.choose("design_section", "approve");
    room.choose("design_section", "approve");
    expect(next(room)).toBe("Planner, the plan");
    room.choose("design_section", "previous");
    expect(next(room)).toBe("section 3 of 3");
    room.choose("design_section", "approve");
    room.choose("design_section", "approve");
    room.present("plan");
    expect(next(room)).toBe("Builder, 2 tasks");
  });

  it("names two roles of a plan and counts more", () => {
    const room = new SessionDriver();
    room.toPlan();
    const session = room.session();
    const plan = session.proposals.plan;
    const names = namesOf(new Map(), room.view.team, new Map());
    const forRoles = (...roles: string[]) => {
      if (!plan) throw new Error("There is no plan.");
      const tasks = roles.map((role, i) => ({ ...plan.value.tasks[0], id: `t${i}`, role }));
      const value = { ...plan.value, tasks: tasks as typeof plan.value.tasks };
      const proposals = { ...session.proposals, plan: { ...plan, value } };
      return nextWords(room.view, { ...session, proposals }, names);
    };
    expect(forRoles("builder", "planner", "builder")).toBe("Builder and Planner, 3 tasks");
    expect(forRoles("builder", "planner", "reviewer")).toBe("3 roles, 3 tasks");
  });

  it("says the bare step where what was presented before is shown again", () => {
    const room = new SessionDriver();
    room.toApproaches();
    room.choose("approach", "back:questions");
    expect(next(room)).toBe("Approaches");
  });

  it("is another round for a task that was rejected in the last one", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    for (let round = 1; round <= 3; round++) {
      room.submit();
      room.judge(FOUND);
    }
    expect(next(room)).toBe("Builder, round 4");
  });

  it("is what was found, after a review of the whole", () => {
    const room = new SessionDriver();
    room.toPlan();
    room.choose("plan", "approve");
    room.work();
    room.present("review", FOUND);
    expect(next(room)).toBe("Builder, what was found");
  });

  it("is the next batch's plan at a checkpoint, and the step is called so", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    expect(now(room)).toBe("Checkpoint 1 of 2");
    expect(next(room)).toBe("Planner, plan of batch 2");
    room.choose("batch_checkpoint", "continue");
    expect(now(room)).toBe("Plan 2 of 2");
  });

  it("is no checkpoint before the review passed, nor while a gate holds it, nor behind the last batch", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const session = room.session();
    const { review } = session.proposals;
    if (!review) throw new Error("There is no review.");
    const failed = { ...review, value: { ...review.value, ...FOUND } };
    const found = { ...session, proposals: { ...session.proposals, review: failed } };
    expect(stepName("review", found)).toBe("Review 1 of 2");
    expect(stepName("review", { ...session, batch: 1 })).toBe("Review 2 of 2");
    const held = { ...session, gates: { ...session.gates, preset: "production" as const } };
    expect(stepName("review", held)).toBe("Review 1 of 2");
    const names = namesOf(new Map(), room.view.team, new Map());
    expect(nextWords(room.view, held, names)).toBe("Plan");
  });
});
