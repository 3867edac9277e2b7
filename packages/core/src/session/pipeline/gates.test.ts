import { expect, it } from "vitest";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { gatesOf } from "../gate/gates.ts";
import { gateText } from "../record/gate.ts";

const stateOf = ({ session }: PipelineDriver, phase: string) =>
  gatesOf(session).find((gate) => gate.phase === phase)?.state;

it("a phase of a pipeline has begun once one of its steps could begin", () => {
  const room = new PipelineDriver();
  room.begin("full-lifecycle");
  expect(["requirements", "design"].map((phase) => stateOf(room, phase))).toEqual(["in_progress", "pending"]);
  expect(gatesOf(room.session).map(gateText)).toContain("not begun");
  room.endNext("analyst");
  expect(["requirements", "design"].map((phase) => stateOf(room, phase))).toEqual(["passed", "in_progress"]);
  expect(stateOf(room, "implementation")).toBe("pending");
});
