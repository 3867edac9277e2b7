import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { roleName, taskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { outsideOf } from "./limits.ts";
import type { Artifact } from "./result.ts";

const DEV = taskId("DEV-001");
const inside: Artifact = { path: "./src//parser.ts", status: "modified" };
const secret: Artifact = { path: "src/secret/key.ts", status: "modified" };
const elsewhere: Artifact = { path: "docs/notes.md", status: "created" };

/** A squad whose DEV-001 is in the builder's hand and limited to `src/` without `src/secret/`. */
function limited(): { driver: Driver; ada: AgentCaller; ends: Record<string, Ends> } {
  const driver = Driver.room("squad");
  driver.join("Rhea", "reviewer");
  driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  const boundaries = { allowed: ["src/**"], forbidden: ["src/secret/**"] };
  driver.run(driver.create(LEAD, [{ role: "builder", boundaries }]));
  const { lease } = driver.claim(ada);
  const of = { by: ada, taskId: DEV, fence: lease.fence, next: false };
  const handOff =
    (to: string, intent: "work"): Ends =>
    (artifacts) => ({
      type: "handOff",
      ...of,
      handoff: { to: roleName(to), intent, message: "Look", result: { summary: "", artifacts } },
    });
  return {
    driver,
    ada,
    ends: {
      complete: (artifacts) => ({ type: "complete", ...of, result: { summary: "ok", artifacts } }),
      work: handOff("reviewer", "work"),
    },
  };
}
type Ends = (artifacts: Artifact[]) => Command;

describe("a report of files outside of the task's limits", () => {
  it("take a folder that is one file to git, as a submodule is, for all that is in it", () => {
    const boundaries = { allowed: [], forbidden: ["vendor/lib/secret/**"] };
    const of = (...paths: string[]) =>
      outsideOf(
        boundaries,
        paths.map((path) => ({ path })),
      ).map(({ path }) => path);
    expect(of("vendor/lib", "vendor/library", "vendor", "vendor/lib/a.ts", "src/a.ts")).toEqual([
      "vendor/lib",
      "vendor",
    ]);
    const lifted = [{ paths: ["vendor/lib"], by: "Ada", reason: "", at: 0 }];
    expect(outsideOf({ ...boundaries, lifted }, [{ path: "vendor/lib" }])).toEqual([]);
  });

  it("are told with progress that names files outside of them, while they can still be taken back", () => {
    const { driver, ada } = limited();
    const lease = driver.task(DEV).lease;
    const report = (artifacts?: Artifact[]) =>
      driver.run({
        type: "progress",
        by: ada,
        taskId: DEV,
        fence: lease?.fence ?? (0 as never),
        progress: { percent: 40, ...(artifacts ? { artifacts } : {}) },
      });
    expect(report([inside, secret, elsewhere]).outside).toEqual([secret.path, elsewhere.path]);
    // It is still reported, whatever else is said next.
    expect(report().outside).toEqual([secret.path, elsewhere.path]);
    expect(report([inside]).outside).toEqual([secret.path, elsewhere.path]);
    // What was made and is gone again is no change; what was there before, and is gone, is one.
    const gone = (one: Artifact): Artifact => ({ ...one, status: "deleted" });
    expect(report([gone(secret), gone(elsewhere)]).outside).toEqual([secret.path]);
  });

  it.each(["complete", "work"])("refuses %s also where the result leaves out what was reported on the way", (end) => {
    const { driver, ada, ends } = limited();
    const key: Artifact = { path: ".env", status: "created" };
    const fence = driver.task(DEV).lease?.fence ?? (0 as never);
    const report = (artifacts: Artifact[]) =>
      driver.run({ type: "progress", by: ada, taskId: DEV, fence, progress: { artifacts } });
    report([key]);
    report([{ ...key, path: "./.env", status: "modified" }]);
    const refusal = driver.refused((ends[end] as Ends)([inside]));
    expect(refusal).toMatchObject({ code: "outside_boundaries", details: { paths: ["./.env"] } });
    expect(refusal.message).toContain("if it is undone, report it as deleted");
    driver.run((ends[end] as Ends)([inside, { ...key, status: "deleted" }]));
  });

  it.each(["complete", "work"])("refuses %s, names the files, and changes nothing", (end) => {
    const { driver, ends } = limited();
    const refusal = driver.refused((ends[end] as Ends)([inside, secret, elsewhere]));
    expect(refusal).toMatchObject({
      code: "outside_boundaries",
      details: { taskId: "DEV-001", paths: ["src/secret/key.ts", "docs/notes.md"] },
    });
    expect(driver.task(DEV).lease).not.toBeNull();
    driver.run((ends[end] as Ends)([inside]));
  });

  it("is none where the task has no limits", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const { lease } = driver.claim(ada);
    const result = { summary: "ok", artifacts: [{ path: "tmp/x", status: "created" as const }] };
    driver.run({ type: "complete", by: ada, taskId: DEV, fence: lease.fence, result, next: false });
  });

  it("is taken once a lead allows the files, also forbidden ones, with name and reason in the log", () => {
    const { driver, ends } = limited();
    const reason = "The key moves.";
    driver.run({ type: "allowPaths", by: LEAD, taskId: DEV, paths: ["src/secret/**"], reason });
    expect(driver.log.at(-1)).toMatchObject({
      type: "task.boundary_lifted",
      data: { taskId: "DEV-001", paths: ["src/secret/**"], reason },
      actor: { kind: "person", name: LEAD.name },
    });
    expect(driver.refused((ends.complete as Ends)([secret, elsewhere])).details.paths).toEqual(["docs/notes.md"]);
    driver.run((ends.complete as Ends)([inside, secret]));
  });

  it("is asked about by the agent, and a person's answer allows it or not", () => {
    for (const optionId of ["allow", "answer"]) {
      const { driver, ada, ends } = limited();
      const { fence } = driver.task(DEV).lease ?? { fence: 0 as never };
      const asked = driver.run({
        type: "askIntervention",
        by: ada,
        taskId: DEV,
        fence,
        question: "May I change the key?",
        reason: "",
        options: [],
        suggestedRole: null,
        urgency: "high",
        outside: ["src/secret/key.ts"],
      });
      const note = "Only this once.";
      const decisionId = asked.decisionId as never;
      driver.run({ type: "answerDecision", by: LEAD, decisionId, optionId, note, version: null });
      driver.claim(ada);
      if (optionId === "allow") driver.run((ends.complete as Ends)([secret]));
      else expect(driver.refused((ends.complete as Ends)([secret])).code).toBe("outside_boundaries");
    }
  });

  it("cannot be allowed by a pattern that is no path of the repository", () => {
    const { driver } = limited();
    const allow = { type: "allowPaths" as const, by: LEAD, taskId: DEV, reason: "" };
    expect(driver.refused({ ...allow, paths: ["../x"] }).code).toBe("boundary_invalid");
    expect(driver.refused({ ...allow, paths: ["/etc/**"] }).code).toBe("boundary_invalid");
  });
});
