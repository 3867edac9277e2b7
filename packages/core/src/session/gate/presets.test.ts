import { expect, it } from "vitest";
import type { CheckReport } from "../../task/result.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { GATE_PRESETS, type GatePreset, REQUIREMENTS, type Requirement } from "../record/gate.ts";
import { checksWanted, gatesOf } from "./gates.ts";

type Report = CheckReport | null;
interface Case {
  report: Report;
  isGood: boolean;
}

/** Every way to report a check, or not to, and whether that is what its preset requires. */
function waysOf({ name, min, max }: Requirement): Case[] {
  const passing = (value: number) => ({ name, passed: true, value });
  return [
    { report: null, isGood: false },
    { report: { name, passed: false }, isGood: false },
    { report: { name, passed: true }, isGood: min === undefined },
    ...(min === undefined
      ? []
      : [
          { report: passing(min - 1), isGood: false },
          { report: passing(min), isGood: true },
          { report: { ...passing(min), passed: false }, isGood: false },
        ]),
    ...(max === undefined
      ? []
      : [
          { report: passing(max), isGood: true },
          { report: passing(max + 1), isGood: false },
        ]),
  ];
}

/** All of them together. */
function casesOf(preset: GatePreset): Case[][] {
  return REQUIREMENTS[preset].reduce<Case[][]>(
    (all, wanted) => all.flatMap((one) => waysOf(wanted).map((way) => [...one, way])),
    [[]],
  );
}

const ROLES = ["planner", "executor", "tester", "reviewer", "fe-developer", "fe-qa"];
/** Who is asked for the checks. */
const ASKED = { "impl-only": "tester", "fe-only": "fe-qa" } as const;

function begun(preset: GatePreset, pipeline: string, roles = ROLES): PipelineDriver {
  const room = new PipelineDriver(roles);
  room.run({ type: "setGatePreset", by: LEAD, preset });
  room.begin(pipeline);
  return room;
}

/** All work ends as passed; whoever is asked for checks reports these. */
function work(room: PipelineDriver, asked: string, checks: readonly CheckReport[]): void {
  for (let i = 0; i < 6; i++)
    for (const role of Object.keys(room.agents)) {
      const by = room.agents[role];
      const { taskId, fence } = room.run({ type: "claim", by: by as never });
      if (typeof taskId !== "string") continue;
      const reports = role === asked && checks.length > 0 ? { checks } : {};
      // What fails is reported as failing, and then the verdict says the same.
      const verdict = role === asked && checks.some(({ passed }) => !passed) ? "failed" : "passed";
      const result = { summary: "as asked", verdict, ...reports };
      room.run({ type: "complete", by, taskId, fence, result, next: false, reply: null } as never);
    }
}

const TABLE = GATE_PRESETS.flatMap((preset) =>
  Object.entries(ASKED).map(([pipeline, asked]) => [preset, pipeline, asked] as const),
);
it.each(TABLE)("%s, %s: complete with each check that it requires, and not without", (...of) => {
  const [preset, pipeline, asked] = of;
  for (const ways of casesOf(preset)) {
    const room = begun(preset, pipeline);
    const checks = ways.flatMap(({ report }) => report ?? []);
    work(room, asked, checks);
    const isGood = ways.every((way) => way.isGood);
    const said = JSON.stringify(checks);
    expect(room.view.sessions.ended.length, said).toBe(isGood ? 1 : 0);
    if (!isGood) {
      const { reason } = room.decision("gate_failed");
      ways.forEach((way, i) => {
        const name = REQUIREMENTS[preset][i]?.name ?? "";
        if (way.isGood) expect(reason, said).not.toMatch(new RegExp(`\\b${name}\\b`));
        else expect(reason, said).toMatch(new RegExp(`\\b${name}\\b`));
      });
      expect(gatesOf(room.session).map(({ state }) => state)).toContain("failed");
    }
    expect(faultsOf(room.log)).toEqual([]);
  }
});

it("whoever is asked for checks is told which, and nobody else", () => {
  const room = begun("gold", "impl-only");
  room.endNext("planner");
  room.endNext("executor");
  const asked = room.view.tasks.filter((task) => checksWanted(room.session, task).length > 0);
  expect(asked.map(({ id }) => id)).toEqual(["TEST-001"]);
});

it("what nobody reported goes back to whoever is asked for it, and says so at the end", () => {
  const room = begun("production", "impl-only");
  work(room, "tester", [{ name: "tests", passed: true }]);
  const asked = room.decision("gate_failed");
  expect(asked.reason).toBe("Nobody reported coverage of at least 70 %.");
  room.run(room.answer(asked, "redo"));
  const again = room.task("TEST-001-R1");
  expect(again.instruction).toContain("Nobody reported coverage of at least 70 %.");
  expect(room.view.tasks.map(({ id }) => id)).not.toContain("IMPL-001-R1");
  expect(checksWanted(room.session, again)).toEqual(REQUIREMENTS.production);
  work(room, "tester", [
    { name: "tests", passed: true },
    { name: "coverage", passed: true, value: 71 },
  ]);
  expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  expect(faultsOf(room.log)).toEqual([]);
});

it("a pipeline that builds nothing is asked for no checks", () => {
  const room = begun("gold", "spec-only", ["analyst", "writer", "reviewer"]);
  room.work();
  expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
});

it("who lets a missing check stand is told to the coordinator with it", () => {
  const room = begun("production", "impl-only", [...ROLES, "coordinator"]);
  for (const role of ["planner", "executor"]) room.endNext(role);
  const by = room.agents.coordinator as never;
  room.run({ type: "dispatch", by, sessionId: 1, taskIds: [], inOrder: false });
  for (const role of ["tester", "reviewer"]) room.endNext(role);
  room.run(room.answer(room.decision("gate_failed"), "override", { note: "No tools here." }));
  const told = room.log.flatMap((event) =>
    event.type === "message.sent" && event.data.message.from.kind === "server" ? [event.data.message.body] : [],
  );
  expect(told.join("\n")).toContain("Nobody reported tests.");
  expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
});
