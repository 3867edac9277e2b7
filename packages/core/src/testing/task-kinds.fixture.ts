import type { TaskKind } from "../delivery/ends.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { LEAD } from "./builders.fixture.ts";
import type { SessionDriver } from "./session-driver.fixture.ts";

type Setup = (driver: SessionDriver) => AgentCaller;

/** A room in which an agent has such a task in its hand. */
export const TASK_SETUPS: Record<TaskKind, Setup> = {
  message: (driver) => {
    driver.say("Fix the login.");
    return driver.planner;
  },
  backlog: (driver) => {
    const items = [{ title: "Round", body: "Round half even.", priority: "high" }] as never;
    driver.run({ type: "addItems", by: LEAD, items });
    driver.run({ type: "pickItem", by: LEAD, itemId: 1 });
    return driver.planner;
  },
  created: (driver) => {
    const successCriteria = ["it runs", "it is fast"];
    driver.run(driver.create(LEAD, [{ role: "builder" as never, successCriteria }]));
    return driver.builder;
  },
  work: (driver) => passed(driver, "builder", "work"),
  question: (driver) => passed(driver, "builder", "question"),
  answer: (driver) => {
    const by = passed(driver, "builder", "question");
    driver.claim(by);
    driver.run(driver.handOff(by, "planner", "answer"));
    return driver.planner;
  },
  findings: (driver) => {
    const by = passed(driver, "builder", "work");
    driver.claim(by);
    driver.run(driver.handOff(by, "reviewer", "work"));
    driver.claim(driver.reviewer);
    driver.run(driver.handOff(driver.reviewer, "builder", "findings"));
    return by;
  },
  branch: (driver) => {
    driver.say("Is it ready?");
    const { id: taskId, lease } = driver.claim(driver.planner);
    const branches = ["builder", "reviewer"].map((role) => ({
      role: role as never,
      instruction: `Is it ready, ${role}?`,
    }));
    driver.run({ type: "fanOut", by: driver.planner, taskId, fence: lease.fence, branches });
    return driver.builder;
  },
  plan: (driver) => {
    driver.toPlan();
    driver.choose("plan", "approve");
    return driver.builder;
  },
  part: (driver) => {
    TASK_SETUPS.plan(driver);
    driver.work();
    driver.present("review", { passed: false, mustFix: ["the key"] });
    driver.choose("review_failed", "retry");
    return driver.builder;
  },
  step: (driver) => {
    driver.start();
    return driver.planner;
  },
  remark: (driver) => {
    driver.toDesign();
    driver.choose("design_section", "discuss", { note: "Why so?" });
    return driver.planner;
  },
  review: (driver) => {
    TASK_SETUPS.plan(driver);
    driver.submit();
    return driver.reviewer;
  },
  perspective: (driver) => {
    const draft = draftOf(driver.room.team);
    const specs: Record<string, string> = {
      planner: "---\ndiscuss_rounds: [DISCUSS-001]\n---\nPlan.",
      builder: "---\nadditional_prefixes: [IMPL, TEST]\n---\nBuild.",
    };
    const roles = draft.roles.map((role) => ({ ...role, spec: specs[role.name] ?? role.spec }));
    const { team } = teamOf({ ...draft, roles });
    if (!team) throw new Error("no team");
    const version = driver.view.teamVersion;
    driver.run({ type: "changeTeam", by: LEAD, team, version, remap: {} });
    const words = { title: "One store", description: "Both in one.", itemId: null };
    driver.run({ type: "createSession", by: LEAD, ...words, pipeline: "impl-only" });
    const { id: taskId, lease } = driver.claim(driver.planner);
    const done = { taskId, fence: lease.fence, result: { summary: "planned" }, next: false };
    driver.run({ type: "complete", by: driver.planner, ...done });
    return driver.builder;
  },
};

function passed(driver: SessionDriver, to: "builder", intent: "work" | "question"): AgentCaller {
  driver.say("Fix the login.");
  driver.claim(driver.planner);
  driver.run(driver.handOff(driver.planner, to, intent));
  return driver[to];
}
